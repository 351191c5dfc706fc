"""Roll-outs: layouts are drawn evenly, what is played on has the right mean, the best cell wins."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from core.board import Board
from core.solver.kernels.choice import choose_guess, rank, search_end
from core.solver.kernels.endgame_search import search_endgame
from core.solver.kernels.rollout import (
    LATE,
    ROUND,
    Judged,
    choose_deeply,
    draw_layout,
    judge,
    play_cells,
    seed_draws,
    still_open,
)
from core.solver.policy import DEFAULT, POLICIES
from tests.core.solver.positions import position_of

DEEP = POLICIES["roll-outs"]
BLIND = DEFAULT._replace(layouts=0, narrow=0)
BOARD = Board.parse("4x4/5\n####\n#2##\n####\n####")
"""A board with a frontier and cells off it: 28 * 35 layouts."""


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
    """Each layout that fits is drawn about as often as any other, and no other layout ever."""
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
    """From a position that is searched to its end, what is played on comes to the exact chance."""
    position, tools = position_of(BOARD)
    layouts = len(fitting(BOARD))
    exact = search_endgame(position, tools.geometry.near, layouts, 1_000_000)
    ends = np.zeros((1, 2000))
    seed_draws(6)
    cells = np.array([exact.cell], np.int32)
    assert play_cells(position.marks, cells, BOARD.mines, DEFAULT, tools, ends)
    error = ends.std() / 2000**0.5
    assert ends.mean() == pytest.approx(exact.wins / layouts, abs=4 * error)


def test_what_came_of_the_cells_is_weighed_with_their_scores() -> None:
    """Few results move a cell little from what its score says, many take it to what they say."""
    ends = np.zeros((2, 4000))
    ends[1] = np.tile([0.3, -0.1], 2000)
    prior = np.array([0.0, -0.02])
    few, many = judge(ends[:, :2], prior, 0.016), judge(ends, prior, 0.016)
    assert prior[1] < few.gain[1] < 0.0 < many.gain[1] < 0.1
    assert many.gain[1] == pytest.approx(0.1, abs=0.03)
    assert many.error[1] < few.error[1] < 0.016
    assert few.gain[0] == many.gain[0] == 0.0


def test_cells_far_behind_are_given_up() -> None:
    """The first cell and the leader stay, and whatever may still catch up."""
    judged = Judged(np.array([0.0, 0.05, 0.04, -0.1]), np.array([0.0, 0.01, 0.01, 0.01]))
    assert still_open(judged).tolist() == [0, 1, 2]


def test_deep_choice_is_repeatable() -> None:
    """The same position gets the same cell, one of the candidates."""
    position, tools = position_of(BOARD)
    blind = DEEP._replace(layouts=0, narrow=0, playouts=2 * ROUND)
    first = choose_deeply(position, BOARD.mines, blind, tools)
    assert choose_deeply(position, BOARD.mines, blind, tools) == first
    cells = np.empty(position.unknown, np.int32)
    count = rank(position, BOARD.mines, blind, tools, cells).size
    assert first in cells[:count]


def test_early_guesses_are_left_to_the_score() -> None:
    """With too many layouts left the deep choice is the choice of the score."""
    board = Board.parse("8x8/12\n" + "#" * 8 + "\n##2#####" + 6 * ("\n" + "#" * 8))
    position, tools = position_of(board)
    assert position.solved.log_total > LATE
    assert choose_deeply(position, board.mines, DEEP, tools) == choose_guess(
        position, board.mines, DEEP, tools
    )


def test_deep_choice_ends_games_exactly() -> None:
    """What can be searched to its end is not played out."""
    position, tools = position_of(BOARD)
    ending = search_end(position, BOARD.mines, DEEP, tools)
    assert ending.cell >= 0
    assert choose_deeply(position, BOARD.mines, DEEP, tools) == ending.cell


def test_playing_on_searches_no_further_than_is_quick() -> None:
    """A policy that searches longer plays on as the default does: ends are searched no further."""
    board = Board.parse("5x5/7\n" + "#" * 5 + "\n#2###" + 3 * ("\n" + "#" * 5))
    position, tools = position_of(board)
    cells = np.array([24], np.int32)
    ends = np.zeros((3, 1, 8))
    for policy, found in zip((DEFAULT, DEEP, BLIND), ends, strict=True):
        seed_draws(8)
        assert play_cells(position.marks, cells, board.mines, policy, tools, found)
    assert (ends[0] == ends[1]).all()
    assert (ends[0] != ends[2]).any()


def test_roll_outs_choose_among_the_best() -> None:
    """What is chosen is, by many more layouts, within a few points of the best cell there is."""
    position, tools = position_of(BOARD)
    blind = DEEP._replace(layouts=0, narrow=0, playouts=8 * ROUND)
    cells = np.empty(position.unknown, np.int32)
    found = cells[: rank(position, BOARD.mines, blind, tools, cells).size]
    ends = np.zeros((found.size, 600))
    seed_draws(7)
    assert play_cells(position.marks, found, BOARD.mines, blind, tools, ends)
    won = dict(zip(found.tolist(), ends.mean(axis=1).tolist(), strict=True))
    assert won[choose_deeply(position, BOARD.mines, blind, tools)] > max(won.values()) - 0.03
