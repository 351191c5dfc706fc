"""The order of elimination, followed with plain sets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from core.board import Board
from core.solver.geometry import view_of
from core.solver.kernels.compiled import Ints
from core.solver.kernels.frontier import Frontier
from core.solver.kernels.mapping import survey
from core.solver.kernels.order import (
    BOUND,
    EASY,
    Progress,
    far_group,
    plan_order,
    start_progress,
    try_order,
)
from core.solver.workspace import tools_of
from tests.core.solver.brute import random_board
from tests.core.solver.test_analysis_wide import lattice
from tests.strategies import seeded

WIDEST = lattice(90, 90, 2)[0]
"""More constraints are open at a time than an order tells apart."""


def components(boards: list[Board]) -> Iterator[tuple[Frontier, Progress, int, Ints]]:
    """Yield each component of ``boards``, with room for an order of its groups."""
    for board in boards:
        geometry = tools_of(board.grid).geometry
        frontier = survey(view_of(board), board.mines, geometry).frontier
        for c in range(frontier.components):
            size = frontier.first[c + 1] - frontier.first[c]
            yield frontier, start_progress(frontier), c, np.empty(size, np.int32)


def small() -> list[Board]:
    """Return boards whose components are ordered with ease, and some that take more."""
    easy = [random_board(seeded(seed)) for seed in range(40)]
    return [*easy, *(lattice(11 + seed, 15, 2, seed)[0] for seed in range(4))]


def above(frontier: Frontier, g: int) -> list[int]:
    """Return the constraints of group ``g``."""
    found: list[int] = frontier.group_cons[g, : frontier.group_count[g]].tolist()
    return found


def below(frontier: Frontier, constraint: int) -> list[int]:
    """Return the groups of a ``constraint``."""
    found: list[int] = frontier.con_groups[constraint, : frontier.con_count[constraint]].tolist()
    return found


def cost_of(frontier: Frontier, order: list[int], lean: int | None = None) -> int:
    """Return what an ``order`` costs; with a ``lean``, check that each step of it is greedy.

    Of groups that are as cheap, that which came first beside what is open has to come first.
    """
    cost, done, opened, beside = 0, set[int](), set[int](), list[int]()
    for g in order:
        if done and lean is not None:
            left = [each for each in beside if each not in done]
            prices = [price(frontier, done, opened, each, lean) for each in left]
            assert g == left[prices.index(min(prices))]
        done.add(g)
        for k in above(frontier, g):
            if k not in opened:
                beside += [each for each in below(frontier, k) if each not in beside]
        opened |= {*above(frontier, g)}
        opened = {k for k in opened if not done.issuperset(below(frontier, k))}
        cost += 2 ** min(len(opened), BOUND)
    return cost


def price(
    frontier: Frontier, done: set[int], opened: set[int], g: int, lean: int
) -> tuple[int, int]:
    """Return how many more constraints are open after ``g``, and how soon one of its can close."""
    left = {k: len({*below(frontier, k)} - done) for k in above(frontier, g)}
    more = len(left.keys() - opened) - [*left.values()].count(1)
    return more, lean * min(left.values())


def assert_as_before(frontier: Frontier, progress: Progress) -> None:
    """Assert that no group counts as eliminated."""
    assert (progress.slot == -1).all()
    assert (progress.left == frontier.con_count).all()
    assert not progress.done.any()


@pytest.mark.parametrize("lean", [0, 1])
def test_each_step_leaves_the_fewest_constraints_open(lean: int) -> None:
    """From any group on all come, each the cheapest of those beside what is open."""
    for frontier, progress, c, order in components(small()):
        groups = frontier.member[frontier.first[c] : frontier.first[c + 1]].tolist()
        for seed in groups[:: 1 + len(groups) // 9]:
            cost = try_order(frontier, progress, c, seed, lean, order)
            assert order[0] == seed
            assert sorted(order) == groups
            assert cost == cost_of(frontier, order.tolist(), lean)
            assert_as_before(frontier, progress)


def test_an_order_is_the_cheapest_sweep_from_either_end() -> None:
    """What one sweep orders with ease stays; else the cheapest of four is taken."""
    better = 0
    boards = [*small(), *(lattice(15, 15, 2, seed)[0] for seed in range(20)), WIDEST]
    for frontier, progress, c, order in components(boards):
        far = far_group(frontier, progress, c, order)
        first = try_order(frontier, progress, c, far, 0, order)
        ends, costs = (order[0], order[-1]), [first]
        if first > EASY:
            sweeps = ((ends[0], 1), (ends[1], 0), (ends[1], 1))
            costs += [try_order(frontier, progress, c, *sweep, order) for sweep in sweeps]
        plan_order(frontier, progress, c, order)
        assert cost_of(frontier, order.tolist()) == min(costs)
        assert_as_before(frontier, progress)
        better += min(costs) < first
    assert better > 5


def test_a_sweep_begins_far_from_the_first_group() -> None:
    """No group is more constraints away from the first one than the one that a sweep begins at."""
    for frontier, progress, c, queue in components(small()):
        reached = [{int(frontier.member[frontier.first[c]])}]
        while more := {
            other for g in reached[-1] for k in above(frontier, g) for other in below(frontier, k)
        }.difference(*reached):
            reached.append(more)
        assert far_group(frontier, progress, c, queue) in reached[-1]
        assert_as_before(frontier, progress)
