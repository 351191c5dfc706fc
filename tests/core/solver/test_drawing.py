"""Layouts drawn from a position: all possible, and equally likely."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from core.board import Board
from core.solver import analyse
from core.solver.advice import position_of
from core.solver.joint import all_safe
from core.solver.kernels.bits import WORD
from core.solver.kernels.compiled import Bytes, Ints
from core.solver.kernels.drawing import draw_layouts, leave_out_twins
from core.solver.kernels.endgame import list_cells
from core.solver.layouts import count_layouts
from tests.core.solver.brute import random_board
from tests.core.solver.test_endgame import possible_layouts
from tests.strategies import seeded

CLOSED = 14
"""Closed cells of boards whose layouts are listed by hand."""
SMALL, NUMBER = 300, 4000
"""Layouts that a board may have that is looked at layout by layout, and how many are drawn."""
SIGMAS = 5.0
"""Standard deviations that a share of what is drawn may be off."""
PARTS = Board.parse("8x12/22\n#1#1#1##1#1#\n########2###\n" + "############\n" * 5 + "1##########2")
"""Four components of few cells, two of which may have 2 mines or 3, and more cells off the frontier
than a word has bits."""


class Drawing:
    """Draws layouts of ``board``, whose closed cells are ``cells``."""

    def __init__(self, board: Board) -> None:
        """Read ``board``."""
        self._position, self._tools = position_of(board)
        self.cells: Ints = np.empty(self._position.unknown + self._position.certain, np.int32)
        self._place = np.empty(self._position.marks.size, np.int32)
        list_cells(self._position, self._tools.geometry.near, self.cells, self._place)

    def drawn(self, number: int, seed: int) -> Bytes:
        """Return drawn layouts: (layouts, cells), 1 for a mine."""
        words = draw_layouts(self._position, self._place, number, seed, self._tools)
        at = np.arange(self.cells.size)
        return ((words[:, at // WORD] >> (at % WORD)) & 1).astype(np.int8)


def looked_at(board: Board, most: int) -> bool:
    """Tell whether one has to guess on ``board``, and its layouts are at most so many."""
    if any(board.exploded) or len(list(board.closed())) > CLOSED:
        return False
    return 2 < count_layouts(board) <= most and not analyse(board).safe


def test_each_layout_is_as_likely() -> None:
    """On small random boards every layout is drawn first equally often over the seeds."""
    looked = 0
    for seed in range(700):
        board = random_board(seeded(seed))
        if not looked_at(board, 12):
            continue
        drawing = Drawing(board)
        found = Counter(drawing.drawn(1, 7919 * each).tobytes() for each in range(400))
        mean = 400 / count_layouts(board)
        assert len(found) == count_layouts(board), seed
        assert max(abs(count - mean) for count in found.values()) < SIGMAS * mean**0.5, seed
        looked += 1
    assert looked > 10


def test_all_layouts_are_found_none_twice() -> None:
    """On small random boards all possible layouts are drawn, each once, and no other."""
    looked = 0
    for seed in range(700):
        board = random_board(seeded(seed))
        if not looked_at(board, SMALL):
            continue
        drawing = Drawing(board)
        cells, layouts = drawing.cells, drawing.drawn(NUMBER, seed)
        known = {cell for cell in board.closed() if analyse(board).probabilities[cell] == 1.0}
        found = [frozenset(cells[row == 1].tolist()) | known for row in layouts]
        assert len(found) == len(set(found)), seed
        assert set(found) == possible_layouts(board), seed
        looked += 1
    assert looked > 20


def test_drawn_cells_and_pairs_are_mines_as_often_as_the_map_says() -> None:
    """On a board of many layouts the shares of mines and of safe pairs equal the map's."""
    analysis = analyse(PARTS)
    drawing = Drawing(PARTS)
    cells, layouts = drawing.cells, drawing.drawn(20_000, 3)
    assert (layouts.sum(axis=1) == PARTS.mines).all()
    for u, cell in enumerate(cells.tolist()):
        chance = float(analysis.probabilities[cell])
        spread = (chance * (1.0 - chance) / len(layouts)) ** 0.5
        assert abs(layouts[:, u].mean() - chance) < SIGMAS * spread, cell
    for one, other in combinations(range(12), 2):
        chance = all_safe(analysis, [int(cells[one]), int(cells[other])])
        share = (layouts[:, one] + layouts[:, other] == 0).mean()
        assert abs(share - chance) < SIGMAS * (0.25 / len(layouts)) ** 0.5


@pytest.mark.parametrize("number", [1, 50])
def test_the_same_seed_draws_the_same(number: int) -> None:
    """What is drawn depends only on the seed."""
    first, again, other = (Drawing(PARTS).drawn(number, seed) for seed in (5, 5, 6))
    assert (first == again).all()
    assert not (first == other).all()


def test_only_layouts_that_are_equal_in_both_words_are_left_out() -> None:
    """Of layouts that a table has in one place those that differ in either word are kept."""
    layouts = np.array([[1, 2], [1, 10], [9, 2], [1, 2]])
    assert leave_out_twins(layouts) == 3
    assert layouts[:3].tolist() == [[1, 2], [1, 10], [9, 2]]
