"""Boards whose frontier is too wide for an exact answer."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from core.board import Board
from core.grid import Grid
from core.solver import InconsistentBoard, advise, analyse
from core.solver.analysis import analyse_roughly, solve
from core.solver.geometry import view_of
from core.solver.kernels.component import OK, forget, make_work
from core.solver.layouts import count_layouts
from core.solver.workspace import narrow_work
from tests.core.solver.brute import show
from tests.core.solver.test_steps import patches


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


def equal(side: int, number: int) -> list[str]:
    """Return the rows of a square board: ``number`` on every second cell of every second row."""
    return [
        "".join(str(number) if row % 2 and col % 2 else "#" for col in range(side))
        for row in range(side)
    ]


def test_widest_board_is_answered() -> None:
    """A 100x100 lattice gets a map with an error bar, no wrong certain cells, and a move."""
    board, mines = lattice(100, 100, 2)
    advice = advise(board)
    analysis = advice.analysis
    assert not analysis.exact
    assert 0.0 < analysis.error_bar < 1.0
    assert analysis.layouts > 10**100
    assert not mines.intersection(analysis.safe)
    assert mines.issuperset(analysis.mines)
    closed = ~np.frombuffer(board.opened, np.bool_)
    assert analysis.probabilities[closed].sum() == pytest.approx(len(mines), rel=0.05)
    assert advice.best is not None


def test_wide_board_without_certain_cells_is_advised_on() -> None:
    """If nothing is certain or exact, the advice is the safest cell."""
    advice = advise(Board.parse("\n".join(("61x61/1240", *equal(61, 4)))))
    assert not advice.analysis.exact
    assert advice.best is not None
    assert advice.best.safe == max(c.safe for c in advice.candidates)


def test_wide_board_is_not_taken_for_won() -> None:
    """A certain cell on a board too wide to look ahead does not make its win certain."""
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
    """A board with more components than can be remembered is solved, and so is the next."""
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
    """Too few or too many mines are refused, however wide the board."""
    rows = equal(61, 4)
    rows[:2] = ["1#" + rows[0][2:], "11" + rows[1][2:]]
    wide = Board.parse("\n".join(("61x61/1200", *rows)))
    assert not analyse(wide).exact
    with pytest.raises(InconsistentBoard):
        analyse(replace(wide, mines=mines))


def beside_wide(*corner: str) -> Board:
    """Return a wide board with ``corner``, rows of 10 marks each, set apart at its lower right."""
    rows = [row + "#" * 20 for row in equal(61, 4)]
    rows[-len(corner) :] = [
        row[:-10] + part for row, part in zip(rows[-len(corner) :], corner, strict=True)
    ]
    return Board.parse("\n".join(("61x81/1600", *rows)))


def test_certain_cells_beside_a_wide_component_are_found() -> None:
    """However wide the rest, of two ones in a corner the cells that only one touches are safe."""
    analysis = analyse(beside_wide("##########", "########11"))
    safe = {59 * 81 + 78, 60 * 81 + 78}
    assert not analysis.exact
    assert safe.issubset(analysis.safe)
    assert (analysis.probabilities[list(analysis.safe)] == 0.0).all()
    uncertain = analysis.probabilities[~np.isin(analysis.probabilities, (0.0, 1.0))]
    assert np.nanmin(uncertain) >= 0.001
    assert np.nanmax(uncertain) <= 0.999


def test_contradiction_beside_a_wide_component_is_seen() -> None:
    """A corner that contradicts itself is refused, even if the local rules do not see it."""
    corner = (
        "##########",
        "#######12#",
        "######001#",
        "#####3112#",
        "####1#####",
        "#####21###",
    )
    for board in (Board.parse("\n".join(("6x10/12", *corner))), beside_wide(*corner)):
        with pytest.raises(InconsistentBoard):
            analyse(board)


def test_what_is_certain_by_part_of_a_board_is_certain() -> None:
    """If steps suffice for some components only, the cells found certain there are right."""
    partly = 0
    work = make_work(1 << 13, 1 << 18, 1 << 12)
    for seed in range(60):
        board, _ = lattice(14, 14, 2 + seed % 2, seed)
        steps, before = 40 << seed % 12, work.mark[3]
        exact, rough = analyse(board), analyse_roughly(board, work, steps, 0, 0)
        assert work.mark[3] - before <= steps
        assert set(rough.safe) <= set(exact.safe)
        assert set(rough.mines) <= set(exact.mines)
        partly += not rough.exact and set(rough.safe) > set(analyse_roughly(board, proving=0).safe)
        if rough.exact:
            assert rough.probabilities == pytest.approx(exact.probabilities, abs=1e-9, nan_ok=True)
    assert partly > 0


def test_counts_far_from_likely_are_tilted_without_solving_again() -> None:
    """With unlikely few mines for 400 components the map is exact, and each is solved once."""
    tiles = ["######" * 16, "#4#4##" * 16, "######" * 16, "######" * 16] * 25
    board = Board.parse("\n".join(("100x96/2030", *tiles)))
    chance, work = np.empty(len(board.grid)), narrow_work()
    forget(work)
    before = work.mark[3]
    solved = solve(board, view_of(board), work, chance)
    once = work.mark[3] - before
    assert solved.status == OK
    assert chance[chance >= 0].sum() == pytest.approx(2030, rel=1e-9)
    assert solved.log_total == pytest.approx(float(Decimal(count_layouts(board)).ln()), rel=1e-9)
    before = work.mark[3]
    found = solve(replace(board, mines=3700), view_of(board), work, chance)
    assert work.mark[3] == before  # what was solved is remembered,
    anew = np.empty(len(board.grid))
    forget(work)
    assert found == solve(replace(board, mines=3700), view_of(board), work, anew)
    assert work.mark[3] - before == once
    assert (chance == anew).all()  # without its tilt


@pytest.mark.parametrize(("high", "wide", "number", "mines"), [(3, 30, 3, 2906), (4, 50, 1, 710)])
def test_maps_of_unlikely_numbers_of_mines_add_up(
    high: int, wide: int, number: int, mines: int
) -> None:
    """With far more or fewer mines than many components like the chances still add up."""
    board = patches(high, wide, number, mines)
    analysis = analyse(board)
    assert analysis.exact
    assert np.nansum(analysis.probabilities) == pytest.approx(mines, rel=1e-12)


def test_counts_far_from_likely_where_the_likeliest_have_most_ways() -> None:
    """What was lifted is seen too where no number of mines has more ways than the likeliest."""
    # Each of 60 chains has ten mines in 1,638,400 ways, or nine in one: then one more is elsewhere.
    outer, middle = ("##X" * 9 + "##") * 3, ("#3#" + "33#" * 8 + "3#") * 3
    chains = [row + "#" * 13 for row in (outer, middle, outer)] * 20
    mines = 600 + 3 * 20 * 18
    board = Board.parse("\n".join((f"100x100/{mines}", *chains, *["#" * 100] * 40)))
    analysis = analyse(board)
    assert np.nansum(analysis.probabilities) == pytest.approx(mines, rel=1e-12)
    exact = count_layouts(board, mines=[9999]) / analysis.layouts
    assert analysis.probabilities[9999] == pytest.approx(exact, rel=1e-9)


def test_more_numbers_than_mines_is_inconsistent() -> None:
    """A large board whose numbers need more mines than it has is refused."""
    board, _ = lattice(100, 100, 3)
    starved = Board(board.grid, 10, board.opened, board.numbers)
    with pytest.raises(InconsistentBoard):
        analyse(starved)
