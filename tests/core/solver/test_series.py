"""Wide components, counted by series: maps as by states that hold the number of mines."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal

import numpy as np
import pytest
from msgspec.structs import replace

from core.board import Board
from core.solver import InconsistentBoard, analyse
from core.solver.analysis import Analysis, analyse_roughly, solve
from core.solver.geometry import view_of
from core.solver.kernels.component import OK, Work, make_work
from core.solver.layouts import count_layouts
from tests.core.solver.test_analysis_wide import equal, lattice
from tests.core.solver.test_room import snake
from tests.core.solver.test_strips import scattered, solvable


def assert_as_by_states(board: Board, analysis: Analysis) -> None:
    """Assert that a map is the one by states that hold the number of mines."""
    chance = np.empty(len(board.grid))
    solved = solve(board, view_of(board), make_work(1 << 17, 1 << 22, 1 << 12), chance)
    assert solved.status == OK
    assert np.nan_to_num(analysis.probabilities, nan=-1.0) == pytest.approx(chance, abs=1e-12)
    certain = np.flatnonzero((chance == 0.0) | (chance == 1.0))
    assert sorted(analysis.safe + analysis.mines) == certain.tolist()
    assert analysis.log_layouts == pytest.approx(solved.log_total, rel=1e-12)


def by_series(board: Board, work: Work) -> Analysis:
    """Return the map of a board, all of whose components but very simple ones have series."""
    for power in range(12, 28):  # what one step in 1024 suffices for has none
        analysis = analyse_roughly(board, work, 1 << power, 0, 0)
        if analysis.exact:
            break
    return analysis


def test_maps_by_series_are_those_by_states() -> None:
    """Components of up to some hundred numbers have the same chances either way."""
    work = make_work(1 << 13, 1 << 18, 1 << 12)
    for board in solvable():
        assert_as_by_states(board, by_series(board, work))


def test_what_the_number_of_mines_decides_by_series() -> None:
    """With as few mines as fit, or one more, a map by series has the same certain cells."""
    decided, work = 0, make_work(1 << 13, 1 << 18, 1 << 12)
    for seed in range(30):
        board = scattered(seed, 6, 12)
        with suppress(InconsistentBoard):
            while True:
                analyse(fewer := replace(board, mines=board.mines - 1))
                board = fewer
        for mines in (board.mines, board.mines + 1):
            analysis = by_series(replace(board, mines=mines), work)
            assert_as_by_states(replace(board, mines=mines), analysis)
            decided += analysis.probabilities[-1] == 0.0
    assert decided > 10


@pytest.mark.parametrize(
    ("board", "edges"),
    [(snake(8, 49, 1), edges) for edges in (60_000, 11_000)]  # 2 and 32 blocks
    + [(lattice(8, 30, 2, 2)[0], 1_900)],  # 4
)
def test_layers_that_are_made_once_more_give_the_same_map(board: Board, edges: int) -> None:
    """A component whose series have no room all at once has the same map."""
    analysis = analyse_roughly(board, make_work(1 << 13, edges, 1 << 12), 1 << 26, 0, 0)
    assert analysis.exact
    assert_as_by_states(board, analysis)


def test_components_share_the_steps() -> None:
    """A component takes the steps that it needs: hardly fewer do not suffice, twice for two do."""
    once = str(snake(4, 40, 1)).splitlines()[1:51]
    one, two = (
        Board.parse("\n".join(("100x100/3300", *once, *rest))) for rest in (["#" * 100] * 50, once)
    )
    work = make_work(1 << 8, 1 << 16, 1 << 12)
    assert analyse_roughly(one, work, 1 << 22, 0, 0).exact
    steps = int(work.mark[3])
    assert not analyse_roughly(one, work, steps - 20_000, 0, 0).exact
    assert not analyse_roughly(two, work, steps + steps // 2, 0, 0).exact
    assert analyse_roughly(two, work, 2 * steps, 0, 0).exact


def test_a_component_without_room_for_its_entry_is_not_solved() -> None:
    """If the pool cannot hold how many layouts there are, the map is an approximation."""
    board = snake(4, 40, 1)
    assert analyse_roughly(board, make_work(1 << 6, 1 << 14, 8), 1 << 26, 0, 0).exact
    assert not analyse_roughly(board, make_work(1 << 6, 1 << 14, 1), 1 << 26, 0, 0).exact


def test_a_component_without_room_for_a_layer_is_not_solved() -> None:
    """If one layer's series alone have no room, the map is an approximation."""
    board = snake(8, 49, 1)
    assert analyse_roughly(board, make_work(1 << 8, 11_000, 1 << 12), 1 << 26, 0, 0).exact
    assert not analyse_roughly(board, make_work(1 << 8, 10_000, 1 << 12), 1 << 26, 0, 0).exact


