"""Deductions from the number of mines left."""

from __future__ import annotations

from collections.abc import Sequence

from core.grid import Cell
from core.solver.explain_budget import Budget, BudgetError
from core.solver.explain_chain import Chain
from core.solver.explain_decide import Deciding
from core.solver.explain_rules import reduce
from core.solver.explain_view import Constraint, View
from core.solver.reason import Conclusion, Count, CountKind, ReasonKind, Step

_TELLING = 9
"""Units of work that each number takes to be told, which is done here and not by the kernels."""


class Counter:
    """Which constraints decide a cell together with the number of mines on the board."""

    def __init__(
        self, view: View, deciding: Deciding, cell: Cell, *, is_mine: bool, budget: Budget
    ) -> None:
        """Ask about ``cell``, which is a mine or not."""
        self._view = view
        self._deciding = deciding
        self._cell = cell
        self._is_mine = is_mine
        self._budget = budget

    def needed(self, ones: Chain) -> list[Constraint]:
        """Return a subset-minimal set of constraints that decide the cell; it may be empty.

        ``ones``: what single numbers show on the board. ValueError if the whole board does not
        decide the cell so.
        """
        for constraints in (
            self._accounting(ones, mines=True),
            self._accounting(ones, mines=False),
            self._view.all,
        ):
            clues = [one.clue for one in constraints]
            if self._deciding.holds(
                clues, self._cell, is_mine=self._is_mine, budget=self._budget, counting=True
            ):
                needed, is_minimal = self._deciding.needed(
                    clues, self._cell, is_mine=self._is_mine, budget=self._budget, counting=True
                )
                if not is_minimal:
                    raise BudgetError
                return [self._view.constraint(clue) for clue in needed]
        raise ValueError(f"cell {self._cell} is not certain")

    def _accounting(self, ones: Chain, *, mines: bool) -> list[Constraint]:
        """Return the constraints that single numbers do not settle, and those of some others.

        If these show all ``mines`` that single numbers do, they need as many mines together as all
        constraints; if they show all safe cells, they leave room for as few.
        """
        cells = [cell for cell, is_mine in ones.known.items() if is_mine is mines]
        shown = dict.fromkeys(step.clues[0] for step in ones.proof(cells))
        beyond = [one for one in self._view.all if not ones.known.keys() >= one.cells]
        return list(dict.fromkeys([*beyond, *(self._view.constraint(clue) for clue in shown)]))

    def steps(self, constraints: Sequence[Constraint]) -> tuple[Step, ...]:
        """Return the steps by which ``constraints`` and the count decide the cell."""
        chain = Chain(self._view.board.grid, constraints)
        chain.by_few(self._cell)
        exact = self._exact(constraints, chain)
        if exact is None:
            steps: tuple[Step, ...] = (self._bounded(constraints),)
        else:
            steps = (*chain.proof(exact.relied), exact)
        self._budget.left -= _TELLING * len(constraints)  # it is the next question that may fail
        return steps

    def _exact(self, constraints: Sequence[Constraint], chain: Chain) -> Step | None:
        """Return the step for constraints that share no cell, None if some do.

        Such constraints have the same number of mines in every layout, and each of their cells can
        be a mine or safe. So the count decides the cells beyond them: these are all safe if no mine
        is left for them, else all mines.
        """
        lines = [reduce(one, chain.known) for one in constraints]
        lines = [one for one in lines if one.cells]
        held = sum(one.need for one in lines)
        covered = frozenset().union(*(one.cells for one in lines))
        if len(covered) != sum(len(one.cells) for one in lines):
            return None
        mines = sorted(cell for cell, is_mine in chain.known.items() if is_mine)
        left = self._view.mines_left - len(mines)
        return Step(
            kind=ReasonKind.COUNTING,
            conclusion=Conclusion.MINE if left - held else Conclusion.SAFE,
            cells=tuple(sorted(self._view.closed - covered - chain.known.keys())),
            clues=tuple(one.clue for one in lines),
            needs=tuple(one.need for one in lines),
            mines=tuple(mines),
            safe=tuple(sorted(chain.known.keys() - mines)),
            count=Count(CountKind.EXACT, left),
        )

    def _bounded(self, constraints: Sequence[Constraint]) -> Step:
        clues = tuple(one.clue for one in constraints)
        bounds = self._deciding.bounds(
            clues, self._cell, is_mine=self._is_mine, budget=self._budget
        )
        left = self._view.mines_left
        count = Count(CountKind.CASES, left)
        if bounds and bounds[0] > left:
            count = Count(CountKind.TOO_MANY, left, bounds[0])
        elif bounds and bounds[1] < left:
            count = Count(CountKind.TOO_FEW, left, bounds[1])
        return Step(
            kind=ReasonKind.COUNTING,
            conclusion=Conclusion.MINE if self._is_mine else Conclusion.SAFE,
            cells=(self._cell,),
            clues=clues,
            count=count,
        )
