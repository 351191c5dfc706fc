"""Starts: permission to identify at the gateway, of which Discord gives so many a day."""

from __future__ import annotations

from math import ceil
from typing import Final

from bot.app.turns import Budget, Rate
from bot.delivery import Turns
from bot.platforms import PlatformRefused
from bot.platforms.discord.api import Api

_KEPT: Final = 20
"""Identifies of a day that are never used: when none is left, Discord resets the token."""
_UNSAID: Final = Rate.at_most(1000 - _KEPT, 24 * 3600, burst=490)
"""The pace where it is not said how many are left: a new bot has 1,000 a day."""
_APART_S: Final = 6.0
"""Between two identifies of a bucket: five seconds (docs, sharding), and the way there."""
_BUDGET: Final = Budget("discord-identify", Rate(_APART_S, 1), Rate(0.000_001, 1000))
"""All buckets together have no limit of their own but the day's."""
_DAY: Final = Budget("discord-identify-day", _UNSAID, _UNSAID)


class StartsSpentError(PlatformRefused):
    """Raised where no identifies are left but those that are never used."""

    def __init__(self, left: int, renewed_s: float) -> None:
        """Say how many are ``left``; Discord gives more in ``renewed_s``."""
        hours, minutes = divmod(ceil(renewed_s / 60), 60)
        super().__init__(
            f"Only {left} logins are left; Discord gives more in {hours} h {minutes} min."
        )
        self.renewed_s = renewed_s


class Starts:
    """Permits shards to identify, one of a bucket at a time over all processes."""

    def __init__(self, api: Api, turns: Turns, at_once: int) -> None:
        """Ask ``api`` how much is left; ``at_once`` is how many buckets there are."""
        self._api = api
        self._turns = turns
        self._buckets = max(at_once, 1)

    async def take(self, shard: int) -> None:
        """Wait until ``shard`` may identify.

        Raises StartsSpentError where the day's identifies are nearly used up, as by a loop of
        crashes; StoreUnavailable; and an error of OUTAGE when it is not known how many are left.
        """
        bucket = shard % self._buckets  # docs, sharding: the rate limit key
        async with await self._turns.take(str(bucket), _BUDGET):
            start = await self._api.start()
            if start.left is not None and start.left <= _KEPT:
                raise StartsSpentError(start.left, start.renewed_s)
        if start.left is None:
            async with await self._turns.take("all", _DAY):
                pass
