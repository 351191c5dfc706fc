"""Boards whose frontier is too wide for an exact answer."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from core.board import Board
from core.grid import Grid
from core.solver import InconsistentBoard, advise, analyse
from core.solver.analysis import analyse_roughly, solve
from core.solver.geometry import view_of
from core.solver.kernels.component import OK, make_work
from tests.core.solver.brute import show


def lattice(rows: int, cols: int, step: int, seed: int = 1) -> tuple[Board, set[int]]:
    """Return a board with every ``step``-th cell of every ``step``-th row open, and its mines."""
    grid = Grid(rows, cols)
    mines = set(Random(seed).sample(grid.cells(), len(grid) // 5))
    open_cells = [
        cell
        for cell in grid.cells()
        if cell not in mines and not any(part % step for part in grid.row_col(cell))
    ]
    return show(grid, mines, open_cells), mines


def test_widest_board_is_answered() -> None:
    """A 100x100 lattice gets a map with an error bar, nothing certain wrong, and a move."""
    board, mines = lattice(100, 100, 2)
    advice = advise(board)
    analysis = advice.analysis
    assert not analysis.exact
    assert 0 < analysis.error_bar < 1
    assert analysis.layouts > 10**100
    assert not mines.intersection(analysis.safe)
    assert mines.issuperset(analysis.mines)
    closed = ~np.frombuffer(board.opened, np.bool_)
    assert analysis.probabilities[closed].sum() == pytest.approx(len(mines), rel=0.05)
    assert advice.best is not None


def test_wide_board_without_certain_cells_is_advised_on() -> None:
    """Where nothing is certain and nothing exact, the safest cell is the advice."""
    grid = Grid(61, 61)
    marks = "\n".join(
        "".join("4" if row % 2 and col % 2 else "#" for col in range(61)) for row in range(61)
    )
    advice = advise(Board.parse(f"61x61/{len(grid) // 3}\n{marks}"))
    assert not advice.analysis.exact
    assert advice.best is not None
    assert advice.best.safe == max(c.safe for c in advice.candidates)


def test_wide_board_is_not_taken_for_won() -> None:
    """A certain cell on a board too wide to look ahead on does not make its win certain."""
    board, _ = lattice(24, 30, 2)
    advice = advise(board)
    assert advice.best is not None
    assert advice.best.safe == 1.0
    assert not advice.win_exact
    assert 0.0 < advice.win < 1.0


def test_many_components_are_exact() -> None:
    """A hundred times a hundred cells in a thousand components are still solved exactly."""
    board, mines = lattice(100, 100, 3)
    analysis = analyse(board)
    assert analysis.exact
    closed = ~np.frombuffer(board.opened, np.bool_)
    assert analysis.probabilities[closed].sum() == pytest.approx(len(mines), rel=1e-9)


def test_more_components_than_the_table_has_places() -> None:
    """A board of more components than are remembered is solved all the same, and so the next."""
    work = make_work(1 << 13, 1 << 18, 2)
    for seed in range(3):
        board, _ = lattice(30, 30, 3, seed)
        chance = np.empty(len(board.grid))
        solved = solve(board, view_of(board), work, chance)
        assert solved.status == OK
        closed = chance >= 0
        assert chance[closed] == pytest.approx(analyse(board).probabilities[closed], abs=1e-12)


@pytest.mark.parametrize("mines", [0, 3000])
def test_mines_that_do_not_fit_a_wide_board(mines: int) -> None:
    """Fewer mines than are found, or more than closed cells, are refused however wide it is."""
    rows = ["".join("4" if r % 2 and c % 2 else "#" for c in range(61)) for r in range(61)]
    rows[:2] = ["1#" + rows[0][2:], "11" + rows[1][2:]]
    wide = Board.parse("\n".join(("61x61/1200", *rows)))
    assert not analyse(wide).exact
    with pytest.raises(InconsistentBoard):
        analyse(replace(wide, mines=mines))


def test_rough_map_is_near_the_exact_one() -> None:
    """On boards that can be solved exactly the approximation keeps its error bar."""
    for seed in range(20):
        board, _ = lattice(8, 20, 2, seed)
        exact, rough = analyse(board), analyse_roughly(board)
        assert exact.exact
        off = np.nan_to_num(np.abs(exact.probabilities - rough.probabilities))
        assert off.max() <= rough.error_bar
        assert off.mean() < 0.05


def test_more_numbers_than_mines_is_inconsistent() -> None:
    """A large board whose numbers need more mines than there are is refused."""
    board, _ = lattice(100, 100, 3)
    starved = Board(board.grid, 10, board.opened, board.numbers)
    with pytest.raises(InconsistentBoard):
        analyse(starved)
