"""The book: early positions of small boards, searched to their end beforehand.

Made by ``python -m tests.benchmarks.make_book``, which tells which positions are in it. A line of
``book.txt`` is a board's size and mines, its cells row by row (digits open, ``#`` closed), how many
layouts it has, how many of them perfect play wins, and the cell to open; positions that a turn or a
mirror makes equal are one line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from core.grid import Cell, Grid
from core.solver.kernels.compiled import UNKNOWN, Bytes, Ints, Longs

FILE: Final = Path(__file__).with_name("book.txt")


class Line(NamedTuple):
    """A position of the book; ``marks``: its cells as they stand in the file."""

    size: tuple[int, int]
    mines: int
    marks: str
    layouts: int
    wins: int
    cell: Cell

    def __str__(self) -> str:
        """Return the line as it stands in the file."""
        rows, cols = self.size
        return f"{rows}x{cols}/{self.mines} {self.marks} {self.layouts} {self.wins} {self.cell}"


def read_line(text: str) -> Line:
    """Read a line of the file."""
    board, marks, layouts, wins, cell = text.split()
    size, _, mines = board.partition("/")
    rows, _, cols = size.partition("x")
    return Line((int(rows), int(cols)), int(mines), marks, int(layouts), int(wins), int(cell))


@cache
def _lines() -> dict[tuple[int, int], list[Line]]:
    lines: dict[tuple[int, int], list[Line]] = {}
    for text in FILE.read_text(encoding="ascii").splitlines():
        line = read_line(text)
        lines.setdefault(line.size, []).append(line)
    return lines


def book_of(grid: Grid, salt: Longs) -> Longs:
    """Return the book of boards of the size of ``grid`` as ``kernels.ending`` looks it up.

    The keys are hashed with ``salt``. Every turned and mirrored position is there by itself.
    """
    lines = _lines().get((grid.rows, grid.cols), [])
    if not lines:
        return np.zeros((4, 0), np.int64)
    views = np.stack([view_of_marks(line.marks) for line in lines])
    mines, layouts, wins, cells = (
        np.array(values, np.int64)
        for values in zip(*((e.mines, e.layouts, e.wins, e.cell) for e in lines), strict=True)
    )
    turned = []
    for turn in symmetries(grid):
        salted = np.where(views >= 0, salt[turn, views.clip(0)], 0)
        keys = np.bitwise_xor.reduce(salted, axis=1) ^ mines
        turned.append(np.stack((keys, layouts, wins, turn[cells])))
    book = np.concatenate(turned, axis=1)
    # A position that some turn leaves as it is would be there twice.
    return np.ascontiguousarray(book[:, np.unique(book[0], return_index=True)[1]])


def view_of_marks(marks: str) -> Bytes:
    """Return a line's cells as kernels see them."""
    return np.array([UNKNOWN if mark == "#" else int(mark) for mark in marks], np.int8)


def symmetries(grid: Grid) -> list[Ints]:
    """Return where each turn and mirror of ``grid`` that keeps its shape takes each cell."""
    return list(_symmetries(np.arange(len(grid), dtype=np.int32).reshape(grid.rows, grid.cols)))


def _symmetries(cells: npt.NDArray[np.int32]) -> Iterator[Ints]:
    square = cells.shape[0] == cells.shape[1]
    for shape in (cells, cells.T) if square else (cells,):
        for mirrored in (shape, shape[::-1]):
            yield mirrored.reshape(-1)
            yield mirrored[:, ::-1].reshape(-1)
