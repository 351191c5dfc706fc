"""How often the bot identifies, also where it is not told how often it may."""

from __future__ import annotations

import pytest

from bot.delivery import Turns
from bot.platforms.discord.api import Api, Start
from bot.platforms.discord.starts import Starts, StartsSpentError
from tests.bot.delivery.workers import NotingKeeper, VirtualTime

A_DAY = 24 * 3600 * 1_000_000
"""In us."""
NEW_BOT = 1000
"""Identifies a day that Discord gives to a bot in few servers; at none it resets the token."""


class Saying(Api):
    """An API that says how many identifies are ``left``, or nothing about them."""

    def __init__(self, left: int | None = None, renewed_s: float = 0.0) -> None:
        """Prepare the answer; no call is made."""
        self._said = Start(shards=1, left=left, renewed_s=renewed_s, at_once=1)

    async def start(self) -> Start:
        """Return the prepared answer, in which one shard is enough."""
        return self._said


def starts_by(time: VirtualTime, api: Api) -> Starts:
    """Return what gives leave to identify at ``time``, as ``api`` allows it."""
    return Starts(api, Turns(NotingKeeper(time), time, lambda: time.now / 1_000_000), 1)


async def test_a_day_of_crashes() -> None:
    """A bot that keeps crashing identifies less often a day than would cost its token."""
    time = VirtualTime()
    starts = starts_by(time, Saying())
    until = time.now + A_DAY
    taken = 0

    async def crash_on() -> None:
        nonlocal taken
        while time.now < until:
            await starts.take(0)
            taken += 1

    await time.run(crash_on())
    assert taken < NEW_BOT


@pytest.mark.parametrize(
    ("renewed_s", "said"), [(43.2, "0 h 1 min"), (150.0, "0 h 3 min"), (86_280.0, "23 h 58 min")]
)
async def test_when_there_are_more(renewed_s: float, said: str) -> None:
    """A bot without identifies says in how many hours and minutes Discord gives more."""
    starts = starts_by(VirtualTime(), Saying(20, renewed_s))
    with pytest.raises(StartsSpentError, match=f"gives more in {said}\\."):
        await starts.take(0)
