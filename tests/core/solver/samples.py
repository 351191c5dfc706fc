"""Samples of everything the kernels do: ``python -m tests.core.solver.samples`` prints them.

The test of the uncompiled code runs this with and without the compiler and compares.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

import numpy as np

from core.board import Board
from core.grid import Grid
from core.solver import InconsistentBoard, advise, analyse
from core.solver.analysis import analyse_roughly
from core.solver.explain import explain_all
from core.solver.geometry import geometry_of
from core.solver.kernels.beam import search_order
from core.solver.kernels.component import make_work
from core.solver.kernels.contradiction import contradict
from core.solver.kernels.mapping import weights
from tests.core.solver.test_analysis_wide import lattice
from tests.core.solver.test_beam import widest
from tests.core.solver.test_contradiction import suppositions
from tests.core.solver.test_explain_fewest import scattered
from tests.strategies import random_game, random_rules, seeded

BUDGET = 0.01
"""Seconds, which advice counts in steps: uncompiled each of them takes a thousand times as long."""

SAMPLING = 1 << 18
"""Steps in which layouts are drawn, few for the same reason."""


def boards() -> Iterator[Board]:
    """Yield boards from random games, of many sizes."""
    for seed in range(60):
        rng = seeded(seed)
        game = random_game(rng, random_rules(rng, most=9), rng.randint(1, 25))
        if not game.outcome:
            yield game.board


def sample(board: Board) -> list[object]:
    """Return what the solver makes of ``board``."""
    analysis, advice = analyse(board), advise(board, BUDGET)
    rough = analyse_roughly(board, sampling=SAMPLING).probabilities
    return [
        rounded(analysis.probabilities),
        str(analysis.layouts),
        # Not the cell: which of several equal ones comes first may hang on the last bit.
        advice.best and rounded(np.array([advice.best.safe, advice.win])),
        rounded(rough),
        [reason.clues for reason in explain_all(board, analysis.safe, is_mine=False)],
    ]


def counted_by_series(board: Board, edges: int, steps: int) -> list[object]:
    """Return the map of ``board`` in little room, exact as far as ``steps`` suffice."""
    found = analyse_roughly(board, make_work(1 << 8, edges, 1 << 8), steps, 0, SAMPLING)
    return [found.exact, rounded(found.probabilities)]


def searched(board: Board) -> list[object]:
    """Return the order found for the widest component of ``board``, after more than one sweep."""
    frontier, component = widest(board)
    work = make_work(1 << 12, 1 << 14, 1 << 2)
    order, states = search_order(frontier, component, weights(1.0), work, 1 << 20)
    return [order.tolist(), rounded(np.array([states]))]


def contradictions(board: Board) -> list[int]:
    """Return what is found of suppositions about ``board``, and the steps that it took."""
    near, taken = geometry_of(board.grid.rows, board.grid.cols).near, np.zeros(4, np.int64)
    found = [contradict(view, near, numbers, taken) for view, numbers in suppositions(board)]
    return [*map(int, found), int(taken[3])]


def beside(high: int, higher: int) -> Board:
    """Return a board with a component of so many rows and one of more."""
    first, second = (str(lattice(rows, 9, 2)[0]).splitlines()[1:] for rows in (high, higher))
    rows = [*(row + "#" * 3 for row in first), "#" * 12, *("###" + row for row in second)]
    return Board.parse("\n".join((f"{len(rows)}x12/25", *rows)))


def rounded(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[float | None]:
    """Return ``values`` to nine digits, None for NaN."""
    return [None if math.isnan(value) else round(float(value), 9) for value in values]


def samples() -> Iterator[object]:
    """Yield every sample."""
    for board in boards():
        yield sample(board)
    yield rounded(analyse(lattice(30, 30, 3)[0]).probabilities)
    yield rounded(analyse_roughly(lattice(12, 12, 2)[0], sampling=SAMPLING).probabilities)
    fours = Board.parse("\n".join(("3x61/61", "#" * 61, "#" + "4#" * 30, "#" * 61)))
    yield counted_by_series(fours, 1 << 9, 1 << 18)  # which has no room for all of it at once
    yield counted_by_series(beside(4, 10), 1 << 9, 1 << 14)
    yield searched(lattice(18, 20, 2, 5)[0])
    yield contradictions(scattered(Grid(14, 14), 56, seed=2, share=0.5))
    for text in ("1x3/2 #1#", "2x2/1 2# ##", "3x3/1 1#1 ### 1#1"):
        try:
            yield rounded(analyse(Board.parse(text)).probabilities)
        except InconsistentBoard:
            yield "inconsistent"


if __name__ == "__main__":
    # In compiled code integers wrap around, which hashing needs; here that would be warned of.
    with np.errstate(over="ignore"):
        for line in samples():
            print(json.dumps(line))  # noqa: T201  # the command's output
