"""Dealer: fetches or makes the boards that decisions need."""

from __future__ import annotations

from typing import Final

from bot.app.decisions.deal import (
    OF_DUEL,
    Deal,
    Dealt,
    FromCode,
    FromDuel,
    NoGuess,
    OfRematch,
    OfTheDay,
    RematchKnown,
)
from bot.app.documents.duel import Claim
from bot.app.errands.days import Days
from bot.app.errands.duels import Duels
from bot.app.errands.shared import find_shared
from bot.app.errands.whereabouts import whereabouts
from bot.app.ports import Advisor, Store
from core.generate import NotGenerated
from core.record import turned

_TRIES: Final = 20
"""Boards that are made until one goes on after its first open: of 4x4/2 one in four does not."""


class Dealer:
    """Carries deals out."""

    def __init__(self, store: Store, advisor: Advisor, days: Days) -> None:
        """Look for boards in ``store`` and ``days``, and have ``advisor`` make them."""
        self._store = store
        self._advisor = advisor
        self._days = days
        self._duels = Duels(store)

    async def deal(self, deal: Deal) -> Dealt:
        """Return the board that ``deal`` asks for; StoreUnavailable."""
        try:
            match deal:
                case FromCode():
                    return await self._from_code(deal)
                case FromDuel():
                    return await self._from_duel(deal)
                case OfTheDay():
                    return await self._of_the_day(deal)
                case NoGuess():
                    return await self._no_guess(deal)
        except TimeoutError:
            return Dealt(refusal="no_guess.later")
        raise TypeError(f"unknown deal {type(deal).__name__}")

    async def _of_the_day(self, deal: OfTheDay) -> Dealt:
        board = await self._days.board(deal.on)
        # Claimed last: a board that cannot be made costs nobody the try.
        if not await self._days.claim(deal.on, deal.player, deal.chat):
            return Dealt(refusal="daily.done")
        return Dealt(board.begun, adjusted=board.adjusted)

    async def _from_code(self, deal: FromCode) -> Dealt:
        board = await find_shared(self._store, deal.code)
        if board is None:
            is_duel = bool(await self._duels.players(deal.code))
            return Dealt(refusal=OF_DUEL if is_duel else "share.unknown")
        return Dealt(board.begun, adjusted=board.adjusted, won_in=board.won_in)

    async def _from_duel(self, deal: FromDuel) -> Dealt:
        claim = Claim(deal.player, deal.chat)
        duel, refusal = await self._duels.claim(deal.code, claim, deal.operation)
        if refusal == "duel.unknown" and await find_shared(self._store, deal.code) is not None:
            return Dealt(refusal="duel.board")
        if refusal or duel is None:
            return Dealt(refusal=refusal, duellists=duel.duellists if duel else ())
        chats = [await whereabouts(self._store, each.chat) for each in duel.duellists]
        game, is_seen = duel.board.begun, deal.chat in chats
        own = turned(game) if is_seen else game
        return Dealt(own, is_turned=is_seen, duellists=duel.duellists)

    async def rematch(self, of: OfRematch) -> RematchKnown:
        """Return who begins a rematch; StoreUnavailable."""
        duellists = await self._duels.players(of.code)
        if duellists and all(each.player != of.player for each in duellists):
            return RematchKnown(refusal="duel.not_yours")
        is_first = await self._duels.rematch(of.code, of.player, of.operation)
        return RematchKnown(is_first=is_first, duellists=duellists)

    async def _no_guess(self, deal: NoGuess) -> Dealt:
        tries = _TRIES if deal.goes_on else 1
        for _ in range(tries):
            made = await self._advisor.no_guess(deal.rules, deal.first)
            if isinstance(made, NotGenerated):
                return Dealt(refusal=f"no_guess.{made.why}")
            dealt = Dealt(made.game, adjusted=made.adjusted)
            if made.game.outcome is None:
                break
        return dealt
