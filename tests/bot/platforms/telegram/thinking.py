"""A solver whose thinking a test can wait for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.advisor import SolverPool

T = TypeVar("T")


class Solver(SolverPool):
    """Thinks in real time; the clock stands still meanwhile, or presses would grow too old."""

    thinking = 0

    async def _run(self, work: Callable[[], T]) -> T:
        self.thinking += 1
        try:
            return await super()._run(work)
        finally:
            self.thinking -= 1
