"""Playing on, as for comparisons: layouts are drawn evenly, and the mean is right."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from core.board import Board
from core.solver.advice import position_of
from core.solver.kernels.endgame_search import search_endgame
from core.solver.policy import DEFAULT, POLICIES
from tests.benchmarks.playing_on import Player, draw_layout, play_cells, seed_draws

pytestmark = pytest.mark.xdist_group("playing on")  # one process compiles its kernels

DEEP = POLICIES["deeper"]
BLIND = DEFAULT._replace(layouts=0, narrow=0)
BOARD = Board.parse("4x4/5\n####\n#2##\n####\n####")
"""A board with a frontier and cells off it: 28 * 35 layouts."""
LATE = Board.parse(
    "8x8/16\n1####210\n######10\n#####321\n#####2##\n###3#111\n###22210\n###3##10\n#####210"
)
"""A board with a pseudo 50/50, and 340,000 layouts."""


def fitting(board: Board) -> set[tuple[int, ...]]:
    """Return every layout that fits ``board``, by brute force."""
    closed = [cell for cell in range(len(board.grid)) if not board.opened[cell]]
    return {
        mines
        for mines in combinations(closed, board.mines)
        if all(
            sum(near in mines for near in board.grid.neighbours(cell)) == board.numbers[cell]
            for cell in range(len(board.grid))
            if board.opened[cell]
        )
    }


def test_layouts_are_drawn_evenly() -> None:
    """Each fitting layout is drawn about equally often, and no other one ever."""
    position, tools = position_of(BOARD)
    layout = np.zeros(16, np.int8)
    drawn: Counter[tuple[int, ...]] = Counter()
    seed_draws(5)
    whole = fitting(BOARD)
    for _ in range(20 * len(whole)):
        assert draw_layout(position.marks, BOARD.mines, tools, layout)
        drawn[tuple(np.flatnonzero(layout).tolist())] += 1
    assert set(drawn) <= whole
    # Chi squared: the mean of its n - 1 terms is 1, and 1.2 is six standard deviations above.
    spread = sum((drawn[each] - 20) ** 2 / 20 for each in whole)
    assert spread / (len(whole) - 1) < 1.2


def test_playing_on_has_the_exact_mean() -> None:
    """From a position that is searched to its end, playing on has the exact chance as mean."""
    position, tools = position_of(BOARD)
    layouts = len(fitting(BOARD))
    exact = search_endgame(position, tools.geometry.near, layouts, 1_000_000)
    ends = np.zeros((1, 2000))
    seed_draws(6)
    cells = np.array([exact.cell], np.int32)
    assert play_cells(position.marks, cells, Player(BOARD.mines, DEFAULT, tools), ends)
    error = ends.std() / 2000**0.5
    assert ends.mean() == pytest.approx(exact.wins / layouts, abs=4 * error)


def test_playing_on_searches_no_further_than_is_quick() -> None:
    """A policy that searches longer plays on with the default's limits."""
    board = Board.parse("5x5/7\n" + "#" * 5 + "\n#2###" + 3 * ("\n" + "#" * 5))
    position, tools = position_of(board)
    cells = np.array([24], np.int32)
    ends = np.zeros((3, 1, 8))
    for policy, found in zip((DEFAULT, DEEP, BLIND), ends, strict=True):
        seed_draws(8)
        player = Player(board.mines, policy, tools)
        assert play_cells(position.marks, cells, player, found)
    assert (ends[0] == ends[1]).all()
    assert (ends[0] != ends[2]).any()


def test_playing_on_is_the_policys_play() -> None:
    """Playing on uses pseudo 50/50s if the policy does, and narrow searches if asked to."""
    position, tools = position_of(LATE)
    cells = np.array([next(c for c in LATE.grid.cells() if LATE.grid.name(c) == "g4")], np.int32)
    ends = np.zeros((3, 1, 12))
    for policy, narrow, found in zip(
        (POLICIES["no-pseudo"], DEFAULT, DEFAULT), (False, False, True), ends, strict=True
    ):
        seed_draws(9)
        assert play_cells(position.marks, cells, Player(LATE.mines, policy, tools, narrow), found)
    assert (ends[0] != ends[1]).any()
    assert (ends[1] != ends[2]).any()
