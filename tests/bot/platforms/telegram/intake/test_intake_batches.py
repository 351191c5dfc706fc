"""Answers to getUpdates that cannot be read as a whole, from a server that obeys the test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from bot.platforms.telegram.api import make_bot
from bot.platforms.telegram.intake import Polling, Shelf
from bot.platforms.telegram.intake.polling import EARLY_SECONDS
from bot.platforms.telegram.intake.reading import Reason
from tests.bot.platforms.telegram.intake.conftest import SetAsides
from tests.bot.platforms.telegram.intake.hands import Hands
from tests.bot.platforms.telegram.intake.updates_made import raw, said
from tests.bot.platforms.telegram.telegram_rig import answering
from tests.emulators.telegram.changes import Changes
from tests.emulators.telegram.server import TOKEN

GOOD = raw(said(1, "a"))
CUT = b'{"update_id":2,"message":{"text":}}'
DEEP = b'{"update_id":2,"message":' + b"[" * 400_000 + b"]" * 400_000 + b"}"
LATER = raw(said(3, "c"))


class Served:
    """Answers getUpdates from a queue of raw bodies, as Telegram would; then holds the poll."""

    def __init__(self, *queue: bytes) -> None:
        """Begin with ``queue``, numbered 1, 2, 3; ``pages`` are answered before anything else."""
        self.queue = dict(enumerate(queue, 1))
        self.pages: list[bytes] = []
        self.limits: list[int] = []
        self.changes = Changes()

    async def answer(self, request: web.Request) -> web.Response:
        """Answer one poll."""
        given = await request.json()
        self.limits.append(given["limit"])
        if self.pages:
            return web.Response(body=self.pages.pop(0))
        offset, limit = given.get("offset", 0), given["limit"]
        self.queue = {number: body for number, body in self.queue.items() if number >= offset}
        self.changes.notify()
        if not self.queue and given.get("timeout"):
            await asyncio.Event().wait()
        bodies = list(self.queue.values())[:limit]
        return web.Response(body=b'{"ok":true,"result":[' + b",".join(bodies) + b"]}")


class NoTime:
    """A clock on which nothing takes time; ``slept`` is what was asked for."""

    def __init__(self) -> None:
        """Begin with nothing asked for."""
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        """Let others go first."""
        self.slept.append(seconds)
        for _ in range(1 + int(seconds * 20)):
            await asyncio.sleep(0)


@asynccontextmanager
async def polled(
    served: Served, tmp_path: Path, clock: NoTime | None = None
) -> AsyncIterator[Hands]:
    """Poll ``served`` until everything is confirmed."""
    hands, stopping = Hands(), asyncio.Event()
    async with answering(served.answer) as url:
        bot = make_bot(TOKEN, url)
        async with bot._request[0]:
            polling = Polling(bot, hands, clock or NoTime(), Shelf(tmp_path))
            task = asyncio.create_task(polling.run(stopping))
            try:
                await served.changes.until(lambda: not served.queue)
                yield hands
            finally:
                stopping.set()
                await task


@pytest.mark.parametrize("bad", [CUT, DEEP])
async def test_one_update_spoils_a_batch(bad: bytes, tmp_path: Path, set_asides: SetAsides) -> None:
    """A bad update in a batch is found, set aside and confirmed; those around it are handled."""
    served = Served(GOOD, bad, LATER)
    async with polled(served, tmp_path) as hands:
        assert hands.done == ["a", "c"]
        assert set_asides() == {Reason.NOT_JSON: 1}
    assert served.limits[:3] == [100, 1, 1]
    assert set(served.limits[3:-1]) == {100}, "once it is found, as many come as before"


async def test_a_batch_cut_on_its_way(tmp_path: Path, set_asides: SetAsides) -> None:
    """After a cut answer without any bad update, whole batches are soon asked for again."""
    served = Served(*(raw(said(number, f"{number}")) for number in range(1, 151)))
    served.pages = [b'{"ok":true,"result":[{"update_id":1,']
    async with polled(served, tmp_path) as hands:
        assert hands.done == [f"{number}" for number in range(1, 151)]
        assert not set_asides()
    assert 1 in served.limits
    assert served.limits[-2] == 100, "the last poll only confirms"


async def test_a_page_from_in_between(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, set_asides: SetAsides
) -> None:
    """A page that is not Telegram's answer is logged once and waited out, not set aside."""
    served = Served(GOOD)
    served.pages = [b"<html>log in</html>", b"[]", b'{"ok":true}']
    async with polled(served, tmp_path) as hands:
        assert hands.done == ["a"]
        assert not set_asides()
    assert caplog.text.count("Invalid server response") == 1


async def test_a_server_that_does_not_wait(tmp_path: Path) -> None:
    """After a long poll that ends at once without updates, the bot waits before the next one."""
    served, clock = Served(GOOD), NoTime()
    served.pages = [b'{"ok":true,"result":[]}'] * 5
    async with polled(served, tmp_path, clock) as hands:
        assert hands.done == ["a"]
        assert clock.slept.count(EARLY_SECONDS) == 5
