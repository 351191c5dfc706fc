"""Advisor: the solver in a pool of threads, off the event loop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from bot.app.counsel import Counsel, give_counsel, survival_of
from core.board import Board
from core.grid import Cell
from core.solver import warm

T = TypeVar("T")


class SolverPool:
    """Implements the Advisor port; the kernels release the GIL, so threads run side by side."""

    def __init__(self, budget: float) -> None:
        """Give every piece of counsel about ``budget`` seconds."""
        self._budget = budget
        self._threads = ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="solver")
        self._warm: asyncio.Future[None] | None = None

    def warm(self) -> asyncio.Future[None]:
        """Begin to compile the kernels, or to load them, once; return what tells the end."""
        if self._warm is None:
            self._warm = asyncio.ensure_future(self._run(warm))
        return self._warm

    async def advise(self, board: Board) -> Counsel:
        """Return counsel on ``board``."""
        await self.warm()
        return await self._run(lambda: give_counsel(board, self._budget))

    async def survival(self, opens: Sequence[tuple[Board, tuple[Cell, ...]]]) -> list[float]:
        """Return the chance that each of ``opens`` hit no mine, from its board and cells."""
        await self.warm()
        return await self._run(lambda: [survival_of(board, cells) for board, cells in opens])

    def close(self) -> None:
        """Let running work end and take no more."""
        self._threads.shutdown(cancel_futures=True)

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)
