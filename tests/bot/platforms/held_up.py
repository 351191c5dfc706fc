"""A solver that thinks for as long as a test wants."""

from __future__ import annotations

import asyncio
import threading

from bot.advisor import SolverPool
from bot.app.counsel import Counsel
from core.board import Board
from tests.patience import PATIENCE_S


class HeldUp:
    """Holds up what a solver says of boards."""

    def __init__(self, solver: SolverPool) -> None:
        """Have ``solver`` wait for ``go_on`` before it says anything."""
        self._give, self._thinking = solver._give, threading.Event()
        self.go_on = threading.Event()
        solver._give = self._think

    async def thinks(self) -> None:
        """Wait until it is at work."""
        assert await asyncio.to_thread(self._thinking.wait, PATIENCE_S)

    def _think(self, board: Board, budget_s: float) -> Counsel:
        self._thinking.set()
        assert self.go_on.wait(PATIENCE_S / 2), "the loop goes on while the solver thinks"
        return self._give(board, budget_s)
