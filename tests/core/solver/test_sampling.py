"""Maps of components too wide to be solved, from layouts drawn at random; how far they are off."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from core.board import Board
from core.grid import Grid
from core.solver import analyse
from core.solver.analysis import analyse_roughly
from core.solver.geometry import view_of
from core.solver.kernels.belief import ENOUGH, Apart
from core.solver.kernels.chains import CHAINS, LINE, start_chains
from core.solver.kernels.compiled import UNKNOWN
from core.solver.kernels.component import make_work
from core.solver.kernels.sampling import SPACINGS, depth, sample, summarise
from core.solver.kernels.wide import SAMPLING
from core.solver.workspace import NARROW, tools_of
from tests.core.solver.brute import show
from tests.core.solver.test_analysis_wide import equal, lattice
from tests.core.solver.test_steps import patches
from tests.core.solver.test_strips import scattered


def hard_boards() -> list[Board]:
    """Return boards of 20 to 264 numbers in a component that can still be solved."""
    lattices = [lattice(rows, 30, 2, rows)[0] for rows in (8, 10, 12, 14)]
    small = [lattice(8, 20, 2, seed)[0] for seed in range(20)]
    return lattices + small + [scattered(seed, 16, 60) for seed in range(6)]


@pytest.mark.parametrize("board", hard_boards())
def test_error_bar_holds(board: Board) -> None:
    """No chance is further off than the error bar tells, which is no more than 30 points.

    The number of layouts is estimated to a factor of ten, be it 10^15 or 10^200.
    """
    exact, rough = analyse(board), analyse_roughly(board)
    assert exact.exact
    assert not rough.exact
    assert rough.error_bar < 0.3
    off = np.nan_to_num(np.abs(rough.probabilities - exact.probabilities))
    assert off.max() <= rough.error_bar
    assert off.mean() < 0.005
    assert rough.log_layouts == pytest.approx(exact.log_layouts, abs=math.log(10))


@pytest.mark.parametrize(("rows", "cols", "seed", "beyond"), [(10, 30, 10, 6), (8, 20, 1, 8)])
def test_cells_beyond_have_the_mines_that_are_left(
    rows: int, cols: int, seed: int, beyond: int
) -> None:
    """Cells that touch no number are as likely mines as the layouts that are drawn leave them."""
    board, mines = lattice(rows, cols, 2, seed)
    grid = Grid(rows + beyond, cols)
    opened = [cell for cell in board.grid.cells() if board.opened[cell]]
    more = range((rows + 1) * cols, len(grid), 5)
    board = show(grid, mines.union(more), opened)
    exact, rough = analyse(board), analyse_roughly(board)
    assert not rough.exact
    assert rough.probabilities[-1] == pytest.approx(exact.probabilities[-1], abs=0.001)


@pytest.mark.parametrize("spacing", SPACINGS)
def test_lines_beyond_the_board_are_not_near(spacing: int) -> None:
    """How deep a row is between lines is told by those on the board, up to half their spacing."""
    for last, shift in product(range(spacing, 3 * spacing), range(spacing)):
        line = {row for row in range(last) if (row + shift) % spacing < LINE}
        for row in {*range(last)} - line:
            nearest = min(spacing // 2, *(abs(row - other) for other in line))
            assert depth(row, shift, spacing, last) == nearest


def test_odds_that_differ_from_chain_to_chain_leave_an_error() -> None:
    """Where chains agree on a cell but not on the odds of a mine, its chance is not certain."""
    cells, none = np.arange(4, dtype=np.int32), np.empty(0, np.int32)
    chains = start_chains(np.full(4, UNKNOWN, np.int8), none, cells)
    chains.sums[:] = 2.0, 2.0, 1.0, 0.5  # two passes of weight 1, both with a chance of a half
    chains.log_ways[:] = 0.0
    odds, chance, variance = np.linspace(0.0, 0.3, CHAINS), np.empty(4), 1e9
    found = summarise(chains, odds, 0.0, variance, chance)
    assert chance.tolist() == [0.5] * 4
    assert found.error == pytest.approx(odds.std(ddof=1) / np.sqrt(CHAINS) / 4)


def test_a_board_is_always_answered_alike() -> None:
    """The same board has the same map each time, whatever was drawn before."""
    board, other = hard_boards()[:2]
    first = analyse_roughly(board)
    analyse_roughly(other)
    again = analyse_roughly(board)
    assert np.array_equal(again.probabilities, first.probabilities, equal_nan=True)
    assert again.error_bar == first.error_bar


def test_more_steps_leave_less_error() -> None:
    """With eight times as many steps the error bar is smaller, and with twice the room again."""
    board = lattice(60, 60, 2)[0]
    bars = [analyse_roughly(board, sampling=steps).error_bar for steps in (SAMPLING >> 3, SAMPLING)]
    assert analyse(board, 2).error_bar < bars[1] < bars[0] <= 1.0


def test_without_steps_the_error_is_not_known() -> None:
    """A map for which no layouts were drawn has an error bar of 1, and the right sum of mines.

    Where messages do not settle, the sum is still about right.
    """
    boards = (hard_boards()[2], lattice(100, 100, 2)[0], scattered(3, 96, 100))
    for board, off in zip(boards, (ENOUGH, ENOUGH, 5.0), strict=True):
        rough = analyse_roughly(board, sampling=0)
        assert rough.error_bar == 1.0
        assert np.nansum(rough.probabilities) == pytest.approx(board.mines, abs=off)


@pytest.mark.parametrize("power", [16, 18, 21])
def test_with_few_steps_every_cell_has_a_chance(power: int) -> None:
    """If the steps end before each cell was drawn in each chain, no chance is missing."""
    board = hard_boards()[0]
    rough = analyse_roughly(board, sampling=1 << power)
    assert np.isnan(rough.probabilities).sum() == sum(board.opened)


def test_what_never_changes_is_not_known() -> None:
    """If a cell is the same in all layouts, yet not proved certain, its error is not known."""
    board = scattered(1, 16, 60)
    rough = analyse_roughly(board, proving=0)
    assert set(rough.safe) < set(analyse(board).safe)
    assert rough.error_bar == 1.0


def test_drawing_keeps_to_its_steps() -> None:
    """No more steps are taken than are given, however wide the board."""
    board, work = patches(100, 100, 4, 3300), make_work(*NARROW)
    for steps in (1 << 20, 1 << 24):
        before = work.mark[3]
        analyse_roughly(board, work, proving=0, sampling=steps)
        assert work.mark[3] - before <= steps


@pytest.mark.parametrize(("number", "mines"), [(4, 430), (1, 100), (1, 106), (1, 230)])
def test_numbers_of_mines_at_the_limit(number: int, mines: int) -> None:
    """With (nearly) as few or as many mines as fit, chances add up, and there is a layout."""
    board = Board.parse("\n".join((f"41x41/{mines}", *equal(41, number))))
    rough = analyse_roughly(board)
    told = rough.probabilities[~np.isnan(rough.probabilities)]
    assert ((told >= 0.001) & (told <= 0.999)).all()
    assert told.sum() == pytest.approx(mines, rel=0.05)
    assert rough.layouts >= 1


@pytest.mark.parametrize("mines", [95, 239])
def test_numbers_of_mines_that_fit_no_layout(mines: int) -> None:
    """If layouts cannot be drawn with as many mines as there are, the error is not known."""
    board = Board.parse("\n".join((f"41x41/{mines}", *equal(41, 1))))
    assert analyse_roughly(board).error_bar == 1.0


def test_layouts_that_all_have_as_many_mines_are_counted() -> None:
    """Where no layout has more or fewer mines than another, their number is a number all the same.

    Four times one of two cells is a mine, so there are 16 layouts.
    """
    rough = analyse_roughly(Board.parse("1x12/4\n#1##1##1##1#"))
    assert not rough.exact
    assert rough.log_layouts == pytest.approx(math.log(16))
    assert rough.probabilities[0] == pytest.approx(0.5, abs=0.001)


def test_where_nothing_is_drawn_no_error_is_told() -> None:
    """Where all components were solved apart, for want of odds that suit them, none is known."""
    board = Board.parse("\n".join(("8x8/9", *["#" * 8] * 8)))
    none, tools = np.empty(0, np.int32), tools_of(board.grid)
    apart = Apart(tools.work.pool, none, none, none, np.empty(1), 64)
    chains = start_chains(view_of(board), none, none)
    sampled = sample(chains, apart, 9, 0.0, tools, 1 << 20, np.empty(64))
    assert not sampled.done
    assert sampled.error == 1.0
