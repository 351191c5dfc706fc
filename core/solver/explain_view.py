"""The constraints of a board as an explanation meets them: one by one, nearest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from core.board import Board
from core.grid import Cell


@dataclass(frozen=True, slots=True)
class Constraint:
    """``need`` mines lie among the closed ``cells`` around the open cell ``clue``."""

    clue: Cell
    need: int
    cells: frozenset[Cell]


class View:
    """A board's constraints, worked out where they are asked for and remembered."""

    def __init__(self, board: Board) -> None:
        """Look at ``board``; its flags are ignored, its exploded mines are known."""
        self.board = board
        self._constraints: dict[Cell, Constraint] = {}
        self._around: dict[Cell, tuple[Constraint, ...]] = {}

    def constraint(self, clue: Cell) -> Constraint:
        """Return the constraint of the open cell ``clue``."""
        found = self._constraints.get(clue)
        if found is None:
            board = self.board
            around = board.grid.neighbours(clue)
            need = board.numbers[clue] - sum(board.exploded[n] for n in around)
            found = Constraint(clue, need, frozenset(board.closed_around(clue)))
            self._constraints[clue] = found
        return found

    def around(self, cell: Cell) -> tuple[Constraint, ...]:
        """Return the constraints that the closed ``cell`` is under."""
        found = self._around.get(cell)
        if found is None:
            board = self.board
            clues = [n for n in board.grid.neighbours(cell) if board.opened[n]]
            found = self._around[cell] = tuple(self.constraint(clue) for clue in clues)
        return found

    def nearest(self, cell: Cell) -> Iterator[Constraint]:
        """Yield the constraints tied to ``cell``, by the number of constraints in between."""
        seen: set[Cell] = set()
        row = self._new(self.around(cell), seen)
        while row:
            yield from row
            row = [tied for near in row for tied in self.tied(near, seen)]

    def tied(self, near: Constraint, seen: set[Cell]) -> list[Constraint]:
        """Return the constraints that share a closed cell with ``near``; add them to ``seen``."""
        return self._new((tied for cell in sorted(near.cells) for tied in self.around(cell)), seen)

    @staticmethod
    def _new(found: Iterable[Constraint], seen: set[Cell]) -> list[Constraint]:
        new = []
        for constraint in found:
            if constraint.clue not in seen:
                seen.add(constraint.clue)
                new.append(constraint)
        return new

    @cached_property
    def all(self) -> tuple[Constraint, ...]:
        """Return every constraint on a closed cell, in row-major order of the clues."""
        opened = (cell for cell in self.board.grid.cells() if self.board.opened[cell])
        return tuple(found for found in map(self.constraint, opened) if found.cells)

    @cached_property
    def closed(self) -> frozenset[Cell]:
        """Return every closed cell."""
        return frozenset(self.board.closed())

    @cached_property
    def beyond(self) -> frozenset[Cell]:
        """Return every closed cell that is under no constraint."""
        return self.closed.difference(*(one.cells for one in self.all))

    @cached_property
    def mines_left(self) -> int:
        """Return the number of mines among the closed cells."""
        return self.board.mines - sum(self.board.exploded)
