"""What kernels need to know of a grid's size, made once a size."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from core.board import Board
from core.grid import Grid
from core.solver.kernels.compiled import DEGREE, MINE, UNKNOWN, Bytes, Floats, Geometry


# A 100x100 grid's tables take 1.7 MB; a process meets few sizes at a time.
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
    return Geometry(near, salt)


@lru_cache(maxsize=32)
def log_factorials(count: int) -> Floats:
    """Return the logs of 0! to ``count``!."""
    return np.concatenate(([0.0], np.cumsum(np.log(np.arange(1.0, count + 1)))))


def view_of(board: Board) -> Bytes:
    """Return the board as kernels see it: numbers, UNKNOWN, and MINE where one exploded."""
    opened = np.frombuffer(board.opened, np.bool_)
    exploded = np.frombuffer(board.exploded, np.bool_)
    numbers = np.frombuffer(board.numbers, np.int8)
    hidden = np.where(exploded, np.int8(MINE), np.int8(UNKNOWN))
    return np.where(opened, numbers, hidden)
