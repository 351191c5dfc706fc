"""Supposing a cell to be a mine or safe, and what single numbers make of that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from core.grid import Cell
from core.solver.explain_view import Constraint

Said = tuple[Cell, bool, Cell | None]
"""A cell, whether it is a mine, and the clue that says so; none says what is supposed."""


class Supposition:
    """Constraints less what single numbers say of their cells, before and after supposing one.

    ``known``: the cells of which that is said, and whether they are mines.
    """

    def __init__(
        self, constraints: Sequence[Constraint], around: Mapping[Cell, Sequence[Constraint]]
    ) -> None:
        """Follow ``constraints``, which must not contradict one another, nor share with others.

        ``around`` has the constraints that each cell is under.
        """
        self.known: dict[Cell, bool] = {}
        self._around = around
        self._whole = {one.clue: one.cells for one in constraints}
        self._need = {one.clue: one.need for one in constraints}
        self._left = {one.clue: set(one.cells) for one in constraints}
        self._why: dict[Cell, Cell] = {}
        self._reached: dict[Cell, None] = {}
        for clue in self._whole:
            self._follow(self._said(clue))

    def breaks(self, cell: Cell, *, is_mine: bool) -> Cell | None:
        """Suppose what a ``cell`` not yet known is; return the clue that breaks by it, if any."""
        self._reached.clear()
        return self._follow([(cell, is_mine, None)])

    def left(self) -> tuple[list[Constraint], list[Constraint]]:
        """Return what is left of the constraints: of those that were reached last, and of all."""
        left = {
            clue: Constraint(clue, self._need[clue], frozenset(cells))
            for clue, cells in self._left.items()
            if cells
        }
        return [left[clue] for clue in self._reached if clue in left], list(left.values())

    def told(self, cell: Cell) -> set[Cell]:
        """Return the clues by which a known ``cell``, not supposed, is what it is."""
        return self.behind([self._why[cell]])

    def behind(self, clues: Iterable[Cell]) -> set[Cell]:
        """Return ``clues`` and those by which the known cells around them are what they are."""
        found = set(clues)
        asked = list(found)
        while asked:
            around = self._whole[asked.pop()]
            new = {self._why[cell] for cell in around if cell in self._why} - found
            found |= new
            asked += new
        return found

    def _said(self, clue: Cell) -> list[Said]:
        """Return what the number on ``clue`` says by itself of the cells left to it."""
        need, cells = self._need[clue], self._left[clue]
        return [(cell, need > 0, clue) for cell in cells] if need in {0, len(cells)} else []

    def _follow(self, said: list[Said]) -> Cell | None:
        """Follow what is ``said`` as far as it leads; return the clue that breaks by it, if any."""
        while said:
            cell, is_mine, clue = said.pop()
            if cell in self.known:
                continue  # were it the other, a clue would have broken
            self.known[cell] = is_mine
            if clue is not None:
                self._why[cell] = clue
            for one in self._around[cell]:
                self._reached[one.clue] = None
                self._left[one.clue].discard(cell)
                self._need[one.clue] -= is_mine
                if not 0 <= self._need[one.clue] <= len(self._left[one.clue]):
                    return one.clue
                said += self._said(one.clue)
        return None
