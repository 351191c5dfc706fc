"""The memory that a component with many states and numbers of mines takes."""

from __future__ import annotations

import numpy as np
import pytest

from core.board import Board
from core.solver import analyse
from core.solver.analysis import analyse_roughly, solve
from core.solver.geometry import view_of
from core.solver.kernels.component import OK, make_work
from core.solver.kernels.wide import STEPS
from tests.memory import FORGET, most_taken


def snake(turns: int, length: int, deep: int) -> Board:
    """Return a winding line of fours that ends in a lattice, 3 wide and ``deep``."""
    rows = [["#"] * 100 for _ in range(100)]
    for turn in range(turns):
        rows[1 + 4 * turn][1 : 2 * length : 2] = "4" * length
        rows[3 + 4 * turn][2 * length - 1 if turn % 2 == 0 else 1] = "4"
    for row in range(4 * turns - 1, 4 * turns - 1 + 2 * deep, 2):
        rows[row][1:6:2] = "444"
    return Board.parse("\n".join(("100x100/3300", *map("".join, rows))))


@pytest.mark.skipif(not FORGET.exists(), reason="only Linux tells the memory there")
def test_many_numbers_of_mines_take_no_more_memory_than_there_is_room_for() -> None:
    """54,302 states with 212 numbers of mines are not all held in memory at once."""
    board = snake(4, 49, 3)
    analyse_roughly(snake(1, 2, 1), steps=STEPS)  # so that no kernel is compiled from here on
    analysis, taken = most_taken(lambda: analyse(board))
    assert analysis.exact
    assert taken < 150


def test_numbers_of_mines_taken_a_few_at_a_time_give_the_same_map() -> None:
    """With room for 13 of its 19 numbers of mines a component has the same map."""
    board = snake(2, 4, 2)
    chances = []
    for edges in (1 << 18, 20_000):  # the second has room for 13 times 1,520 states
        chances.append(np.empty(len(board.grid)))
        work = make_work(1 << 13, edges, 1 << 12)
        assert solve(board, view_of(board), work, chances[-1]).status == OK
    assert (chances[1] == chances[0]).all()
