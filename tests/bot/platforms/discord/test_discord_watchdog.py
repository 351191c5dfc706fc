"""Watchdog: what is done about a late answer has ended before the answer is given."""

from __future__ import annotations

import asyncio

import pytest

from bot.platforms.discord.watchdog import _SOON_S, Watchdogs
from tests.bot.platforms.bot_clock import Hurry
from tests.patience import PATIENCE_S


async def test_said_to_the_end() -> None:
    """If an answer is ready while the deferral is being sent, that is sent to its end."""
    begun, is_heard, said = asyncio.Event(), asyncio.Event(), []

    async def defer() -> None:
        begun.set()
        await is_heard.wait()
        said.append("deferred")

    async with Watchdogs(Hurry(), 1.5).over(defer):
        await begun.wait()
        asyncio.get_running_loop().call_soon(is_heard.set)
    assert said == ["deferred"]


async def test_what_goes_wrong_with_it() -> None:
    """If the deferral fails, its error is raised where the answer is worked on."""
    begun = asyncio.Event()

    async def defer() -> None:
        begun.set()
        raise OSError("away")

    with pytest.raises(OSError, match="away"):
        async with Watchdogs(Hurry(), 1.5).over(defer):
            await begun.wait()


async def test_several_at_a_time() -> None:
    """If one begins beside others that are over, or after them, it acts as well when it is due."""
    watchdogs, acted = Watchdogs(Hurry(), 1.5), []

    async def passed_over() -> None:
        acted.append("passed over")

    async def act() -> None:
        acted.append("acted")
        is_due.set()

    for _ in range(2):
        is_due = asyncio.Event()
        async with watchdogs.over(passed_over):
            pass
        async with watchdogs.over(act):
            await is_due.wait()
    assert acted == ["acted", "acted"]


async def test_the_time_of_each() -> None:
    """One that begins beside another has the same patience, and no task before its own time."""
    clock, is_due = Hurry(), asyncio.Event()
    watchdogs = Watchdogs(clock, 1.5)

    async def act() -> None:
        is_due.set()

    async with watchdogs.over(act):
        pass
    async with asyncio.timeout(PATIENCE_S), watchdogs.over(act) as later:
        later.due += _SOON_S / 10  # as if the first had begun so long before
        watchdogs._look()
        assert asyncio.all_tasks() == {asyncio.current_task()}
        await is_due.wait()
    assert clock.pauses == [1.5 - _SOON_S]


async def test_an_answer_in_time() -> None:
    """An answer that is ready before the time is over is given at once, without a deferral."""
    has_begun = asyncio.Event()

    class Standing:
        async def sleep(self, _seconds: float) -> None:
            has_begun.set()
            await asyncio.Event().wait()

    async def defer() -> None:
        raise AssertionError("it was in time")

    async with asyncio.timeout(PATIENCE_S), Watchdogs(Standing(), 1.5).over(defer):
        await has_begun.wait()
