"""How often it costs something to guess a pseudo 50/50 at once.

Run ``python -m tests.benchmarks.pseudo``. Wherever the default would guess one, with at most
``--layouts`` layouts left, all play after that guess is searched to its end, and so is all play. It
prints how many such guesses there were, how many of them lose something, and what share of the
layouts won they lose on average; by how many cells the 50/50 has that a mine would make. With
``--scattered`` boards are random ones with open cells anywhere, else those that games are stuck on.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from math import exp
from random import Random
from typing import Final

from core.board import Board
from core.grid import Grid
from core.solver.advice import position_of
from core.solver.kernels.component import OK
from core.solver.kernels.endgame_search import search_endgame
from core.solver.kernels.position import Position, Tools
from core.solver.policy import DEFAULT
from core.solver.pseudo import fifty_of
from tests.core.solver.brute import show
from tests.core.solver.test_pseudo import PLENTY, found_on, stuck, won_after

SHARES: Final = (0.1, 0.35)
"""Between which shares of the cells of a scattered board are mines."""

LEAST: Final = 4
"""Rows and columns that a scattered board has at least."""


def scattered(boards: int, rows: int, cols: int) -> Iterator[tuple[Board, Position, Tools]]:
    """Yield ``boards`` of up to this size, any of whose safe cells may be open."""
    rng = Random(1)
    for _ in range(boards):
        grid = Grid(rng.randint(LEAST, rows), rng.randint(LEAST, cols))
        mines = set(rng.sample(grid.cells(), int(len(grid) * rng.uniform(*SHARES))))
        safe = [cell for cell in grid.cells() if cell not in mines]
        board = show(grid, mines, rng.sample(safe, int(len(safe) * rng.uniform(0.4, 0.95))))
        yield board, *position_of(board)


def main() -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=7)
    parser.add_argument("--cols", type=int, default=7)
    parser.add_argument("--mines", type=int, default=12, help="of boards of games")
    parser.add_argument("--boards", type=int, default=1000, help="or games")
    parser.add_argument("--layouts", type=int, default=400, help="at most")
    parser.add_argument("--scattered", action="store_true")
    given = parser.parse_args()
    losses = defaultdict[int, list[float]](list)
    for board, position, tools in (
        scattered(given.boards, given.rows, given.cols)
        if given.scattered
        else stuck(given.boards, given.rows, given.cols, given.mines)
    ):
        solved = position.solved
        count = round(exp(min(solved.log_total, 20.0))) if solved.status == OK else 0
        cell = found_on(position, board.mines, tools) if 1 < count <= given.layouts else -1
        if cell >= 0:
            best = search_endgame(position, tools.geometry.near, count, PLENTY).wins
            lost = best - won_after(position, cell, board.mines, tools)
            fifty = fifty_of(position, cell, DEFAULT.pseudo, tools.geometry)
            losses[len(fifty)].append(lost / best)
    for cells, shares in sorted(losses.items()):
        bad = [share for share in shares if share]
        mean = 100 * sum(bad) / len(bad) if bad else 0.0
        print(f"{cells} cells: {len(shares)} guesses, {len(bad)} lose something, {mean:.1f}%")


if __name__ == "__main__":
    main()
