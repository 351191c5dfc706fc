"""Hold the approximation of maps that are too wide to be solved against maps that are solved.

Run ``python -m tests.benchmarks.rough``. Every component counts as too wide, on boards whose map
can be had exactly all the same: lattices of 6 to 12 rows, every second cell of every second row
open, and small patches of a random layout. It prints, for each kind, by how much the worst cell of
a board is off: the largest, the 99th percentile, how many boards have a cell off by over a half;
and the mean over all cells.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from random import Random

import numpy as np

from core.board import Board
from core.grid import Grid
from core.solver.analysis import analyse, analyse_roughly
from tests.core.solver.brute import show
from tests.core.solver.test_analysis_wide import lattice


def lattices(count: int, seed: int) -> Iterator[Board]:
    """Yield lattices as wide as a board that can still be solved."""
    for each in range(seed, seed + count):
        rng = Random(each)
        yield lattice(rng.randint(6, 12), rng.randint(8, 24), 2, each)[0]


def patches(count: int, seed: int) -> Iterator[Board]:
    """Yield patches of 4 to 9 rows and columns: up to half of the cells mines, others open."""
    rng = Random(seed)
    for _ in range(count):
        grid = Grid(rng.randint(4, 9), rng.randint(4, 9))
        mines = set(rng.sample(grid.cells(), rng.randint(1, len(grid) // 2)))
        safe = [cell for cell in grid.cells() if cell not in mines]
        yield show(grid, mines, rng.sample(safe, rng.randint(1, len(safe) * 2 // 3 + 1)))


def compare(boards: Iterable[Board]) -> str:
    """Return how far the approximate maps of ``boards`` are off."""
    worst, off = [], []
    for board in boards:
        exact, rough = analyse(board), analyse_roughly(board)
        if not exact.exact or rough.exact:
            continue  # not known, or nothing was left to approximate
        each = np.abs(exact.probabilities - rough.probabilities)
        off.append(each[~np.isnan(each)])
        worst.append(off[-1].max())
    high, mean = np.array(worst), np.concatenate(off).mean()
    return (
        f"{high.size} boards  mean {mean:.4f}  worst cell: largest {high.max():.4f}, "
        f"p99 {np.quantile(high, 0.99):.3f}, over a half on {(high > 0.5).sum()}"
    )


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lattices", type=int, default=400)
    parser.add_argument("--patches", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("lattices", compare(lattices(options.lattices, options.seed)))
    print("patches ", compare(patches(options.patches, options.seed)))


if __name__ == "__main__":
    main()
