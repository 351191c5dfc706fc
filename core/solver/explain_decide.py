"""Which numbers of a board decide a cell alone, asked of the kernels within a budget."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.board import Board
from core.grid import Cell
from core.solver.explain_totals import Budget, BudgetError
from core.solver.geometry import geometry_of, view_of
from core.solver.kernels.compiled import MINE, SAFE, Ints
from core.solver.kernels.component import OK
from core.solver.kernels.deciding import (
    UNCLEAR,
    UNDECIDED,
    YES,
    Found,
    Room,
    decides,
    fewest,
    needs_all,
    search,
)
from core.solver.kernels.mapping import weights
from core.solver.workspace import deciding_work

# A transition in Python takes about as long.
_STEPS = 1_000


class Deciding:
    """What the numbers of one board decide, whatever the number of mines."""

    def __init__(self, board: Board) -> None:
        """Ask about ``board``."""
        view = view_of(board)
        size = view.size
        self._begun = 0
        self._room = Room(
            view,
            np.where(view >= 0, np.int8(SAFE), view),
            np.empty(size, np.int8),
            np.empty(size, np.int32),
            np.zeros(size, np.int32),
            np.zeros(1, np.int32),
            np.empty(size, np.int32),
            np.empty(size, np.int8),
            geometry_of(board.grid.rows, board.grid.cols),
            weights(1.0),
            deciding_work(),
        )

    def search(
        self, cell: Cell, *, is_mine: bool, budget: Budget
    ) -> tuple[list[Cell], bool] | None:
        """Return the fewest clues that decide ``cell``, and whether they are minimal.

        Those nearest to the cell are preferred. None if all the numbers together do not decide it;
        BudgetError if that is not known within ``budget``.
        """
        return self._told(search(cell, _mark(is_mine), self._room, self._steps(budget)), budget)

    def fewest(
        self, clues: Sequence[Cell], cell: Cell, *, is_mine: bool, budget: Budget
    ) -> tuple[list[Cell], bool]:
        """Return the fewest of ``clues``, the first preferred, and whether they are minimal."""
        steps = self._steps(budget)
        found = fewest(_array(clues), -1, cell, _mark(is_mine), self._room, steps)
        return self._told(found, budget) or (list(clues), False)

    def holds(self, clues: Sequence[Cell], cell: Cell, *, is_mine: bool, budget: Budget) -> bool:
        """Tell whether ``clues`` decide ``cell`` so."""
        self._steps(budget)
        return self._clear(decides(_array(clues), cell, _mark(is_mine), self._room), budget)

    def needs_all(
        self, clues: Sequence[Cell], cell: Cell, *, is_mine: bool, budget: Budget
    ) -> bool:
        """Tell whether no part of ``clues``, which decide ``cell``, does."""
        self._steps(budget)
        return self._clear(needs_all(_array(clues), cell, _mark(is_mine), self._room), budget)

    def _steps(self, budget: Budget) -> int:
        """Return how many steps are left; those taken are counted from here on."""
        budget.spend(1)
        self._begun = self._taken()
        return budget.left * _STEPS

    def _spend(self, budget: Budget) -> None:
        # What was found within the last steps is told; it is the next question that fails.
        budget.left -= (self._taken() - self._begun) // _STEPS

    def _taken(self) -> int:
        return int(self._room.work.mark[3])

    def _told(self, found: Found, budget: Budget) -> tuple[list[Cell], bool] | None:
        self._spend(budget)
        if found.status == UNDECIDED:
            return None
        if found.status != OK and not found.numbers.size:
            raise BudgetError
        return found.numbers.tolist(), found.status == OK

    def _clear(self, answer: int, budget: Budget) -> bool:
        self._spend(budget)
        if answer == UNCLEAR:
            raise BudgetError
        return answer == YES


def _mark(is_mine: bool) -> int:  # noqa: FBT001
    return MINE if is_mine else SAFE


def _array(clues: Sequence[Cell]) -> Ints:
    return np.array(clues, np.int32)