@pytest.mark.parametrize("mines", [860, 1500, 8500])
def test_numbers_of_mines_far_from_likely(mines: int) -> None:
    """If a component of some 10^400 layouts has fewer or more mines than it likes, all is exact.

    Checked by whole numbers: of all layouts, and of those with one cell mined.
    """
    board = replace(snake(8, 49, 1), mines=mines)
    analysis = analyse(board)
    assert analysis.exact
    assert np.nansum(analysis.probabilities) == pytest.approx(mines, rel=1e-12)
    assert float(Decimal(analysis.layouts).ln()) == pytest.approx(analysis.log_layouts, rel=1e-12)
    for cell in (0, 3, 100, 1700, 3161, 9999):
        mined = count_layouts(board, mines=[cell])
        assert mined + count_layouts(board, safe=[cell]) == analysis.layouts
        assert analysis.probabilities[cell] == pytest.approx(mined / analysis.layouts, abs=1e-9)


@pytest.mark.parametrize("mines", [600, 9400])
def test_numbers_of_mines_that_a_wide_component_cannot_have(mines: int) -> None:
    """Too few or too many mines are refused."""
    with pytest.raises(InconsistentBoard):
        analyse(replace(snake(8, 49, 1), mines=mines))


def test_series_beside_a_component_that_is_not_solved() -> None:
    """What series count is weighed by the odds of a mine off the frontier, as on an exact board."""
    wide = [row + "#" * 32 for row in equal(61, 4)]
    apart = [row + "#" * 63 for row in str(lattice(8, 30, 2, 5)[0]).splitlines()[1:]]
    beside = analyse(Board.parse("\n".join(("70x93/2100", *wide, "#" * 93, *apart))))
    assert not beside.exact
    chances = beside.probabilities[61 * 93 :].reshape(9, 93)
    mines = round(np.nansum(chances[:, :40]) + (7440 - 360) * chances[0, -1])
    alone = analyse(Board.parse("\n".join((f"80x93/{mines}", "#" * 93, *apart, *["#" * 93] * 71))))
    assert alone.exact
    expected = alone.probabilities[: 9 * 93].reshape(9, 93)
    assert chances[:, :31] == pytest.approx(expected[:, :31], abs=0.003, nan_ok=True)
    certain = (expected == 0.0) | (expected == 1.0)
    assert (chances[certain] == expected[certain]).all()
    assert certain.sum() > 30


@pytest.mark.parametrize("mines", [1000, 8500])
def test_components_beside_one_for_whose_tilt_steps_do_not_suffice(mines: int) -> None:
    """If layouts are drawn after all, what was solved beside the wide component is still right."""
    rows = [list(row) for row in str(snake(8, 49, 1)).splitlines()[1:]]
    rows[60][5], rows[60][7], rows[60][25] = "121"
    board = Board.parse("\n".join((f"100x100/{mines}", *map("".join, rows))))
    work = make_work(1 << 13, 1 << 18, 1 << 12)
    rough = analyse_roughly(board, work, 5_000_000, 0, 1 << 24)
    assert not rough.exact
    expected, found = (
        analysis.probabilities.reshape(100, 100)[59:62] for analysis in (analyse(board), rough)
    )
    assert found == pytest.approx(expected, abs=0.002, nan_ok=True)
