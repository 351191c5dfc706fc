"""Playing on, as for comparisons: layouts are drawn evenly, and the mean is right."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from core.board import Board
from core.solver.advice import position_of
from core.solver.kernels.compiled import Bytes, Floats
from core.solver.policy import DEFAULT, POLICIES
from tests.benchmarks import playing_on
from tests.benchmarks.playing_on import Player
from tests.core.solver.test_pseudo import won_after

DEEP = POLICIES["deeper"]
BLIND = DEFAULT._replace(layouts=0, narrow=0, pseudo=0)
BOARD = Board.parse("3x5/4\n#####\n#1###\n#####")
"""A board with a frontier and cells off it: 8 * 20 layouts."""
LATE = Board.parse(
    "8x8/16\n1####210\n######10\n#####321\n#####2##\n###3#111\n###22210\n###3##10\n#####210"
)
"""A board with a pseudo 50/50, and 340,000 layouts."""


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run what plays on as plain Python around the solver's kernels: to compile it takes a minute.

    Code that Numba refuses ends a benchmark at once; here it is about what is computed.
    """
    for name, function in vars(playing_on).copy().items():
        if getattr(function, "__module__", None) == playing_on.__name__:
            monkeypatch.setattr(playing_on, name, getattr(function, "py_func", function))


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
    layout = np.zeros(len(BOARD.grid), np.int8)
    drawn: Counter[tuple[int, ...]] = Counter()
    playing_on.seed_draws(5)
    whole = fitting(BOARD)
    for _ in range(10 * len(whole)):
        assert playing_on.draw_layout(position.marks, BOARD.mines, tools, layout)
        drawn[tuple(np.flatnonzero(layout).tolist())] += 1
    assert set(drawn) <= whole
    # Chi squared: the mean of its n - 1 terms is 1, and 1.5 is four standard deviations above.
    spread = sum((drawn[each] - 10) ** 2 / 10 for each in whole)
    assert spread / (len(whole) - 1) < 1.5


def played_on(cells: list[int], player: Player, monkeypatch: pytest.MonkeyPatch) -> Floats:
    """Return how each of ``cells`` of BOARD ends from each layout: (cells, layouts)."""
    position, whole = position_of(BOARD)[0], fitting(BOARD)
    left = iter(whole)

    def next_layout(_marks: Bytes, _mines: int, _tools: Any, layout: Bytes) -> bool:
        layout[:] = 0
        layout[list(next(left))] = 1
        return True

    monkeypatch.setattr(playing_on, "draw_layout", next_layout)
    ends = np.zeros((len(cells), len(whole)))
    assert playing_on.play_cells(position.marks, np.array(cells, np.int32), player, ends)
    return ends


def test_playing_on_has_the_exact_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """From all layouts of a position that is searched to its end the mean is the exact chance."""
    position, tools = position_of(BOARD)
    cells = [0, 1, 3, 14]
    ends = played_on(cells, Player(BOARD.mines, DEFAULT, tools), monkeypatch)
    wins = [won_after(position, cell, BOARD.mines, tools) for cell in cells]
    assert ends.mean(axis=1) * ends.shape[1] == pytest.approx(wins)


def test_the_luck_of_several_guesses_is_none_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a search the mean over all layouts is the share won, and what is won spreads less."""
    cells, player = [0, 4, 14], Player(BOARD.mines, BLIND, position_of(BOARD)[1])
    fair = played_on(cells, player, monkeypatch)
    monkeypatch.setattr(playing_on, "luck", lambda *_: 0.0)
    won = played_on(cells, player, monkeypatch)
    assert set(np.unique(won)) == {0.0, 1.0}
    assert fair.mean(axis=1) == pytest.approx(won.mean(axis=1))
    assert (fair.std(axis=1) < 0.6 * won.std(axis=1)).all()


def test_playing_on_searches_no_further_than_is_quick() -> None:
    """A policy that searches longer plays on with the default's limits."""
    board = Board.parse("5x5/7\n" + "#" * 5 + "\n#2###" + 3 * ("\n" + "#" * 5))
    position, tools = position_of(board)
    cells = np.array([24], np.int32)
    ends = np.zeros((3, 1, 8))
    for policy, found in zip((DEFAULT, DEEP, BLIND), ends, strict=True):
        playing_on.seed_draws(8)
        player = Player(board.mines, policy, tools)
        assert playing_on.play_cells(position.marks, cells, player, found)
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
        playing_on.seed_draws(9)
        player = Player(LATE.mines, policy, tools, narrow)
        assert playing_on.play_cells(position.marks, cells, player, found)
    assert (ends[0] != ends[1]).any()
    assert (ends[1] != ends[2]).any()
