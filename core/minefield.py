"""Minefield: the secret layout of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from core.grid import Cell, Grid
from core.layers import around


@dataclass(frozen=True)
class Minefield:
    """Where the mines are: a layer of one byte a cell, 1 for a mine.

    What shows or advises must not import this module: the contract "secret" in pyproject.toml.
    """

    grid: Grid
    mines: bytes = field(repr=False)  # what is printed may come into a log

    @classmethod
    def of(cls, grid: Grid, cells: Iterable[Cell]) -> Minefield:
        """Return the minefield with mines on ``cells``."""
        mines = bytearray(len(grid))
        for cell in cells:
            mines[cell] = 1
        return cls(grid, bytes(mines))

    @cached_property
    def numbers(self) -> bytes:
        """The number of mines around each cell; mines have one too, which nobody ever sees."""
        return around(self.mines, self.grid.cols)

    def opening(self, start: Cell, closed: bytearray) -> list[Cell]:
        """Return the cells that opening ``start`` opens: itself, and from a zero all around it.

        ``closed`` has a byte a cell, 1 where the flood may go; what it opens is set to 0 there.
        """
        opened = [start]
        closed[start] = 0
        for cell in opened:  # grows while it is walked: an iterative flood
            if not self.numbers[cell]:
                for neighbour in self.grid.neighbours(cell):
                    if closed[neighbour]:
                        closed[neighbour] = 0
                        opened.append(neighbour)
        return opened
