"""What the solver remembers of one board must not leak into another."""

from __future__ import annotations

from random import Random

import numpy as np

from core.grid import Grid
from core.solver import analyse
from core.solver.kernels.component import forget
from core.solver.workspace import narrow_work
from tests.core.solver.brute import show


def test_boards_of_other_sizes_do_not_mix() -> None:
    """The same open cells on boards of different shapes are solved independently."""
    rng = Random(5)
    for _ in range(300):
        mines = set(rng.sample(range(60), 12))
        shown = rng.sample(sorted(set(range(60)) - mines), 8)
        for grid in (Grid(6, 10), Grid(10, 6), Grid(5, 12), Grid(12, 5)):
            board = show(grid, mines, shown)
            remembered = analyse(board)
            forget(narrow_work())
            assert np.allclose(
                analyse(board).probabilities, remembered.probabilities, 0, 1e-12, equal_nan=True
            )


def test_layers_are_told_apart_however_many_there_were() -> None:
    """A thread that has counted more layers than 32 bits hold still solves correctly."""
    rng, work = Random(6), narrow_work()
    for _ in range(20):
        mines = set(rng.sample(range(60), 12))
        board = show(Grid(6, 10), mines, rng.sample(sorted(set(range(60)) - mines), 12))
        forget(work)
        early = analyse(board).probabilities
        forget(work)
        work.mark[0] = 2**31 - 3
        assert np.allclose(analyse(board).probabilities, early, 0, 1e-12, equal_nan=True)
