"""The store's time, asked for by several at once."""

from __future__ import annotations

import asyncio
import gc

import pytest

from bot.app.errands.store_time import StoreTime
from bot.app.ports import StoreUnavailable
from bot.store import MailboxStore
from bot.store.backend import Stored
from bot.store.memory import MemoryBackend
from tests.bot.store.conftest import TextCodec


class Away(MemoryBackend):
    """A backend that is away once it has been asked."""

    def __init__(self) -> None:
        """Be asked nothing yet."""
        super().__init__()
        self.asked = asyncio.Event()
        self.may_answer = asyncio.Event()

    async def read(self, *_: object) -> tuple[int, dict[str, Stored]]:
        """Raise StoreUnavailable after a while."""
        self.asked.set()
        await self.may_answer.wait()
        raise StoreUnavailable


async def test_nobody_waits_any_more(caplog: pytest.LogCaptureFixture) -> None:
    """That the store was away is nothing to complain of where all who asked have gone."""
    backend = Away()
    time = StoreTime(MailboxStore(backend, TextCodec()))
    asking = [asyncio.create_task(time.now()) for _ in range(2)]
    await backend.asked.wait()
    for each in asking:
        each.cancel()
    await asyncio.wait(asking)
    backend.may_answer.set()
    while time._asking is not None:  # noqa: ASYNC110  # has no event
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    gc.collect()
    assert "never retrieved" not in caplog.text
