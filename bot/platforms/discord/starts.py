"""Starts: leave to identify at the gateway, of which there is so much a day."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.app.ports import Clock
from bot.platforms.discord.api import Api
from bot.platforms.discord.outage import DiscordRefused

_KEPT: Final = 20
"""Identifies of a day that are left alone: at none, Discord resets the token."""
_APART_S: Final = 6.0
"""Between two identifies of a bot: five seconds (docs, sharding), and the way there."""


class Starts:
    """Gives leave to identify, to one shard at a time."""

    def __init__(self, api: Api, clock: Clock) -> None:
        """Ask ``api`` how much is left."""
        self._api = api
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()
        self._is_first = True

    async def take(self) -> None:
        """Return when a shard may identify.

        Raises DiscordRefused where a loop of crashes would use up the day's identifies, and what
        a call raises when it is not known how many are left.
        """
        async with self._one_at_a_time:
            if not self._is_first:
                await self._clock.sleep(_APART_S)
            start = await self._api.start()
            if start.left <= _KEPT:
                hours = start.renewed_s / 3600
                raise DiscordRefused(
                    f"Only {start.left} logins are left; Discord gives more in {hours:.1f} h."
                )
            self._is_first = False
