"""How few clues a reason needs, on boards where many numbers are connected."""

from __future__ import annotations

from functools import partial

import pytest

from core.board import Board
from core.grid import Grid
from core.solver import analyse
from core.solver.explain import easiest, explain, explain_all
from core.solver.explain_budget import Budget
from core.solver.explain_decide import Deciding
from tests.strategies import seeded

PLENTY = 10_000_000


def scattered(grid: Grid, mined: int, seed: int, share: float = 0.55, every: int = 1) -> Board:
    """Return a board with ``mined`` mines, a ``share`` of the others open in ``every``-th rows."""
    rng = seeded(seed)
    mines = set(rng.sample(range(len(grid)), mined))
    opened = bytes(
        cell not in mines and grid.row_col(cell)[0] % every == 0 and rng.random() < share
        for cell in grid.cells()
    )
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


def test_all_reasons_together_take_no_more_work_than_is_given() -> None:
    """Work that suffices for each cell alone does not for all: one reason is left for the rest."""
    board, work = scattered(Grid(16, 30), 129, 0), 1600
    safe = analyse(board).safe
    assert all(explain(board, cell, is_mine=False, work=work).minimal for cell in safe)
    *_, last = explain_all(board, safe, is_mine=False, work=work)
    assert not last.minimal
    assert len(last.cells) > 1


def test_no_cell_of_a_large_busy_board_goes_without_a_minimal_reason() -> None:
    """The allowed work gives minimal reasons for all of over a thousand certain cells."""
    board = scattered(Grid(60, 60), 1080, 0)
    analysis = analyse(board)
    assert len(analysis.safe) + len(analysis.mines) > 1000
    for cells, is_mine in ((analysis.safe, False), (analysis.mines, True)):
        assert all(reason.minimal for reason in explain_all(board, cells, is_mine=is_mine))


@pytest.mark.parametrize(
    ("board", "cell", "is_mine"),
    [
        (scattered(Grid(40, 40), 480, 20, share=0.4), 1313, False),
        (scattered(Grid(40, 40), 480, 25, share=0.4), 616, False),
        (scattered(Grid(40, 40), 480, 25, share=0.4), 696, True),
        (scattered(Grid(60, 60), 1080, 44, share=0.4), 1773, False),
        (scattered(Grid(60, 60), 1080, 101, share=0.4), 2371, False),
        (scattered(Grid(60, 60), 1080, 101, share=0.4), 2311, True),
        # Here hundreds of conflicts are met on the way.
        (scattered(Grid(60, 60), 1080, 2, share=1.0, every=2), 2712, False),
        (scattered(Grid(60, 60), 1080, 2, share=1.0, every=2), 2652, True),
        (scattered(Grid(70, 70), 1960, 2, share=1.0, every=2), 2073, False),
        (scattered(Grid(70, 70), 1960, 2, share=1.0, every=2), 2078, True),
    ],
)
def test_a_few_needed_numbers_are_found_among_hundreds_too_wide_to_be_solved(
    board: Board, cell: int, *, is_mine: bool
) -> None:
    """If a cell needs a few numbers far away, hundreds that are tied to it do not hide them."""
    reason, deciding = explain(board, cell, is_mine=is_mine), Deciding(board)
    assert reason.minimal
    assert not reason.counting
    assert deciding.holds(reason.clues, cell, is_mine=is_mine, budget=Budget(PLENTY))
    assert deciding.needs_all(reason.clues, cell, is_mine=is_mine, budget=Budget(PLENTY))


@pytest.mark.parametrize(
    ("grid", "mined", "seed", "share"),
    [
        (Grid(30, 40), 300, 23, 0.7),
        (Grid(50, 50), 625, 2, 0.8),
        (Grid(60, 90), 1512, 28, 0.92),
        (Grid(60, 90), 1512, 48, 0.8),
    ],
)
def test_reasons_that_count_the_room_left_are_minimal(
    grid: Grid, mined: int, seed: int, share: float
) -> None:
    """If hundreds of numbers and the count decide cells, those that are needed are found."""
    board = scattered(grid, mined, seed, share)
    analysis = analyse(board)
    for cells, is_mine in ((analysis.safe, False), (analysis.mines, True)):
        assert all(reason.minimal for reason in explain_all(board, cells, is_mine=is_mine))


def test_each_of_hundreds_of_numbers_that_count_is_needed() -> None:
    """Without any one of hundreds of clues, what is left leaves open what the cell is."""
    board = scattered(Grid(50, 50), 625, seed=2, share=0.8)
    analysis, deciding = analyse(board), Deciding(board)
    ask = partial(deciding.holds, budget=Budget(PLENTY), counting=True)
    most = 0
    for cells, is_mine in ((analysis.safe, False), (analysis.mines, True)):
        for reason in explain_all(board, cells, is_mine=is_mine):
            if reason.counting:
                cell, clues = reason.cells[0], reason.clues
                assert ask(clues, cell, is_mine=is_mine)
                for clue in clues:
                    assert not ask([each for each in clues if each != clue], cell, is_mine=is_mine)
                most = max(most, len(clues))
    assert most > 100


def test_a_count_of_a_thousand_numbers_is_minimal() -> None:
    """A thousand numbers apart, all needed with the count, are not too much work."""
    rows = ("".join("#1"[row % 3 == col % 3 == 1] for col in range(100)) for row in range(100))
    board = Board.parse("\n".join(("100x100/1089", *rows)))
    reason = explain(board, board.grid.cell(99, 99), is_mine=False)
    assert reason.minimal
    assert len(reason.clues) == 1089


def test_the_easiest_of_long_counts_is_minimal() -> None:
    """Where five reasons that count are too much work, the easiest of fewer is told."""
    rows = (("#####", "#1#1#", "#####", "#####")[row % 4] * 20 for row in range(100))
    board = Board.parse("\n".join(("100x100/500", *rows)))
    analysis = analyse(board)
    reason = easiest(board, analysis.safe, analysis.mines)
    assert reason is not None
    assert reason.minimal
    assert len(reason.clues) == 500
