"""Finding: what decisions need to know and cannot ask for themselves, being pure."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeAlias

from bot.app.day_store import Days
from bot.app.deal import NeedsDeal
from bot.app.dealer import Dealer
from bot.app.knowledge import Knowledge, NeedsCounsel, NeedsDay, NeedsLook, NeedsProof
from bot.app.ports import Advisor, Store
from bot.app.request import Player
from bot.app.settling import settle

LOOK_S: Final = 0.3
"""How long a move in a group may wait for what the solver thinks of it."""
NEEDS: Final = (NeedsCounsel, NeedsDay, NeedsDeal, NeedsLook, NeedsProof)
Needs: TypeAlias = NeedsCounsel | NeedsDay | NeedsDeal | NeedsLook | NeedsProof
"""What decisions raise when they need to know more."""


class Finding:
    """Finds out what decisions need."""

    def __init__(self, store: Store, advisor: Advisor, days: Days, look_seconds: float) -> None:
        """Ask ``store``, ``advisor`` and ``days``; wait ``look_seconds`` for a look at a cell."""
        self._store = store
        self._advisor = advisor
        self._days = days
        self._dealer = Dealer(store, advisor, days)
        self._look_seconds = look_seconds

    async def more(self, needed: Needs, known: Knowledge, player: Player) -> Knowledge:
        """Return ``known`` with what is ``needed`` to answer ``player``.

        StoreUnavailable; TimeoutError when the solver takes too long, then ask again.
        """
        match needed:
            case NeedsLook(board=board, cell=cell):
                is_mine = await self._is_mine(needed)
                return replace(known, looked_at=(board, cell), is_mine=is_mine)
            case NeedsDeal(deal=deal):
                return replace(known, dealt=await self._dealer.deal(deal))
            case NeedsDay(day=day):
                await settle(self._store)
                return replace(known, day=await self._days.known(day, player.id))
            case NeedsProof(game=game):
                return replace(known, proved=(game, await self._advisor.prove(game)))
            case NeedsCounsel(board=board):
                return replace(known, counsel=await self._advisor.advise(board))

    async def _is_mine(self, needed: NeedsLook) -> bool:
        """Tell whether a cell is certainly a mine; where that takes long, take it for none."""
        looking = self._advisor.survival([(needed.board, (needed.cell,))])
        with suppress(TimeoutError):
            return (await asyncio.wait_for(looking, self._look_seconds))[0] == 0
        return False
