"""How many boards that are too wide for the room of a thread are exact, in what time and memory.

Run ``python -m tests.benchmarks.wide``. Boards of each kind are drawn until enough of them are too
wide: scattered open cells on 24x30 to 100x100, denser ones with 15 to 50% mines, and lattices. It
prints how many of them are exact, the error bars of the others, the processor time of the exact
part of the map and of all of it, and the most memory that a map took beside the rest of the process
(as Linux tells it).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random
from time import process_time
from typing import Final

import numpy as np

from core.board import Board
from core.grid import Grid
from core.solver import analyse, warm
from core.solver.analysis import analyse_roughly, solve
from core.solver.geometry import view_of
from core.solver.kernels.component import WIDE
from core.solver.kernels.wide import STEPS
from core.solver.workspace import broad_work, narrow_work
from tests.benchmarks import rough
from tests.core.solver import test_strips
from tests.core.solver.test_analysis_wide import lattice
from tests.memory import most_taken

SMALL: Final = 0.3
"""An error bar with which the map is of use."""

DENSER: Final = ((50, 70), (70, 80), (96, 90))
"""Rows and columns that the denser boards have open cells on."""


def scattered(rng: Random) -> Board:
    """Return a board of scattered open cells."""
    return rough.scattered(rng, Grid(rng.randint(24, 100), rng.randint(30, 100)))


def denser(rng: Random) -> Board:
    """Return a board with up to 50% mines."""
    return test_strips.scattered(rng.randrange(1 << 30), *rng.choice(DENSER))


def lattices(rng: Random) -> Board:
    """Return a board with every second cell of every second row open."""
    return lattice(rng.randint(12, 34), rng.randint(12, 60), 2, rng.randrange(1 << 30))[0]


def too_wide(kind: Callable[[Random], Board], seed: int) -> Iterator[Board]:
    """Yield boards of a kind that do not fit the room of a thread."""
    rng = Random(seed)
    while True:
        board = kind(rng)
        chance = np.empty(len(board.grid))
        if solve(board, view_of(board), narrow_work(), chance).status == WIDE:
            yield board


def spent(ask: Callable[[], object]) -> float:
    """Return the processor time that ``ask`` takes, in s."""
    began = process_time()
    ask()
    return process_time() - began


def solve_broadly(board: Board) -> None:
    """Map a board, but draw no layouts for what cannot be solved."""
    analyse_roughly(board, broad_work(), STEPS, sampling=0)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=200, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    warm()
    analyse(next(too_wide(denser, 0)))  # loads the kernels that only wide boards need
    for kind in (scattered, denser, lattices):
        boards = list(islice(too_wide(kind, options.seed), options.boards))
        maps = [most_taken(partial(analyse, board)) for board in boards]
        bars = [analysis.error_bar for analysis, _ in maps if not analysis.exact]
        small, unknown = sum(bar <= SMALL for bar in bars), bars.count(1.0)
        told = [f"{kind.__name__}: {len(boards) - len(bars)} of {len(boards)} exact"]
        told.append(f"error bar of the others {SMALL} at most on {small}, 1 on {unknown}")
        for name, ask in (("solved", solve_broadly), ("drawn too", analyse)):
            times = [spent(partial(ask, board)) for board in boards]
            told.append(f"{name} {np.mean(times):.3f} s, most {max(times):.2f}")
        told.append(f"most memory {max(taken for _, taken in maps):.0f} MB")
        print("; ".join(told), flush=True)


if __name__ == "__main__":
    main()
