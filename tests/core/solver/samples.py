"""Samples of everything the kernels do: ``python -m tests.core.solver.samples`` prints them.

The test of the uncompiled code runs this with and without the compiler and compares.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Iterator
from contextlib import redirect_stdout

import numpy as np

from core.board import Board
from core.cli.analyse import answers
from core.cli.main import main
from core.grid import Grid
from core.solver import InconsistentBoard, advise, analyse
from core.solver.advice import position_of
from core.solver.analysis import analyse_roughly, solve
from core.solver.explain import explain_all
from core.solver.explain_budget import Budget
from core.solver.explain_decide import Deciding
from core.solver.geometry import geometry_of, view_of
from core.solver.kernels.beam import search_order
from core.solver.kernels.component import OK, make_work
from core.solver.kernels.contradiction import contradict
from core.solver.kernels.ending import find_narrowly
from core.solver.kernels.mapping import weights
from core.solver.warm import CERTAIN, CLUES, SAFE, STUCK
from tests.core.solver.test_analysis_wide import lattice
from tests.core.solver.test_beam import widest
from tests.core.solver.test_contradiction import suppositions
from tests.core.solver.test_explain_fewest import scattered
from tests.strategies import random_game, random_rules, seeded

BUDGET = 0.01
"""Seconds, which advice counts in steps: uncompiled each of them takes a thousand times as long."""

SAMPLING = 1 << 18
"""Steps in which layouts are drawn, few for the same reason."""


MORE = ("4x4/4 1### #### #### ####", *STUCK[1:])
"""A board of the book, one of too many layouts to be searched, and one with a pseudo 50/50."""

SLOW = {13, 20, 35}
"""Seeds of boards whose narrow searches take most of the time; ``searched_narrowly`` makes up."""


def boards() -> Iterator[Board]:
    """Yield boards from random games, of many sizes, and some that are seldom met in games."""
    for seed in (each for each in range(60) if each not in SLOW):
        rng = seeded(seed)
        game = random_game(rng, random_rules(rng, most=9), rng.randint(1, 25))
        if not game.outcome:
            yield game.board
    yield from map(Board.parse, MORE)


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


def searched_narrowly(visits: int) -> list[object]:
    """Return what a narrow search finds that first tries some of 3,640 layouts."""
    position, tools = position_of(Board.parse("4x6/4 ###### #1#### ###### ######"))
    return [int(each) for each in find_narrowly(position, 4, 4000, 30.0, visits, tools)]


def solved_in(board: Board, *room: int) -> list[object]:
    """Return whether ``board`` is solved in so much room, and its map if it is."""
    chance = np.zeros(len(board.grid))
    solved = solve(board, view_of(board), make_work(*room), chance)
    return [solved.status, rounded(chance) if solved.status == OK else None]


def printed(command: str) -> list[str]:
    """Return the lines that a command prints."""
    with redirect_stdout(io.StringIO()) as out:
        assert main(command.split()) == 0
    return out.getvalue().splitlines()


def analysed() -> list[object]:
    """Return what ``analyse`` makes of a best cell that its search alone comes upon."""
    position = {"width": 5, "height": 2, "mines": 3, "rows": ["###21", "1###1"]}
    (answer,) = answers([json.dumps(position).encode()], 250.0, best=True)
    return [answer["best"] in ([0, 2], [1, 2]), rounded(np.array([answer["win"]]))]


def played() -> list[object]:
    """Return how many games ``play`` wins, with how many guesses."""
    # A small budget, as a search of milliseconds takes seconds uncompiled.
    size = "--rows 6 --cols 6 --mines 8 --games 12"
    (line,) = printed(f"play {size} --budget-ms 2 --json")
    summary = json.loads(line)
    return [summary[figure] for figure in ("games", "wins", "guesses_per_game")]


def contradictions(board: Board) -> list[int]:
    """Return what is found of suppositions about ``board``, and the steps that it took."""
    near, taken = geometry_of(board.grid.rows, board.grid.cols).near, np.zeros(4, np.int64)
    found = [contradict(view, near, numbers, taken) for view, numbers in suppositions(board)]
    return [*map(int, found), int(taken[3])]


def decided() -> list[object]:
    """Return which numbers decide a cell and are needed, with and without the count of mines."""
    deciding, budget = Deciding(Board.parse(CERTAIN)), Budget(100)
    asks = deciding.needed, deciding.holds, deciding.needs_all
    return [
        deciding.search(SAFE, is_mine=False, budget=budget),
        deciding.needed(CLUES, SAFE, is_mine=False, budget=budget, counting=True),
        *(ask(CLUES, SAFE, is_mine=False, budget=budget) for ask in asks),
    ]


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
    yield from (searched_narrowly(visits) for visits in (20_000, 1_000_000))
    yield solved_in(lattice(12, 12, 3)[0], 1 << 8, 1 << 12, 1 << 3)  # whose table is soon full
    yield solved_in(lattice(8, 8, 2)[0], 1 << 3, 1 << 5, 1 << 3)  # which is too little
    yield from (analysed(), decided(), played())
    yield printed("generate --rows 9 --cols 9 --mines 16 --count 3 --seed 5 --no-guess --hex")
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
