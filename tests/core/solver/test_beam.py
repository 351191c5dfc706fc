"""The order in which a wide component's groups are eliminated, by beam search."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from core.board import Board
from core.solver import analyse
from core.solver.geometry import geometry_of, view_of
from core.solver.kernels.beam import FOLLOWING, SEARCHING, WORTH, search_order
from core.solver.kernels.component import OK, Work, eliminate, eliminate_in, make_work
from core.solver.kernels.frontier import Frontier
from core.solver.kernels.mapping import survey, weights
from core.solver.kernels.order import start_progress
from tests.core.solver.test_analysis_wide import lattice
from tests.core.solver.test_steps import patches
from tests.core.solver.test_strips import scattered


def widest(board: Board) -> tuple[Frontier, int]:
    """Return a board's frontier and which of its components has most groups."""
    geometry = geometry_of(board.grid.rows, board.grid.cols)
    frontier = survey(view_of(board), board.mines, geometry).frontier
    return frontier, int(np.diff(frontier.first[: frontier.components + 1]).argmax())


def room() -> Work:
    """Return room for what the boards here take."""
    return make_work(1 << 17, 1 << 21, 1 << 4)


def test_an_order_has_fewer_edges_than_a_greedy_one_and_about_as_many_states_as_told() -> None:
    """Each group of a component is in its order once, and the order is a good one."""
    greedy, edges, states, told, work, some = 0, 0, 0, 0.0, room(), weights(1.0)
    for seed in range(8):
        frontier, c = widest(lattice(20, 40, 2, seed)[0])
        order, expected = search_order(frontier, c, some, work, 1 << 26)
        assert sorted(order) == frontier.member[frontier.first[c] : frontier.first[c + 1]].tolist()
        layers = eliminate_in(order, frontier, start_progress(frontier), some, work, 1 << 21, 0)
        assert layers.status == OK
        told += expected
        states += int(layers.layer_first[-1])
        edges += int(layers.edge_first[-1])
        layers = eliminate(frontier, start_progress(frontier), c, some, work, 1 << 21, 0)
        assert layers.status == OK
        greedy += int(layers.edge_first[-1])
    assert edges < greedy / 3
    assert states == pytest.approx(told, rel=0.5)


def test_a_component_too_wide_for_a_greedy_order_is_exact() -> None:
    """A board with too many states in a greedy order is solved, its layouts counted as well."""
    board = scattered(10, 40, 64)
    analysis = analyse(board)
    assert analysis.exact
    assert np.nansum(analysis.probabilities) == pytest.approx(board.mines, rel=1e-12)
    assert float(Decimal(analysis.layouts).ln()) == pytest.approx(analysis.log_layouts, rel=1e-12)


@pytest.mark.parametrize("steps", [200_000, 1_000_000, 1 << 40])
def test_a_search_keeps_to_its_steps(steps: int) -> None:
    """It takes no more than it may, nor than suits the room, and tells no states without a step."""
    frontier, c = widest(lattice(22, 50, 2, 6)[0])
    work = make_work(1 << 10, 1 << 16, 1 << 4)
    search_order(frontier, c, weights(1.0), work, steps)
    assert 0 < work.mark[3] <= min(steps, SEARCHING << 16)
    assert search_order(frontier, c, weights(1.0), work, 0)[1] == np.inf


def test_a_hopeless_component_is_swept_over_once() -> None:
    """No more time goes into an order of a component that no order would let be solved."""
    frontier, c = widest(patches(99, 99, 4, 3700))
    work = room()
    assert search_order(frontier, c, weights(1.0), work, 1 << 40)[1] > 1 << 40
    assert work.mark[3] == FOLLOWING * (frontier.first[c + 1] - frontier.first[c])


def test_a_component_with_few_states_is_swept_over_once() -> None:
    """Once an order is cheap for the sets followed, no more time goes into a better one."""
    frontier, c = widest(lattice(8, 8, 2)[0])
    work = make_work(1 << 10, 1 << 12, 1 << 4)
    assert search_order(frontier, c, weights(1.0), work, 1 << 40)[1] < WORTH
    assert work.mark[3] == FOLLOWING * (frontier.first[c + 1] - frontier.first[c])


def test_a_dense_component_with_fewer_states_than_told_is_not_searched_for_long() -> None:
    """If an order has few edges, whatever is told, that is noticed before the next sweep."""
    frontier, c = widest(scattered(39, 70, 80))
    work = room()
    _, told = search_order(frontier, c, weights(1.0), work, 1 << 26)
    assert told > 1 << 20
    assert work.mark[3] < 1 << 23
