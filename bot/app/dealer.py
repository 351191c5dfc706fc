"""Dealer: fetches or makes the boards that decisions need."""

from __future__ import annotations

from bot.app.deal import Deal, Dealt
from bot.app.ports import Store
from bot.app.shared import find_shared


class Dealer:
    """Carries deals out."""

    def __init__(self, store: Store) -> None:
        """Look for boards in ``store``."""
        self._store = store

    async def deal(self, deal: Deal) -> Dealt:
        """Return the board that ``deal`` asks for; StoreUnavailable."""
        board = await find_shared(self._store, deal.code)
        return Dealt(deal) if board is None else Dealt(deal, board.begun(), board.won_in)
