"""How many of the cells that numbers make certain strips find, where a component is too wide.

Run ``python -m tests.benchmarks.strips``. Boards that can be solved are drawn, and mapped once more
with every component taken for too wide. It prints, for each kind of board, how many of the certain
cells the local rules do not find, and how many of those strips find. It fails if a cell is wrong.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from types import MappingProxyType
from typing import Final

from core.board import Board
from core.grid import Cell, Grid
from core.solver import analyse
from core.solver.analysis import Analysis, analyse_roughly
from tests.core.solver import test_strips
from tests.core.solver.brute import show
from tests.core.solver.test_analysis_wide import lattice


def roomy(rng: Random) -> Board:
    """Return a long board with room beyond its numbers, so that no number of mines decides."""
    return test_strips.scattered(rng.randrange(1 << 30), rng.randint(8, 12), rng.randint(40, 100))


def full(rng: Random) -> Board:
    """Return one with no room: the number of mines may decide too."""
    return scattered(rng, Grid(rng.randint(8, 14), rng.randint(20, 40)))


def lattices(rng: Random) -> Board:
    """Return a board with every second cell of every second row open."""
    return lattice(rng.randint(6, 12), rng.randint(8, 24), 2, rng.randrange(1 << 30))[0]


def patches(rng: Random) -> Board:
    """Return a small board with no room."""
    return scattered(rng, Grid(rng.randint(4, 9), rng.randint(4, 9)))


KINDS: Final = MappingProxyType({roomy: 200, full: 200, lattices: 100, patches: 1500})
"""The kinds of boards, and of each how many are drawn."""


def scattered(rng: Random, grid: Grid) -> Board:
    """Return a board with 15 to 50% mines, 20 to 60% of its other cells open."""
    mines = set(rng.sample(grid.cells(), int(len(grid) * rng.uniform(0.15, 0.5))))
    safe = [cell for cell in grid.cells() if cell not in mines]
    return show(grid, mines, rng.sample(safe, int(len(safe) * rng.uniform(0.2, 0.6))))


def certain(analysis: Analysis) -> set[tuple[Cell, bool]]:
    """Return the certain cells, each with whether it is a mine."""
    return {(cell, False) for cell in analysis.safe} | {(cell, True) for cell in analysis.mines}


def measure(kind: Callable[[Random], Board], boards: int, seed: int) -> str:
    """Return what is found on so many ``boards`` of a kind."""
    rng = Random(seed)
    cells = found = 0
    for _ in range(boards):
        board = kind(rng)
        exact = analyse(board)
        assert exact.exact, board  # else the cells to be found would be those that strips find
        by_rules = certain(analyse_roughly(board, proving=0, sampling=0))
        rest = certain(exact) - by_rules
        strips = certain(analyse_roughly(board, sampling=0)) - by_rules
        assert strips <= rest, board  # nothing that is not certain
        cells += len(rest)
        found += len(strips)
    return f"{kind.__name__}: {boards} boards, {found} of {cells} cells, {100 * found / cells:.1f}%"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for kind, boards in KINDS.items():
        print(measure(kind, boards, options.seed), flush=True)


if __name__ == "__main__":
    main()
