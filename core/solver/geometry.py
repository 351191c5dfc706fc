"""What kernels need to know of a grid's size, made once a size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from core.board import Board
from core.grid import Cell, Grid
from core.solver.book import book_of
from core.solver.kernels.compiled import (
    DEGREE,
    MINE,
    SAFE,
    UNKNOWN,
    Bytes,
    Floats,
    Geometry,
    Ints,
)
from core.solver.kernels.fifty_fifty import CELLS, WALL, WALLED


# A 100x100 grid's tables take 3 MB; a process meets few sizes at a time.
@lru_cache(maxsize=32)
def geometry_of(rows: int, cols: int) -> Geometry:
    """Return the neighbours of each cell and the words to hash positions with."""
    grid = Grid(rows, cols)
    near = np.full((len(grid), DEGREE + 1), -1, np.int32)
    for cell in grid.cells():
        around = grid.neighbours(cell)
        near[cell, : len(around)] = around
        near[cell, DEGREE] = len(around)
    # Fixed seeds, since the words need to be spread out, not secret; one for each size, since a
    # thread's table of known components is shared by boards of all sizes.
    salt = np.random.default_rng([rows, cols]).integers(1, 2**62, (len(grid), 17), np.int64)
    return Geometry(cols, near, salt, fifties_of(grid), book_of(grid, salt))


def fifties_of(grid: Grid) -> Ints:
    """Return every place where a 50/50 may stand, (places, 11): see ``fifty_fifty.CELLS``.

    It is a pair of cells side by side, or the two diagonals of a square of four: mined are either
    the even or the odd ones of its cells, in the order of the row. The wall are the cells around
    whose numbers would tell which; where they are all mines, nothing ever can.
    """
    cols = grid.cols
    beside = [[one, one + 1] for one in grid.cells() if one % cols < cols - 1]
    below = [[one, one + cols] for one in range(len(grid) - cols)]
    pairs = beside[: len(beside) - (cols - 1)]
    squares = [[one, other, other + cols, one + cols] for one, other in pairs]
    places = [*beside, *below, *squares]
    table = np.full((len(places), WALLED + 1), -1, np.int32)
    for row, cells in zip(table, places, strict=True):
        wall = _wall(grid, cells)
        row[CELLS : CELLS + len(cells)] = cells
        row[WALL : WALL + len(wall)] = wall
        row[WALLED] = len(wall)
    return table


def _wall(grid: Grid, cells: list[Cell]) -> list[Cell]:
    around = Counter[Cell]()
    for place, cell in enumerate(cells):
        for near in grid.neighbours(cell):
            around[near] += -1 if place % 2 else 1
    return sorted(cell for cell, surplus in around.items() if surplus and cell not in cells)


@lru_cache(maxsize=32)
def log_factorials(count: int) -> Floats:
    """Return the logs of 0! to ``count``!."""
    return np.concatenate(([0.0], np.cumsum(np.log(np.arange(1.0, count + 1)))))


def view_of(board: Board, safe: Iterable[Cell] = (), mines: Iterable[Cell] = ()) -> Bytes:
    """Return the board as kernels see it: numbers, UNKNOWN, and MINE where one exploded.

    And SAFE and MINE at those closed cells of which that is known.
    """
    opened = np.frombuffer(board.opened, np.bool_)
    exploded = np.frombuffer(board.exploded, np.bool_)
    numbers = np.frombuffer(board.numbers, np.int8)
    hidden = np.where(exploded, np.int8(MINE), np.int8(UNKNOWN))
    view = np.where(opened, numbers, hidden)
    view[list(safe)], view[list(mines)] = SAFE, MINE
    return view
