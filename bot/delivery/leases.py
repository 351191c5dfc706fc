"""Leases: the turns that this process has stay its own for as long as it sends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.app.ports import Clock, StoreUnavailable
from bot.app.turns import Ticket, TurnKeeper

_LOG = logging.getLogger(__name__)
_RENEWALS: Final = 3
"""Renewals in the time of one lease: where one fails, the next is still in time."""
LONGEST: Final = 40
"""A turn lasts at most so many times its lease: longer than the limits of all calls and pauses of
a send together, so only a fault in this program would keep one for so long."""


@dataclass(slots=True, eq=False)
class Lease:
    """The turn of ``ticket``, last renewed at ``renewed_at`` (s)."""

    ticket: Ticket
    renewed_at: float
    renewals: int = 0
    lost: bool = False
    """Whether somebody else may have had the turn meanwhile."""
    renewal: asyncio.Task[None] | None = None
    """The last one that was begun. The turn is given back after it: in a cluster it may be
    overtaken, and would then take the turn again for nobody."""


class Leases:
    """Renews leases until they are released."""

    def __init__(self, keeper: TurnKeeper, clock: Clock, now: Callable[[], float]) -> None:
        """Ask ``keeper``, wait with ``clock``; ``now`` is the time in seconds."""
        self._keeper = keeper
        self._clock = clock
        self._now = now
        self._held: set[Lease] = set()
        self._renewing: asyncio.Task[None] | None = None

    def hold(self, ticket: Ticket, asked_at: float) -> Lease:
        """Renew the turn of ``ticket``, which was granted when asked for at ``asked_at``."""
        lease = Lease(ticket, asked_at)
        self._held.add(lease)
        if self._renewing is None:
            self._renewing = asyncio.create_task(self._renew())
        return lease

    def release(self, lease: Lease) -> None:
        """Renew ``lease`` no more; a renewal that is on its way goes on."""
        self._held.discard(lease)
        if not self._held and self._renewing is not None:
            self._renewing.cancel()
            self._renewing = None

    def is_lost(self, lease: Lease) -> bool:
        """Tell whether somebody else may have had the turn, as when this process stood still."""
        lasts = lease.ticket.budget.lease
        return lease.lost or self._now() - lease.renewed_at >= lasts

    async def _renew(self) -> None:
        while True:
            shortest = min(lease.ticket.budget.lease for lease in self._held)
            await self._clock.sleep(shortest / _RENEWALS)
            for lease in self._held:
                # Nobody waits for an answer that takes long: the other leases would end meanwhile.
                if lease.renewal is None or lease.renewal.done():
                    lease.renewal = asyncio.create_task(self._renew_one(lease))

    async def _renew_one(self, lease: Lease) -> None:
        if lease.renewals >= _RENEWALS * LONGEST:
            return
        asked_at = self._now()
        try:
            is_mine = await self._keeper.renew(lease.ticket)
        except StoreUnavailable as error:
            _LOG.warning("a turn was not renewed: %s", error)
            return
        lease.renewals += 1
        lease.lost |= not is_mine
        lease.renewed_at = asked_at
