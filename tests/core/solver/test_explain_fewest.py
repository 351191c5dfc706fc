"""How few clues a reason needs, on boards where many numbers are connected."""

from __future__ import annotations

import pytest

from core.board import Board
from core.grid import Grid
from core.solver import analyse
from core.solver.explain import explain_all
from core.solver.explain_budget import Budget
from core.solver.explain_decide import Deciding
from tests.strategies import seeded

PLENTY = 10_000_000


def scattered(grid: Grid, mined: int, seed: int) -> Board:
    """Return a board with ``mined`` mines, opened at random places all over."""
    rng = seeded(seed)
    mines = set(rng.sample(range(len(grid)), mined))
    opened = bytes(cell not in mines and rng.random() < 0.55 for cell in grid.cells())
    numbers = bytes(
        opened[cell] and sum(near in mines for near in grid.neighbours(cell))
        for cell in grid.cells()
    )
    return Board(grid, len(mines), opened, numbers)


@pytest.mark.parametrize("seed", [0, 10, 14])
def test_reasons_are_minimal_on_scattered_boards(seed: int) -> None:
    """If a cell follows from dozens of connected numbers, only the few needed are told."""
    board = scattered(Grid(16, 30), 129, seed)
    analysis, deciding, budget = analyse(board), Deciding(board), Budget(PLENTY)
    long = 0
    for cells, is_mine in ((analysis.safe, False), (analysis.mines, True)):
        for reason in explain_all(board, cells, is_mine=is_mine):
            assert reason.minimal
            if reason.counting:
                continue
            long += len(reason.clues) > 8
            for cell in reason.cells:
                assert deciding.holds(reason.clues, cell, is_mine=is_mine, budget=budget)
                assert deciding.needs_all(reason.clues, cell, is_mine=is_mine, budget=budget)
    assert long > 5


def test_no_cell_of_a_large_busy_board_goes_without_a_minimal_reason() -> None:
    """The allowed work gives minimal reasons for all of over a thousand certain cells."""
    board = scattered(Grid(60, 60), 1080, 0)
    analysis = analyse(board)
    assert len(analysis.safe) + len(analysis.mines) > 1000
    for cells, is_mine in ((analysis.safe, False), (analysis.mines, True)):
        assert all(reason.minimal for reason in explain_all(board, cells, is_mine=is_mine))
