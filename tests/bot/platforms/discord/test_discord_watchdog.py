"""Watchdog: what is done about a late answer has ended before the answer is given."""

from __future__ import annotations

import asyncio

import pytest

from bot.platforms.discord.watchdog import Watchdogs


class Hurried:
    """A clock on which every pause is over at once."""

    async def sleep(self, _seconds: float) -> None:
        """Go on."""


async def test_said_to_the_end() -> None:
    """If an answer is ready while the deferral is being sent, that is sent to its end."""
    begun, is_heard, said = asyncio.Event(), asyncio.Event(), []

    async def defer() -> None:
        begun.set()
        await is_heard.wait()
        said.append("deferred")

    async with Watchdogs(Hurried(), 1.5).over(defer):
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
        async with Watchdogs(Hurried(), 1.5).over(defer):
            await begun.wait()


async def test_several_at_a_time() -> None:
    """If one begins beside others that are over, or after them, it acts as well when it is due."""
    watchdogs, acted = Watchdogs(Hurried(), 1.5), []

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
