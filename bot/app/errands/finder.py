"""Finder: finds out what decisions need and cannot ask for, because they are pure."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.app.decisions.deal import NeedsDeal, OfRematch
from bot.app.decisions.knowledge import (
    DayKnown,
    Knowledge,
    NeedsCounsel,
    NeedsDay,
    NeedsLook,
    NeedsProof,
    NeedsReplay,
    NeedsTop,
)
from bot.app.documents.effects import MESSAGES
from bot.app.errands.day_groups import DayGroups
from bot.app.errands.days import Days
from bot.app.errands.dealer import Dealer
from bot.app.errands.tops import Tops
from bot.app.needed import Needed
from bot.app.ports import Advisor, Store
from bot.app.requests.request import Request
from core.evf import NoReplayError, write_evf
from core.game import Game
from core.solver.explain import plainly_mine

_SETTLE_S: Final = 1.0
LOOK_S: Final = 0.3
"""How long a move in a group may wait for what the solver thinks of it."""


class Finder:
    """Asks the advisor, and looks into other spaces than the chat's."""

    def __init__(
        self, store: Store, advisor: Advisor, days: Days, tops: Tops, look_seconds: float
    ) -> None:
        """Ask these; ``look_seconds`` at most for a look at a cell."""
        self._look_seconds = look_seconds
        self._store = store
        self._advisor = advisor
        self._days = days
        self._groups = DayGroups(store)
        self._tops = tops
        self._dealer = Dealer(store, advisor, days)

    async def find(self, needed: Needed, known: Knowledge, request: Request) -> Knowledge:
        """Return ``known`` and what is ``needed``; TimeoutError when it takes too long."""
        match needed:
            case NeedsLook():
                found = {**known.certain_mines, needed.at: await self._look(needed)}
                known = replace(known, certain_mines=found)
            case NeedsCounsel():
                known = replace(known, counsel=await self._advisor.advise(needed.board))
            case NeedsProof():
                proved = needed.game, await self._advisor.prove(needed.game)
                known = replace(known, proved=proved)
            case NeedsReplay():
                written = await asyncio.to_thread(_replay_of, needed.game)
                known = replace(known, replay=(needed.game, written))
            case NeedsDeal(deal=OfRematch()):
                known = replace(known, rematch=await self._dealer.deal(needed.deal))
            case NeedsDeal():
                known = replace(known, dealt=await self._dealer.deal(needed.deal))
            case NeedsDay():
                known = replace(known, day=await self._day(needed, request))
            case NeedsTop():
                await settle(self._store)
                known = replace(known, top=await self._tops.known(needed.of))
            case _:
                raise TypeError(f"unknown need {type(needed).__name__}")
        return known

    async def _day(self, needed: NeedsDay, request: Request) -> DayKnown:
        """Return what a day looks like to who asks, and have them in the tables of ``joins``."""
        await settle(self._store)
        if needed.joins:
            await self._groups.join(request.player, needed.joins, request.operation)
            await self._tops.joined(request.player, needed.joins, needed.day, request.operation)
        return await self._days.known(needed.day, request.player.id, needed.group)

    async def _look(self, needed: NeedsLook) -> bool:
        """Tell whether a cell is certainly a mine; where that takes long, by one number alone."""
        board, cell = needed.board, needed.at[-1]
        looking = self._advisor.is_certain_mine(board, cell)
        with suppress(TimeoutError):
            return await asyncio.wait_for(looking, self._look_seconds)
        return plainly_mine(board, cell)


def _replay_of(game: Game) -> bytes | None:
    try:
        return write_evf(game)
    except NoReplayError:
        return None


def _is_counting(effect: object) -> bool:
    return not isinstance(effect, MESSAGES)


async def settle(store: Store, is_awaited: Callable[[object], bool] = _is_counting) -> bool:
    """Wait for what was played here to be counted, or only for the effects that are awaited.

    Return whether it is: what takes long is in the next answer.
    """
    try:
        await asyncio.wait_for(store.caught_up(is_awaited), _SETTLE_S)
    except TimeoutError:
        return False
    return True
