"""Watchdog: what is done about a late answer has ended before the answer is given."""

from __future__ import annotations

import asyncio

import pytest

from bot.platforms.discord.watchdog import Watchdog


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

    async with Watchdog(Hurried(), 1.5, defer):
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
        async with Watchdog(Hurried(), 1.5, defer):
            await begun.wait()
