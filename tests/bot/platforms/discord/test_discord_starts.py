"""How often the bot identifies where nobody says how often it may."""

from __future__ import annotations

from bot.delivery import Turns
from bot.platforms.discord.api import Api, Start
from bot.platforms.discord.starts import Starts
from tests.bot.delivery.workers import NotingKeeper, VirtualTime

A_DAY = 24 * 3600 * 1_000_000
"""In us."""
NEW_BOT = 1000
"""Identifies a day that Discord gives to a bot in few servers; at none it resets the token."""


class Silent(Api):
    """What stands for Discord, and does not say how many are left."""

    def __init__(self) -> None:
        """Call nobody."""

    async def start(self) -> Start:
        """Say no more than that one shard is enough."""
        return Start(shards=1, left=None, renewed_s=0.0, at_once=1)


async def test_a_day_of_crashes() -> None:
    """However often it has to, in a day it identifies less often than would cost its token."""
    time = VirtualTime()
    starts = Starts(Silent(), Turns(NotingKeeper(time), time, lambda: time.now / 1_000_000), 1)
    until = time.now + A_DAY
    taken = 0

    async def crash_on() -> None:
        nonlocal taken
        while time.now < until:
            await starts.take(0)
            taken += 1

    await time.run(crash_on())
    assert taken < NEW_BOT
