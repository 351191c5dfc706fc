"""Geometry of a rectangular grid of cells: indices, neighbours, names."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

Cell: TypeAlias = int
"""A cell's index in row-major order: ``row * cols + col``, both counted from 0."""


class CellName(str):
    """A cell's name ("c4") that remembers the cell, so that it can be written in another way."""

    __slots__ = ("col", "row")
    row: int
    col: int

    @classmethod
    def of(cls, row: int, col: int, written: str = "") -> CellName:
        """Return the cell at ``row`` and ``col`` (from 0) by its name ("c4"), or as ``written``."""
        name = cls(written or f"{column_name(col)}{row + 1}")
        name.row, name.col = row, col
        return name


class Grid(Struct, frozen=True):
    """A grid of ``rows`` times ``cols`` cells."""

    rows: int
    cols: int

    def __len__(self) -> int:
        """Return the number of cells."""
        return self.rows * self.cols

    def cells(self) -> range:
        """Return every cell in row-major order."""
        return range(len(self))

    def cell(self, row: int, col: int) -> Cell:
        """Return the cell at ``row`` and ``col``, counted from 0; IndexError off the grid."""
        if 0 <= row < self.rows and 0 <= col < self.cols:
            return row * self.cols + col
        raise IndexError((row, col))

    def row_col(self, cell: Cell) -> tuple[int, int]:
        """Return the row and the column of ``cell``, counted from 0."""
        return divmod(cell, self.cols)

    def __contains__(self, cell: object) -> bool:
        """Tell whether ``cell`` is an index on this grid."""
        return isinstance(cell, int) and 0 <= cell < len(self)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the up to eight cells that touch ``cell``, in row-major order."""
        return _neighbours(self.rows, self.cols)[cell]

    def name(self, cell: Cell) -> CellName:
        """Return the name of ``cell``: column letters, then the row counted from 1 ("c4")."""
        return CellName.of(*self.row_col(cell))


def column_name(col: int) -> str:
    """Return the letters of column ``col`` (from 0): a ... z, aa, ab ... as in a spreadsheet."""
    letters = ""
    col += 1
    while col:
        col, digit = divmod(col - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def column_number(letters: str) -> int:
    """Return the column (from 0) that ``letters`` (a-z, lower case) name."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


# A 100x100 grid's table takes about 2 MB; a worker meets few sizes at a time.
@lru_cache(maxsize=32)
def _neighbours(rows: int, cols: int) -> tuple[tuple[Cell, ...], ...]:
    off_grid: list[Cell] = []
    lines = [off_grid, *([*range(cols * r, cols * (r + 1))] for r in range(rows)), off_grid]
    return tuple(
        _around(above, line, below, col)
        for above, line, below in zip(lines, lines[1:], lines[2:], strict=False)
        for col in range(cols)
    )


def _around(above: list[Cell], line: list[Cell], below: list[Cell], col: int) -> tuple[Cell, ...]:
    """Return the neighbours of the cell at ``col`` of ``line``."""
    left, right = max(col - 1, 0), col + 2
    return (*above[left:right], *line[left:col], *line[col + 1 : right], *below[left:right])
