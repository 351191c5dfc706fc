"""What kernels need to know of a grid's size, made once a size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np

from core.board import Board
from core.grid import Cell, Grid
from core.solver.book import book_of
from core.solver.kernels.compiled import (
    MINE,
    SAFE,
    UNKNOWN,
    Bytes,
    Floats,
    Geometry,
    Ints,
    Longs,
)
from core.solver.kernels.fifty_fifty import CELLS, WALL, WALLED

Shape: TypeAlias = tuple[tuple[int, int], ...]
"""Cells as rows and columns relative to one of them."""

_AROUND: Final[Shape] = tuple(
    (row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if (row, col) != (0, 0)
)
_BESIDE: Final[Shape] = ((0, 0), (0, 1))
_BELOW: Final[Shape] = ((0, 0), (1, 0))
_SQUARE: Final[Shape] = ((0, 0), (0, 1), (1, 1), (1, 0))


# A 100x100 grid's tables take 3 MB; a process meets few sizes at a time. They are made of whole
# columns at once: cell by cell those of such a grid would take half a second of somebody's hint.
@lru_cache(maxsize=32)
def geometry_of(rows: int, cols: int) -> Geometry:
    """Return the neighbours of each cell and the words to hash positions with."""
    grid = Grid(rows, cols)
    around, count = _within(grid, _places(grid, ((0, 0),)), _AROUND)
    near = np.column_stack((around, count)).astype(np.int32)
    # Fixed seeds, since the words need to be spread out, not secret; one for each size, since a
    # thread's table of known components is shared by boards of all sizes.
    salt = np.random.default_rng([rows, cols]).integers(1, 2**62, (len(grid), 17), np.int64)
    return Geometry(cols, near, salt, fifties_of(grid), book_of(grid, salt))


def fifties_of(grid: Grid) -> Ints:
    """Return every place where a 50/50 may stand, (places, 11): see ``fifty_fifty.CELLS``.

    A 50/50 is a pair of cells side by side, or a square of four with its mines on one of the two
    diagonals: of its cells, as the table's row lists them, either those of even index are mines or
    those of odd index. Its wall are the cells around it whose numbers would tell which; where they
    are all mines, nothing ever can.
    """
    return np.concatenate([_fifties(grid, shape) for shape in (_BESIDE, _BELOW, _SQUARE)])


def _fifties(grid: Grid, shape: Shape) -> Ints:
    """Return the places of 50/50s of a ``shape``, (places, 11)."""
    places, wall = _places(grid, shape), _wall(shape)
    table = np.full((len(places), WALLED + 1), -1, np.int32)
    table[:, CELLS : CELLS + len(shape)], _ = _within(grid, places, shape)
    table[:, WALL : WALL + len(wall)], table[:, WALLED] = _within(grid, places, wall)
    return table


def _wall(shape: Shape) -> Shape:
    """Return the cells around a 50/50 that touch more of its even cells than of its odd ones.

    Or more of the odd ones: either way their numbers would tell which of them are mines.
    """
    surplus = Counter[tuple[int, int]]()
    for cells, count in ((shape[::2], 1), (shape[1::2], -1)):
        for row, col in cells:
            for down, right in _AROUND:
                surplus[row + down, col + right] += count
    return tuple(sorted(cell for cell in surplus if surplus[cell] and cell not in shape))


def _places(grid: Grid, shape: Shape) -> Longs:
    """Return where ``shape`` fits into ``grid``, in row-major order: rows and columns, (n, 2)."""
    high, wide = (1 + max(part) for part in zip(*shape, strict=True))
    room = (max(grid.rows - high + 1, 0), max(grid.cols - wide + 1, 0))
    return np.indices(room).reshape(2, -1).T


def _within(grid: Grid, places: Longs, shape: Shape) -> tuple[Longs, Longs]:
    """Return the cells of ``shape`` at each of ``places`` that are on ``grid``, and how many.

    In the order of the shape, (n, cells), -1 behind the last.
    """
    cells = places[:, None, :] + np.array(shape)
    on_grid = ((cells >= 0) & (cells < (grid.rows, grid.cols))).all(axis=2)
    numbered = np.where(on_grid, cells @ (grid.cols, 1), -1)
    first = np.argsort(~on_grid, axis=1, kind="stable")
    return np.take_along_axis(numbered, first, axis=1), on_grid.sum(axis=1)


@lru_cache(maxsize=32)
def log_factorials(count: int) -> Floats:
    """Return the logs of 0! to ``count``!."""
    return np.concatenate(([0.0], np.cumsum(np.log(np.arange(1.0, count + 1)))))


def view_of(board: Board, safe: Iterable[Cell] = (), mines: Iterable[Cell] = ()) -> Bytes:
    """Return the board as kernels see it: numbers, UNKNOWN, and MINE where one exploded.

    ``safe`` and ``mines`` are closed cells that are known to be so: these become SAFE and MINE.
    """
    opened = np.frombuffer(board.opened, np.bool_)
    exploded = np.frombuffer(board.exploded, np.bool_)
    numbers = np.frombuffer(board.numbers, np.int8)
    hidden = np.where(exploded, np.int8(MINE), np.int8(UNKNOWN))
    view = np.where(opened, numbers, hidden)
    view[list(safe)], view[list(mines)] = SAFE, MINE
    return view
