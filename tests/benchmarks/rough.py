"""Hold the approximation of maps that are too wide to be solved against maps solved in more room.

Run ``python -m tests.benchmarks.rough``. Boards are drawn until enough of them are too wide by
default but can be solved in 16 times the room, 2.6 GB: lattices with every second cell of every
second row open, scattered open cells, and such in a part of the board only. It prints, for each
kind and way, the mean error of a cell, and of the worst cell of each board the median, the 99th
percentile and the largest; the same of the error bars; by what share of its error bar a board is
off at most; and by which power of ten the number of layouts is off. The ways are layouts drawn at
random, the default, and belief propagation alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from math import log
from random import Random

import numpy as np

from core.board import Board
from core.grid import Grid
from core.solver.analysis import Analysis, analyse, analyse_roughly
from core.solver.kernels.component import make_work
from core.solver.kernels.wide import PROVING, SAMPLING, STEPS
from core.solver.workspace import broad_work
from tests.core.solver.brute import show
from tests.core.solver.test_analysis_wide import lattice

ROOM = (1 << 21, 1 << 25, 1 << 13)
"""States of a layer, edges and known components that there is room for: 16 times the default."""

ENOUGH = 1 << 33
"""Steps that suffice for all that fits."""

KINDS = {"lattices": (22, 34), "scattered": (30, 50), "large": (50, 100)}
"""The fewest and the most rows of each kind of board; smaller ones are hardly ever too wide."""


def boards(kind: str, seed: int) -> Iterator[Board]:
    """Yield boards of a kind that are too wide by default."""
    rng = Random(seed)
    while True:
        rows, cols = rng.randint(*KINDS[kind]), rng.randint(30, 60)
        if kind == "lattices":
            board = lattice(rows, cols, 2, rng.randint(0, 1 << 30))[0]
        else:
            board = scattered(rng, Grid(rows, cols + rows // 2 if kind == "large" else cols))
        if not analyse(board).exact:
            yield board


def scattered(rng: Random, grid: Grid) -> Board:
    """Return a board with 14 to 38% mines and scattered open cells, all over it or in its top."""
    mines = set(rng.sample(grid.cells(), int(len(grid) * rng.uniform(0.14, 0.38))))
    top = len(grid) if rng.random() < 0.5 else int(len(grid) * rng.uniform(0.4, 0.9))
    safe = [cell for cell in range(top) if cell not in mines]
    return show(grid, mines, rng.sample(safe, int(len(safe) * rng.uniform(0.2, 0.7))))


def solved(kind: str, seed: int) -> Iterator[tuple[Board, Analysis]]:
    """Yield such boards with the exact analysis, those that can be solved in ROOM."""
    work = make_work(*ROOM)
    for board in boards(kind, seed):
        exact = analyse_roughly(board, work, ENOUGH)
        if exact.exact:
            yield board, exact


def compare(found: list[tuple[Board, Analysis]], sampling: int) -> str:
    """Return how far the approximate maps of boards are off, drawn in ``sampling`` steps."""
    mean, worst, bars, powers = [], [], [], []
    for board, exact in found:
        rough = analyse_roughly(board, broad_work(), STEPS, PROVING, sampling)
        off = np.abs(exact.probabilities - rough.probabilities)
        mean.append(np.nanmean(off))
        worst.append(np.nanmax(off))
        bars.append(rough.error_bar)
        powers.append(abs(exact.log_layouts - rough.log_layouts) / log(10))
    share = np.array(worst) / bars
    return (
        f"{len(found)} boards  mean {np.mean(mean):.5f}  worst cell {spread(worst)}  "
        f"error bar {spread(bars)}  off by at most {share.max():.2f} of it  "
        f"layouts 10^ {spread(powers)}"
    )


def spread(values: list[float]) -> str:
    """Return the median, the 99th percentile and the largest of ``values``."""
    return " ".join(f"{value:.3f}" for value in np.quantile(values, (0.5, 0.99, 1.0)))


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=100, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for kind in KINDS:
        found = list(islice(solved(kind, options.seed), options.boards))
        for way, sampling in (("drawn", SAMPLING), ("belief", 0)):
            print(f"{kind:9} {way:6}", compare(found, sampling), flush=True)


if __name__ == "__main__":
    main()
