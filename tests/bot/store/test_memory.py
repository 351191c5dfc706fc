"""The store in memory: what it keeps in a process that serves for long."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.store.backend import Batch, Committed, Put
from bot.store.memory import MemoryBackend

SPACES: Final = 5000


def step(space: str, token: str) -> Batch:
    """Return a step with an effect that writes a document for a second."""
    return Batch(token, space, (token,), (token,), {}, {"note": Put(b"x", 1)}, (b"effect",))


async def test_what_is_over_is_forgotten() -> None:
    """Of thousands of spaces whose documents and steps have expired few are kept."""
    now = 0
    backend = MemoryBackend(lambda: now)
    for number in range(SPACES):
        done = await backend.commit(step(f"space{number}", f"token{number}"))
        assert isinstance(done, Committed)
        await backend.settle([(f"space{number}", effect) for effect in done.effects])
        now += 1000
    assert len(backend.documents) < SPACES / 2
    assert len(backend._last) < SPACES / 2
    assert not backend._watchers


async def test_nothing_is_kept_of_who_watches_no_more() -> None:
    """When the last watcher of a space goes, so does what was kept for watching."""
    backend = MemoryBackend()
    notices = [backend.watch("space") for _ in range(2)]
    heard = [asyncio.ensure_future(anext(each)) for each in notices]
    await asyncio.sleep(0)
    await backend.commit(step("space", "token"))
    assert [await each for each in heard] == [("token",), ("token",)]
    for each in notices:
        await each.aclose()  # type: ignore[attr-defined]  # a generator
    assert not backend._watchers
