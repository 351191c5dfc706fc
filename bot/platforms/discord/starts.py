"""Starts: leave to identify at the gateway, of which there is so much a day."""

from __future__ import annotations

from math import ceil
from typing import Final

from bot.app.turns import Budget, Rate
from bot.delivery import Turns
from bot.platforms import PlatformRefused
from bot.platforms.discord.api import Api

_KEPT: Final = 20
"""Identifies of a day that are left alone: at none, Discord resets the token."""
_UNSAID: Final = Rate.at_most(1000 - _KEPT, 24 * 3600, burst=490)
"""Where Discord, or what stands for it, does not say how many are left: a new bot has 1,000."""
_APART_S: Final = 6.0
"""Between two identifies of a bucket: five seconds (docs, sharding), and the way there."""
_BUDGET: Final = Budget("discord-identify", Rate(_APART_S, 1), Rate(0.000_001, 1000))
"""All buckets together have no limit of their own but the day's."""
_DAY: Final = Budget("discord-identify-day", _UNSAID, _UNSAID)


class StartsSpentError(PlatformRefused):
    """Raised where one more identify would be one of those that are left alone."""

    def __init__(self, left: int, renewed_s: float) -> None:
        """Say how many are ``left``; Discord gives more in ``renewed_s``."""
        hours, minutes = divmod(ceil(renewed_s / 60), 60)
        super().__init__(
            f"Only {left} logins are left; Discord gives more in {hours} h {minutes} min."
        )
        self.renewed_s = renewed_s


class Starts:
    """Gives leave to identify, to one shard of a bucket at a time, over all processes."""

    def __init__(self, api: Api, turns: Turns, at_once: int) -> None:
        """Ask ``api`` how much is left; ``at_once`` is how many buckets there are."""
        self._api = api
        self._turns = turns
        self._buckets = max(at_once, 1)

    async def take(self, shard: int) -> None:
        """Return when ``shard`` may identify.

        Raises StartsSpentError where a loop of crashes would use up the day's identifies,
        StoreUnavailable, and what a call raises when it is not known how many are left.
        """
        bucket = shard % self._buckets  # docs, sharding: the rate limit key
        async with await self._turns.take(str(bucket), _BUDGET):
            start = await self._api.start()
            if start.left is not None and start.left <= _KEPT:
                raise StartsSpentError(start.left, start.renewed_s)
        if start.left is None:
            async with await self._turns.take("all", _DAY):
                pass
