"""The chance that several cells are all safe, compared with counting."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from random import Random

import numpy as np
import pytest

from core.solver import Analysis, analyse
from core.solver.joint import all_safe
from core.solver.layouts import count_layouts
from tests.core.solver.brute import frontier_of, layouts, random_board
from tests.core.solver.test_analysis_wide import lattice
from tests.core.solver.test_strips import parted


def test_joint_chance_is_the_share_of_layouts() -> None:
    """If all closed cells are frontier, the chance is the share of layouts."""
    rng, checked = Random(3), 0
    while checked < 200:
        board = random_board(rng)
        closed = board.closed()
        if not 3 < len(closed) == len(frontier_of(board)) < 16:
            continue
        left = board.mines - board.exploded.count(1)
        fitting = [set(mines) for mines in layouts(board, closed, {}) if len(mines) == left]
        cells = rng.sample(closed, rng.randint(2, 4))
        share = sum(mines.isdisjoint(cells) for mines in fitting) / len(fitting)
        assert all_safe(analyse(board), cells) == pytest.approx(share, abs=1e-12)
        checked += 1


def doubtful(analysis: Analysis, count: int) -> list[int]:
    """Return the first cells that may be mines and may be safe."""
    chances = analysis.probabilities
    return [cell for cell in analysis.board.closed() if 0 < chances[cell] < 1][:count]


def test_wide_frontiers_are_exact_as_long_as_the_map_is() -> None:
    """A frontier that needs the large workspace gives a joint chance within its bounds."""
    board, _ = lattice(22, 22, 2)
    analysis = analyse(board)
    one, other = doubtful(analysis, 2)
    single = [1 - float(analysis.probabilities[cell]) for cell in (one, other)]
    joint = all_safe(analysis, (one, other))
    assert analysis.exact
    assert sum(single) - 1 <= joint <= min(single)
    assert joint != pytest.approx(single[0] * single[1], rel=1e-3), "neighbours are not independent"


def test_wide_frontier_that_strips_part_has_exact_joint_chances() -> None:
    """If certain cells split a wide frontier, joint chances are exact as well."""
    analysis = parted()
    for at in range(0, 60, 10):
        cells = doubtful(analysis, at + 2)[at:]
        both = count_layouts(analysis.board, (*analysis.safe, *cells), analysis.mines)
        assert all_safe(analysis, cells) == pytest.approx(both / analysis.layouts, abs=1e-9)


def test_what_took_more_room_has_joint_chances_in_as_much() -> None:
    """If a map is exact in twice the room only, so is a joint chance; in less it is a product."""
    board, _ = lattice(26, 50, 2, 3)
    analysis = analyse(board, 2)
    chances = analysis.probabilities
    one, other = doubtful(analysis, 2)
    both = count_layouts(board, (*analysis.safe, one, other), analysis.mines, 2)
    assert (analysis.exact, analysis.room) == (True, 2)
    assert float(Decimal(analysis.layouts).ln()) == pytest.approx(analysis.log_layouts, rel=1e-12)
    assert np.nansum(chances) == pytest.approx(board.mines, rel=1e-12)
    assert not analyse(board).exact
    assert all_safe(analysis, (one, other)) == pytest.approx(both / analysis.layouts, abs=1e-9)
    independent = (1 - chances[one]) * (1 - chances[other])
    assert independent != pytest.approx(both / analysis.layouts, rel=1e-6)
    assert all_safe(replace(analysis, room=1), (one, other)) == pytest.approx(independent)


def test_where_nothing_is_exact_cells_count_as_independent() -> None:
    """On a board with a rough map the cells' chances are multiplied."""
    board, _ = lattice(100, 100, 2)
    analysis = analyse(board)
    cells = doubtful(analysis, 3)
    single = [1 - float(analysis.probabilities[cell]) for cell in cells]
    assert not analysis.exact
    assert all_safe(analysis, cells) == pytest.approx(single[0] * single[1] * single[2])
