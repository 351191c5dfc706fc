"""Health: asked over HTTP, as a balancer and Prometheus ask."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import chain, repeat
from types import SimpleNamespace
from zlib import crc32

import pytest
from aiohttp import ClientSession
from prometheus_client import CONTENT_TYPE_LATEST
from redis.crc import key_slot

from bot.app.documents.codec import DocumentCodec
from bot.app.ports import StoreUnavailable
from bot.clock import LoopClock
from bot.environment import Listen
from bot.observability import health as health_module
from bot.observability.health import Health
from bot.observability.metrics import Metrics
from bot.store import MailboxStore
from bot.store.backend import Stored
from bot.store.keys import Keys
from bot.store.memory import MemoryBackend
from tests.bot.store.nodes import SLOTS
from tests.emulators.telegram.clock import VirtualClock
from tests.patience import PATIENCE_S


class Switched(MemoryBackend):
    """A server that can be taken away, or made to hang."""

    def __init__(self) -> None:
        """Begin with it being there."""
        super().__init__()
        self.trouble = ""
        self.asked: set[str] = set()

    async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        """Read, or not."""
        self.asked.add(space)
        if self.trouble == "away":
            raise StoreUnavailable
        if self.trouble == "hangs":
            await asyncio.Event().wait()
        if self.trouble == "in part" and not crc32(space.encode()) % 2:
            raise StoreUnavailable
        return await super().read(space, names)


@asynccontextmanager
async def served(backend: Switched) -> AsyncIterator[tuple[Health, str]]:
    """Serve on a free port, while time passes by itself; give what is served, and where."""
    health, store = Health(Metrics()), MailboxStore(backend, DocumentCodec())
    serving = health.serving(store, Listen("127.0.0.1", 0), LoopClock())
    async with serving, VirtualClock().passing():
        yield health, f"http://127.0.0.1:{health.port}"


async def get(url: str) -> tuple[int, str]:
    """Return the status and the text of an answer."""
    async with ClientSession() as session, session.get(url) as answer:
        return answer.status, (await answer.text()).strip()


async def test_ready(caplog: pytest.LogCaptureFixture) -> None:
    """Ready is who is connected, has a store and was not told to stop; alive is more.

    Nobody is told of each probe, and nothing is at work once all is served.
    """
    caplog.set_level("INFO")
    backend = Switched()
    async with served(backend) as (health, url):
        assert await get(f"{url}/readyz") == (503, "starting")
        health.connected = True
        assert await get(f"{url}/readyz") == (200, "ready")
        backend.trouble = "away"
        assert await get(f"{url}/readyz") == (503, "the store does not answer")
        backend.trouble = "hangs"
        assert await get(f"{url}/readyz") == (503, "the store does not answer")
        backend.trouble = "in part"
        assert await get(f"{url}/readyz") == (200, "ready"), "as a cluster without a few nodes"
        backend.trouble = ""
        health.stopping.set()
        assert await get(f"{url}/readyz") == (503, "stopping")
        assert await get(f"{url}/livez") == (200, "alive")
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}
    assert not caplog.records


async def test_asked_once() -> None:
    """A store that answers at once is asked one question: none is under way and cut off."""
    backend, health = Switched(), Health(Metrics(), answer_s=PATIENCE_S)
    async with health.serving(MailboxStore(backend, DocumentCodec()), None, LoopClock()):
        health.connected = True
        assert not await health.trouble()
    assert len(backend.asked) == 1


async def test_all_servers_are_asked() -> None:
    """Of up to seven servers that share a cluster's slots evenly each is asked at last."""
    backend, health = Switched(), Health(Metrics())
    backend.trouble = "away"
    store = MailboxStore(backend, DocumentCodec())
    async with VirtualClock().passing(), health.serving(store, None, LoopClock()):
        health.connected = True
        assert await health.trouble() == "the store does not answer"
    slots = [key_slot(Keys().outbox_of(space).encode()) for space in backend.asked]
    for servers in range(1, 8):
        assert {slot * servers // SLOTS for slot in slots} == set(range(servers))


async def test_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is measured is served in Prometheus's text form, the loop's lag included.

    The lag is by how much a nap of half a second was longer, and told to half a millisecond. Newer
    versions of Prometheus take no answer of another type.
    """
    times = chain([16.0, 16.75], repeat(17.0))
    monkeypatch.setattr(health_module, "time", SimpleNamespace(perf_counter=lambda: next(times)))
    naps, again = asyncio.Event(), asyncio.Event()

    class Clock:
        async def sleep(self, _seconds: float) -> None:
            if naps.is_set():
                again.set()
                await asyncio.Event().wait()
            naps.set()

    health, store = Health(Metrics()), MailboxStore(MemoryBackend(), DocumentCodec())
    async with health.serving(store, Listen("127.0.0.1", 0), Clock()):
        await again.wait()
        url = f"http://127.0.0.1:{health.port}/metrics"
        async with ClientSession() as session, session.get(url) as answer:
            text = await answer.text()
    assert answer.status == 200
    assert answer.headers["Content-Type"] == CONTENT_TYPE_LATEST
    assert "minesweeper_event_loop_lag_seconds_count 1.0" in text
    assert "minesweeper_event_loop_lag_seconds_sum 0.25" in text
    assert 'minesweeper_event_loop_lag_seconds_bucket{le="0.0005"} 0.0' in text
    assert re.search(r'\nminesweeper_build_info\{version="[0-9]+\.[0-9]+\.[0-9]+"\} 1', text)
    for name in ("process_resident_memory_bytes", "python_info"):
        assert f"\n{name}" in text


async def test_off() -> None:
    """Without an address nothing is served."""
    health, store = Health(Metrics()), MailboxStore(MemoryBackend(), DocumentCodec())
    async with health.serving(store, None, LoopClock()):
        assert health.port == 0
