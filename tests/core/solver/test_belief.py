"""Belief propagation: exact where numbers form a tree, at the odds that suit the board."""

from __future__ import annotations

from math import exp
from random import Random

import numpy as np
import pytest
from numpy.typing import ArrayLike

from core.board import Board
from core.grid import Grid
from core.solver.geometry import view_of
from core.solver.kernels.belief import DOUBT, ENOUGH, Apart, believe, bound_layouts, share_counts
from core.solver.kernels.compiled import MINE, UNKNOWN, Bytes
from core.solver.kernels.component import OK, forget
from core.solver.kernels.mapping import survey
from core.solver.kernels.wide import component_of, set_apart, solve_simple, wide_cells
from core.solver.workspace import narrow_work, tools_of
from tests.core.solver.brute import layouts, show

GRID = Grid(9, 9)
TREE = [GRID.cell(*place) for place in ((1, 1), (3, 3), (7, 1), (1, 7))]
"""Open cells, no two of which touch more than one cell together, and none in a circle."""


def tree(rng: Random) -> Board:
    """Return a board with the cells of TREE open and some mines exploded."""
    mines = rng.sample(sorted(set(GRID.cells()).difference(TREE)), rng.randint(9, 55))
    return show(GRID, set(mines), [*TREE, *mines[:5]])


def ways_of(board: Board, view: Bytes, cells: list[int]) -> list[set[int]]:
    """Return the mines of each layout of these ``cells``, a component of what the view leaves."""
    known = {cell: int(view[cell] == MINE) for cell in board.closed() if view[cell] < UNKNOWN}
    every = layouts(board, [*known, *cells], known.copy())
    return [set(mines).intersection(cells) for mines in every]


def entropy_of(shares: ArrayLike) -> float:
    """Return the entropy, in nats, of what comes in these ``shares``."""
    return -float(np.dot(shares, np.log(shares)))


def test_a_tree_of_numbers_is_believed_exactly() -> None:
    """Chances are those of all layouts at odds by which the board has about its mines."""
    compared, work = 0, narrow_work()
    geometry, _, choose, _ = tools_of(GRID)
    for seed in range(80):
        rng = Random(seed)
        board = tree(rng)
        view, chance = view_of(board), np.zeros(len(GRID))
        _, frontier, rest, left = survey(view, board.mines, geometry)
        if not frontier.components:
            continue
        entries, home = np.empty(frontier.components, np.int32), component_of(frontier)
        forget(work)
        end = work.mark[3] + (1 << 20)
        assert solve_simple(frontier, choose, work, 1 << 20, end, entries) == OK
        wide = rng.randrange(frontier.components)
        entries[wide] = -1
        work.pool[work.mark[1] :] = np.nan  # nothing is read where no entry is
        apart = set_apart(entries, work.pool, rest)
        numbers, cells = wide_cells(view, geometry.near, frontier, home, entries)
        log_odds = believe(view, geometry.near, numbers, cells, apart, left, chance)
        prior = 1.0 / (1.0 + exp(-log_odds))
        expected, log_total = rest * prior, rest * entropy_of([prior, 1.0 - prior])
        for c in range(frontier.components):
            beside = np.flatnonzero((frontier.group >= 0) & (home[frontier.group] == c)).tolist()
            ways = ways_of(board, view, beside)
            counts = np.array([len(way) for way in ways])
            share = np.exp(log_odds * counts) / np.exp(log_odds * counts).sum()
            expected += float(share @ counts)
            if c != wide:
                scale = work.pool[entries[c] + 2] = rng.uniform(-9.0, 9.0)
                log_total += scale + entropy_of(share)
                continue
            for cell in beside:
                exact = float(np.clip(share @ [cell in way for way in ways], DOUBT, 1.0 - DOUBT))
                assert chance[cell] == pytest.approx(exact, abs=1e-3)
                assert DOUBT <= chance[cell] <= 1.0 - DOUBT
                log_total += entropy_of([chance[cell], 1.0 - chance[cell]])
                compared += 1
        assert expected == pytest.approx(left, abs=ENOUGH)
        assert bound_layouts(cells, apart, log_odds, chance) == pytest.approx(log_total, rel=1e-9)
    assert compared > 100


def test_each_number_of_mines_has_its_share() -> None:
    """Numbers of mines are as likely as they have layouts, weighed by the odds, and none others."""
    for seed in range(200):
        rng = np.random.default_rng(seed)
        ways, at, fewest = rng.integers(0, 3, 7), int(rng.integers(0, 9)), int(rng.integers(0, 20))
        first, last = np.sort(rng.choice(7, 2)).astype(np.int32)
        ways[rng.integers(first, last + 1)] = 1
        scale, log_odds = rng.uniform(-9.0, 9.0, 2)
        pool = np.array([np.nan] * at + [fewest, 7, scale, np.nan, np.nan, *ways])
        entries, lowest, highest = np.array([[at], [first], [last]], np.int32)
        apart = Apart(pool, entries, lowest, highest, np.full(7, np.nan), 0)
        shared = share_counts(apart, 0, log_odds)
        counts = np.arange(first, last + 1)
        weighed = ways[counts] * np.exp(log_odds * (fewest + counts))
        likely = weighed / weighed.sum()
        assert apart.share[counts] == pytest.approx(likely)
        assert shared.mines == pytest.approx(fewest + likely @ counts)
        assert shared.log_ways == pytest.approx(np.log(weighed.sum()) + scale)
