"""What strips make certain in a component too wide to be solved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import product
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from core.board import Board
from core.grid import Cell, Grid
from core.layers import where
from core.solver import InconsistentBoard, analyse
from core.solver.analysis import Analysis, analyse_roughly
from core.solver.geometry import view_of
from core.solver.kernels.compiled import UNKNOWN
from core.solver.kernels.component import BUILDING, eliminate, make_work
from core.solver.kernels.frontier import active_numbers, find_frontier
from core.solver.kernels.mapping import survey
from core.solver.kernels.order import start_progress
from core.solver.kernels.strips import LOOKING, WIDTHS, look, sweep
from core.solver.kernels.wide import PROVING
from core.solver.layouts import FrontierTooWide, count_layouts
from core.solver.workspace import tools_of
from tests.core.solver.brute import show
from tests.core.solver.test_analysis_wide import equal
from tests.core.solver.test_steps import patches


def scattered(seed: int, high: int, wide: int) -> Board:
    """Return a board with scattered open cells, and enough other cells that no count decides."""
    rng = Random(seed)
    grid = Grid(high + 4, wide)
    cells = high * wide
    mines = set(rng.sample(range(cells), int(cells * rng.uniform(0.15, 0.5))))
    safe = [cell for cell in range(cells) if cell not in mines]
    beyond = rng.sample(range(cells + wide, len(grid)), wide)
    return show(grid, mines.union(beyond), rng.sample(safe, int(len(safe) * rng.uniform(0.2, 0.6))))


def solvable() -> Iterator[Board]:
    """Yield boards that can be solved, with components of up to some hundred numbers."""
    for seed in range(45):
        rng = Random(seed)
        sides = rng.randint(4, 10), rng.randint(4, 40)
        yield scattered(seed, *(sides if seed % 2 else sides[::-1]))


def test_what_numbers_decide_is_found_by_strips() -> None:
    """On boards treated as too wide, strips find all cells that numbers decide, and no others."""
    missed = 0
    for board in solvable():
        exact, rough = analyse(board), analyse_roughly(board, sampling=0)
        assert exact.exact
        assert rough.safe == exact.safe
        assert rough.mines == exact.mines
        by_rules = analyse_roughly(board, proving=0, sampling=0)
        missed += len(exact.safe) + len(exact.mines) - len(by_rules.safe) - len(by_rules.mines)
    assert missed > 500  # what the local rules alone do not find


def turned(board: Board) -> Board:
    """Return ``board`` with its columns as rows."""
    _, *rows = str(board).splitlines()
    head = f"{board.grid.cols}x{board.grid.rows}/{board.mines}"
    return Board.parse("\n".join((head, *map("".join, zip(*rows, strict=True)))))


def test_strips_find_as_much_in_columns_as_in_rows() -> None:
    """On boards too large for one strip the same cells are found when rows and columns change."""
    found = 0
    for seed in range(8):
        board = scattered(seed, 36, 40)
        by_rules, rough = (
            analyse_roughly(board, proving=most, sampling=0) for most in (0, PROVING)
        )
        other = analyse_roughly(turned(board), sampling=0)
        for cells, others in ((rough.safe, other.safe), (rough.mines, other.mines)):
            assert sorted(map(board.grid.row_col, cells)) == sorted(
                other.board.grid.row_col(cell)[::-1] for cell in others
            )
        found += len(rough.safe) - len(by_rules.safe)
    assert found > 100


def ring(high: int, wide: int, *beyond: Cell, first: int = 1) -> Board:
    """Return a board with closed cells in a ring, each two tied by a number: one is a mine.

    The ring begins in the row and the column ``first``. All other cells but for those ``beyond``
    are known mines.
    """
    grid = Grid(high + first + 1, wide + first + 1)
    half = [*((0, col) for col in range(wide - 1)), *((row, wide - 1) for row in range(high - 1))]
    path = [*half, *((high - 1 - row, wide - 1 - col) for row, col in half)]
    tied, tying = (
        [grid.cell(first + row, first + col) for row, col in path[at::2]] for at in range(2)
    )
    known = bytes(cell not in {*tied, *tying, *beyond} for cell in grid.cells())
    opened = bytes(cell in tying for cell in grid.cells())
    around = (1 + sum(known[other] for other in grid.neighbours(cell)) for cell in grid.cells())
    mines = known.count(1) + len(tied) // 2
    return Board(grid, mines, opened, where(bytes(around), opened), exploded=known)


@pytest.mark.parametrize(("high", "wide"), [(41, 9), (42, 18)])
def test_strips_lie_both_ways(high: int, wide: int) -> None:
    """What takes numbers too far apart for strips of rows is found by columns, and turned round.

    Around an even ring every other cell is a mine, so a cell beyond it that touches it is safe.
    """
    board = ring(high, wide, 2)
    assert analyse_roughly(board, proving=0, sampling=0).safe == ()
    assert analyse_roughly(board, sampling=0).safe == (2,)
    assert analyse_roughly(turned(board), sampling=0).safe == (2 * board.grid.rows,)


def test_strips_begin_in_the_middle_of_others_too() -> None:
    """What is parted by the strips of each width from the edge on is found half a strip further.

    The rows of the ring, and its columns, are 38 to 41: strips of 13 part the first two, others
    the middle ones.
    """
    beyond = 37 * 43 + 39
    board = ring(4, 4, beyond, first=38)
    assert analyse_roughly(board, proving=0, sampling=0).safe == ()
    assert analyse_roughly(board, sampling=0).safe == (beyond,)


def test_steps_of_strips_are_counted() -> None:
    """Each number of a strip counts LOOKING steps, each edge one more than it takes to build it.

    No sweep takes more than it is given.
    """
    (work, other), marked = (make_work(1 << 13, 1 << 18, 1) for _ in range(2)), 0
    for seed in range(12):
        board = scattered(seed, *((12, 17), (17, 12))[seed % 2])
        geometry, _, choose, _ = tools_of(board.grid)
        view, every = view_of(board), np.empty(len(board.grid), np.int32)
        survey(view, board.mines, geometry)
        marked -= int((view < UNKNOWN).sum())
        numbers = every[: active_numbers(view, geometry.near, every)].copy()
        for across, width in product(range(2), WIDTHS):
            for offset in (0, width // 2):
                before, expected, seen = int(work.mark[3]), 0, view.copy()
                strip_of = [(board.grid.row_col(n)[across] + offset) // width for n in numbers]
                for strip in sorted(set(strip_of)):
                    inside = numbers[np.equal(strip_of, strip)]
                    frontier = find_frontier(seen, geometry, inside, inside.size)
                    progress = start_progress(frontier)
                    expected += LOOKING * inside.size
                    for c in range(frontier.components):
                        layers = eliminate(frontier, progress, c, choose, other, 1 << 18, 0)
                        expected += (BUILDING + 1) * int(layers.edge_first[-1])
                    assert look(seen, geometry, inside, choose, other, 1 << 40)
                given = numbers, across, width, offset, choose, work
                assert sweep(view, geometry, *given, 1 << 40)
                assert work.mark[3] - before == expected
                for steps in range(0, expected, expected // 9):
                    before = int(work.mark[3])
                    assert sweep(seen.copy(), geometry, *given, before + steps)
                    assert work.mark[3] - before <= steps
                assert (view == seen).all()
        marked += int((view < UNKNOWN).sum())
    assert marked > 0


def test_fewer_steps_find_less_and_nothing_wrong() -> None:
    """With fewer steps strips find fewer cells, but none that is wrong."""
    partly, work = 0, make_work(1 << 13, 1 << 18, 1 << 12)
    for seed in range(6):
        board = scattered(seed, 12, 60)
        every, none = (analyse_roughly(board, proving=most, sampling=0) for most in (PROVING, 0))
        for steps in (20_000, 100_000, 400_000):
            before = work.mark[3]
            some = analyse_roughly(board, work, 0, steps, 0)
            assert work.mark[3] - before <= steps
            assert set(none.safe) <= set(some.safe) <= set(every.safe)
            assert set(none.mines) <= set(some.mines) <= set(every.mines)
            partly += len(none.safe) < len(some.safe) < len(every.safe)
    assert partly > 0


@pytest.mark.parametrize("look", [analyse, analyse_roughly])
def test_contradiction_within_a_wide_component_is_seen(look: Callable[[Board], object]) -> None:
    """Numbers that contradict each other are refused, however wide their component."""
    corner = ("##########", "#######12#", "######001#", "#####3112#", "####1#####", "#####21###")
    rows = equal(61, 4)
    rows[-6:] = [row[:-10] + part for row, part in zip(rows[-6:], corner, strict=True)]
    odd = ring(42, 9)
    for board in (Board.parse("\n".join(("61x61/1300", *rows))), odd):
        assert analyse_roughly(board, proving=0).error_bar == 1.0  # the local rules do not see it
        with pytest.raises(InconsistentBoard):
            look(board)


def test_contradiction_that_no_strip_shows_is_seen_by_what_is_solved() -> None:
    """Of a ring that no strip holds, its elimination shows that no layout fits."""
    board = ring(42, 23)
    assert analyse_roughly(board).error_bar == 1.0
    with pytest.raises(InconsistentBoard):
        analyse_roughly(board, steps=1 << 18)


def test_fewer_mines_than_strips_show_are_refused() -> None:
    """A board that has fewer mines than strips make certain is refused, others left or not."""
    board = scattered(1, 12, 60)
    by_rules, shown = (analyse_roughly(board, proving=most, sampling=0) for most in (0, PROVING))
    assert len(by_rules.mines) < len(shown.mines)
    with pytest.raises(InconsistentBoard):
        analyse_roughly(replace(board, mines=len(shown.mines) - 1))


def test_wide_board_that_strips_part_is_exact() -> None:
    """If the cells that strips find split a board into solvable parts, the map is exact."""
    parted, work = 0, make_work(1 << 13, 1 << 18, 1 << 12)
    for seed in range(10):
        board = scattered(seed, 12, 60)
        before = analyse_roughly(board, work, 1 << 18, 0, 0)
        after = analyse_roughly(board, work, 1 << 18, sampling=0)
        assert after.exact >= before.exact
        if after.exact and not before.exact:
            exact = analyse(board)
            assert after.probabilities == pytest.approx(exact.probabilities, abs=1e-9, nan_ok=True)
            assert after.layouts == exact.layouts
            parted += 1
    assert parted > 0


def test_a_board_that_strips_decide_is_exact() -> None:
    """If strips leave nothing to be solved, no steps but theirs are needed."""
    analysis = analyse_roughly(Board.parse("2x3/2 ### 121"), sampling=0)
    assert (analysis.exact, analysis.safe, analysis.mines) == (True, (1,), (0, 2))


def parted() -> Analysis:
    """Return the exact analysis of a board that fits only by what strips find."""
    board = scattered(5, 40, 64)
    with pytest.raises(FrontierTooWide):
        count_layouts(board)
    analysis = analyse(board)
    assert analysis.exact
    return analysis


def test_layouts_of_a_wide_board_that_strips_part_are_counted() -> None:
    """If strips make the map exact, so is the number of layouts."""
    analysis = parted()
    assert float(Decimal(analysis.layouts).ln()) == pytest.approx(analysis.log_layouts, rel=1e-9)


def test_strips_of_a_board_without_certain_cells_find_none() -> None:
    """On a hundred rows of fours nothing is certain, and nothing is called certain."""
    analysis = analyse_roughly(patches(100, 100, 4, 3300))
    assert not analysis.safe
    assert not analysis.mines
    assert np.nanmin(analysis.probabilities) >= 0.001
