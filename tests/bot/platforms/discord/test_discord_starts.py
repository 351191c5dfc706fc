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


class Counting(Api):
    """An API that counts the identifies of a day that begins at ``time``."""

    def __init__(self, time: VirtualTime, left: int) -> None:
        """Begin with ``left`` of them; no call is made."""
        self._time = time
        self._renewed = time.now + A_DAY
        self.left = left

    async def start(self) -> Start:
        """Say how many are left, of which one is used now."""
        renewed_s = (self._renewed - self._time.now) / 1_000_000
        said = Start(shards=1, left=self.left, renewed_s=renewed_s, at_once=1)
        self.left -= 1
        return said


def starts_by(time: VirtualTime, api: Api, shards: int = 1) -> Starts:
    """Return what gives leave to identify at ``time``, as ``api`` allows it."""
    return Starts(api, Turns(NotingKeeper(time), time, lambda: time.now / 1_000_000), 1, shards)


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


async def test_a_day_of_crashes_that_is_counted() -> None:
    """A bot that keeps crashing may still identify at the end of the day, when it is mended."""
    time = VirtualTime()
    api = Counting(time, NEW_BOT)
    starts = starts_by(time, api)
    until = time.now + A_DAY - 3_600_000_000

    async def crash_on() -> None:
        while time.now < until:
            await starts.take(0)

    await time.run(crash_on())
    assert 20 < api.left < 200


async def test_few_left_are_enough_for_all_shards() -> None:
    """When few identifies are left, each shard still gets one at once; then more are waited for."""
    time = VirtualTime()
    starts = starts_by(time, Counting(time, 150), shards=16)
    began, took = time.now, []

    async def begin() -> None:
        for shard in range(30):
            await starts.take(shard)
            took.append((time.now - began) / 1_000_000)

    await time.run(begin())
    assert took[15] < 2 * 16 * 6.0
    assert took[29] > 3600


@pytest.mark.parametrize(
    ("renewed_s", "said"), [(43.2, "0 h 1 min"), (150.0, "0 h 3 min"), (86_280.0, "23 h 58 min")]
)
async def test_when_there_are_more(renewed_s: float, said: str) -> None:
    """A bot without identifies says in how many hours and minutes Discord gives more."""
    starts = starts_by(VirtualTime(), Saying(20, renewed_s))
    with pytest.raises(StartsSpentError, match=f"gives more in {said}\\."):
        await starts.take(0)
