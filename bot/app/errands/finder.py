"""Finder: finds out what decisions need and cannot ask for, because they are pure."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.app.decisions.deal import Deal, OfRematch
from bot.app.decisions.knowledge import (
    CounselOn,
    DayKnown,
    IsCertainMine,
    OfDay,
    OfMonth,
    ProofOf,
    ReplayOf,
)
from bot.app.documents.effects import MESSAGES
from bot.app.errands.day_groups import DayGroups
from bot.app.errands.days import Days
from bot.app.errands.dealer import Dealer
from bot.app.errands.tops import Tops
from bot.app.needed import Question
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

    async def find(self, question: Question[object], request: Request) -> object:
        """Return the answer to a ``question`` of ``request``; TimeoutError if it takes too long."""
        answer: object
        match question:
            case IsCertainMine():
                answer = await self._look(question)
            case CounselOn(board):
                answer = await self._advisor.advise(board)
            case ProofOf(game):
                answer = await self._advisor.prove(game)
            case ReplayOf(game):
                answer = await asyncio.to_thread(_replay_of, game)
            case OfRematch():
                answer = await self._dealer.rematch(question)
            case Deal():
                answer = await self._dealer.deal(question)
            case OfDay():
                answer = await self._day(question, request)
            case OfMonth():
                await settle(self._store)
                answer = await self._tops.known(question)
            case _:
                raise TypeError(f"unknown question {type(question).__name__}")
        return answer

    async def _day(self, of: OfDay, request: Request) -> DayKnown:
        await settle(self._store)
        if of.joins:
            await self._groups.join(request.player, of.joins, request.operation)
            await self._tops.joined(request.player, of.joins, of.day, request.operation)
        return await self._days.known(of.day, request.player.id, of.group)

    async def _look(self, at: IsCertainMine) -> bool:
        """Tell whether a cell is certainly a mine; where that takes long, by one number alone."""
        looking = self._advisor.is_certain_mine(at.board, at.cell)
        with suppress(TimeoutError):
            return await asyncio.wait_for(looking, self._look_seconds)
        return plainly_mine(at.board, at.cell)


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
