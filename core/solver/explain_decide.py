"""Which numbers of a board are enough to decide a cell, asked of the kernels within a budget."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from core.board import Board
from core.grid import Cell
from core.solver.explain_budget import Budget, BudgetError
from core.solver.geometry import geometry_of, view_of
from core.solver.kernels.apart import needed_counted
from core.solver.kernels.compiled import MINE, SAFE, Ints
from core.solver.kernels.component import OK
from core.solver.kernels.contradiction import UNCLEAR, YES
from core.solver.kernels.deciding import (
    UNCOUNTED,
    UNDECIDED,
    Beside,
    Room,
    decides,
    needed,
    needs_all,
    search,
)
from core.solver.kernels.mapping import weights
from core.solver.workspace import deciding_work

# Steps of the kernels in a unit of work; so many take some 2 microseconds.
_STEPS = 1_000


class Deciding:
    """What numbers of one board decide."""

    def __init__(self, board: Board) -> None:
        """Ask about ``board``."""
        view = view_of(board)
        size = view.size
        self._begun = 0
        self._board = board
        nothing = np.ones(1, np.int8)
        self._uncounted = Beside(UNCOUNTED, nothing, 0, 0)
        self._counted = Beside(board.mines, nothing, 0, 0)
        self._room = Room(
            whole=view,
            blank=np.where(view >= 0, np.int8(SAFE), view),
            marks=np.empty(size, np.int8),
            found=np.empty(size, np.int32),
            met=np.zeros(size, np.int32),
            last=np.zeros(1, np.int32),
            bounds=np.empty(3, np.int64),
            sums=np.empty(size + 1, np.int8),
            stack=np.empty(size, np.int32),
            queued=np.empty(size, np.int8),
            geometry=geometry_of(board.grid.rows, board.grid.cols),
            choose=weights(1.0),
            work=deciding_work(),
        )

    def search(
        self, cell: Cell, *, is_mine: bool, budget: Budget
    ) -> tuple[list[Cell], bool] | None:
        """Return clues that decide ``cell``, and whether all of them are needed.

        Those nearest to the cell are preferred. None if all the numbers together do not decide it;
        BudgetError if that is not known within ``budget``.
        """
        steps, mark = self._begin(budget), _mark(is_mine)
        found = search(cell, mark, self._uncounted, self._room, steps)
        self._spend(budget)
        if found.status == UNDECIDED:
            return None
        if found.status != OK and not found.numbers.size:
            raise BudgetError
        clues: list[Cell] = found.numbers.tolist()
        if found.status == OK or budget.left <= 0:
            return clues, found.status == OK
        return self.needed(clues, cell, is_mine=is_mine, budget=budget)

    def needed(
        self,
        clues: Sequence[Cell],
        cell: Cell,
        *,
        is_mine: bool,
        budget: Budget,
        counting: bool = False,
    ) -> tuple[list[Cell], bool]:
        """Return which of ``clues`` are needed to decide ``cell``, and whether all of them are.

        The first ones are preferred. With ``counting`` the number of the board's mines is known.
        """
        steps, mark, numbers = self._begin(budget), _mark(is_mine), _array(clues)
        if counting:
            found = needed_counted(numbers, cell, mark, self._counted, self._room, steps)
        else:
            found = needed(numbers, numbers[:0], -1, cell, mark, self._uncounted, self._room, steps)
        self._spend(budget)
        kept: list[Cell] = found.numbers.tolist()
        if found.status == OK or len(kept) == len(clues) or budget.left <= 0:
            return kept, found.status == OK
        # With more numbers some trials were unclear; with these they may not be.
        return self.needed(kept, cell, is_mine=is_mine, budget=budget, counting=counting)

    def holds(
        self,
        clues: Sequence[Cell],
        cell: Cell,
        *,
        is_mine: bool,
        budget: Budget,
        counting: bool = False,
    ) -> bool:
        """Tell whether ``clues`` decide ``cell`` so, ``counting`` the mines as ``needed`` does."""
        self._begin(budget)
        beside = self._counted if counting else self._uncounted
        return self._clear(decides(_array(clues), cell, _mark(is_mine), beside, self._room), budget)

    def bounds(
        self, clues: Sequence[Cell], cell: Cell, *, is_mine: bool, budget: Budget
    ) -> tuple[int, int] | None:
        """Return the fewest and the most mines left that ``clues`` allow if it is otherwise.

        That is, if ``cell`` is the opposite of ``is_mine``. None if they do not allow that at all.
        """
        self.holds(clues, cell, is_mine=is_mine, budget=budget, counting=True)
        least, most, _ = self._room.bounds.tolist()
        exploded = sum(self._board.exploded)
        return None if least < 0 else (least - exploded, most - exploded)

    def needs_all(
        self, clues: Sequence[Cell], cell: Cell, *, is_mine: bool, budget: Budget
    ) -> bool:
        """Tell whether ``clues``, which decide ``cell``, are all needed for that."""
        self._begin(budget)
        numbers, mark = _array(clues), _mark(is_mine)
        return self._clear(needs_all(numbers, cell, mark, self._uncounted, self._room), budget)

    def _begin(self, budget: Budget) -> int:
        """Return how many steps are left; those taken are counted from here on."""
        budget.ask()
        self._begun = self._taken()
        return budget.left * _STEPS

    def _spend(self, budget: Budget) -> None:
        # What the last steps were spent on is still answered; it is the next question that fails.
        budget.left -= (self._taken() - self._begun) // _STEPS

    def _taken(self) -> int:
        return int(self._room.work.mark[3])

    def _clear(self, answer: int, budget: Budget) -> bool:
        self._spend(budget)
        if answer == UNCLEAR:
            raise BudgetError
        return answer == YES


def _mark(is_mine: bool) -> int:  # noqa: FBT001
    return MINE if is_mine else SAFE


def _array(clues: Sequence[Cell]) -> Ints:
    return np.array(clues, np.int32)
