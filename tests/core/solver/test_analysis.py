"""The probability map compared with exhaustive counting, and impossible boards."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from numpy.testing import assert_allclose

from core.board import Board
from core.grid import Grid
from core.solver import InconsistentBoard, analyse
from tests.core.solver.brute import count_by_hand, frontier_of, random_board, show
from tests.core.solver.positions import POSITIONS, published


def check_against_count(board: Board) -> None:
    """Compare every figure of an analysis with exhaustive counting."""
    total, chances = count_by_hand(board)
    analysis = analyse(board)
    assert analysis.exact
    assert analysis.layouts == total
    found, expected = analysis.probabilities[list(chances)], list(map(float, chances.values()))
    assert_allclose(found, expected, rtol=0.0, atol=1e-9)
    assert analysis.safe == tuple(sorted(c for c, chance in chances.items() if chance == 0))
    assert analysis.mines == tuple(sorted(c for c, chance in chances.items() if chance == 1))
    assert np.isnan(analysis.probabilities[np.frombuffer(board.opened, np.bool_)]).all()
    assert (analysis.probabilities[np.frombuffer(board.exploded, np.bool_)] == 1.0).all()


def test_map_equals_exhaustive_count() -> None:
    """On 800 random boards map, count and certain cells equal those of counting."""
    rng, checked = Random(1), 0
    while checked < 800:
        board = random_board(rng)
        if len(frontier_of(board)) <= 20:
            check_against_count(board)
            checked += 1


def test_no_layout_fits_exactly_when_counting_says_so() -> None:
    """Boards with a changed number are refused if and only if no layout fits them."""
    rng, refused = Random(2), 0
    for _ in range(500):
        board = random_board(rng)
        numbers = bytes(
            min(n + rng.randint(0, 1), 8) * o
            for n, o in zip(board.numbers, board.opened, strict=True)
        )
        changed = Board(board.grid, board.mines, board.opened, numbers, exploded=board.exploded)
        if len(frontier_of(changed)) > 20:
            continue
        if count_by_hand(changed)[0]:
            check_against_count(changed)
        else:
            refused += 1
            with pytest.raises(InconsistentBoard):
                analyse(changed)
    assert refused > 50


def test_flags_are_not_believed() -> None:
    """Flags, right or wrong, change nothing."""
    plain = Board.parse("3x3/2\n###\n#2#\n###")
    flagged = Board.parse("3x3/2\nFFF\n#2#\n###")
    assert np.array_equal(
        analyse(plain).probabilities, analyse(flagged).probabilities, equal_nan=True
    )


def test_unopened_board() -> None:
    """With nothing open every cell has the same chance, on the largest board too."""
    grid = Grid(100, 100)
    analysis = analyse(show(grid, set(range(8400)), []))
    assert analysis.probabilities == pytest.approx(np.full(10000, 0.84), abs=1e-12)
    assert analysis.layouts == math.comb(10000, 8400)


@pytest.mark.skipif(not POSITIONS.exists(), reason="the positions are not part of the project")
def test_positions_are_reproduced() -> None:
    """The probabilities and numbers of layouts of published positions are reproduced."""
    for board, data in published(POSITIONS):
        analysis = analyse(board)
        expected = np.array([math.nan if p is None else p for p in data["p"]])
        assert_allclose(analysis.probabilities, expected, rtol=0.0, atol=1e-9)  # NaN where open
        assert str(analysis.layouts) == data["solutions"]
