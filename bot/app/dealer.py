"""Dealer: fetches or makes the boards that decisions need."""

from __future__ import annotations

from bot.app.deal import Deal, Dealt, FromCode, NoGuess
from bot.app.ports import Advisor, Store
from bot.app.shared import find_shared
from core.generate import Begun


class Dealer:
    """Carries deals out."""

    def __init__(self, store: Store, advisor: Advisor) -> None:
        """Look for boards in ``store``, and have ``advisor`` make them."""
        self._store = store
        self._advisor = advisor

    async def deal(self, deal: Deal) -> Dealt:
        """Return the board that ``deal`` asks for; StoreUnavailable."""
        if isinstance(deal, FromCode):
            return await self._from_code(deal)
        return await self._no_guess(deal)

    async def _from_code(self, deal: FromCode) -> Dealt:
        board = await find_shared(self._store, deal.code)
        if board is None:
            return Dealt(deal, refusal="share.unknown")
        return Dealt(deal, board.begun(), adjusted=board.adjusted, won_in=board.won_in)

    async def _no_guess(self, deal: NoGuess) -> Dealt:
        try:
            made = await self._advisor.no_guess(deal.rules, deal.first)
        except TimeoutError:
            return Dealt(deal, refusal="no_guess.later")
        if isinstance(made, Begun):
            return Dealt(deal, made.game, adjusted=made.adjusted)
        return Dealt(deal, refusal="no_guess.too_dense")
