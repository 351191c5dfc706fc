"""Whether numbers contradict one another, where that takes suppositions, compared with solving."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from core.board import Board
from core.grid import Grid
from core.solver.geometry import geometry_of, view_of
from core.solver.kernels import contradiction
from core.solver.kernels.closure import close_all
from core.solver.kernels.compiled import MINE, SAFE, UNKNOWN, Bytes, Ints
from core.solver.kernels.component import IMPOSSIBLE, OK, eliminate, make_work
from core.solver.kernels.contradiction import NO, UNCLEAR, YES, contradict
from core.solver.kernels.frontier import find_frontier
from core.solver.kernels.mapping import weights
from core.solver.kernels.order import start_progress
from tests.core.solver.test_explain_fewest import scattered

WORK, WEIGHTS = make_work(1 << 14, 1 << 18, 1), weights(1.0)


def closed(board: Board, view: Bytes) -> bool:
    """Apply the local rules to ``view``; tell whether they found no number that cannot be met."""
    near = geometry_of(board.grid.rows, board.grid.cols).near
    scratch = np.empty(view.size, np.int32), np.zeros(view.size, np.int8)
    return bool(close_all(view, near, *scratch))


def suppositions(board: Board) -> Iterator[tuple[Bytes, Ints]]:
    """Yield closed views of ``board``, each with a cell supposed to be something, and its numbers.

    Only those in which the local rules find no contradiction.
    """
    before = view_of(board)
    closed(board, before)
    for cell in np.flatnonzero(before == UNKNOWN):
        for mark in (SAFE, MINE):
            view = before.copy()
            view[cell] = mark
            if closed(board, view):
                yield view, np.flatnonzero(view >= 0).astype(np.int32)


def is_impossible(board: Board, view: Bytes, numbers: Ints) -> bool:
    """Tell whether no layout fits a closed ``view``, by solving each component."""
    geometry = geometry_of(board.grid.rows, board.grid.cols)
    frontier = find_frontier(view, geometry, numbers, numbers.size)
    progress, statuses = start_progress(frontier), set[int]()
    for c in range(frontier.components):
        statuses.add(eliminate(frontier, progress, c, WEIGHTS, WORK, 1 << 18, 0).status)
    assert statuses <= {OK, IMPOSSIBLE}
    return IMPOSSIBLE in statuses


def is_met(board: Board, view: Bytes) -> bool:
    """Tell whether every number of ``view`` has as many mines around it as it says."""
    rows, cols = board.grid.rows, board.grid.cols
    mined = np.pad((view == MINE).reshape(rows, cols), 1)
    around = sum(
        mined[row : row + rows, col : col + cols].astype(int)
        for row, col in product(range(3), repeat=2)
    )
    return bool(np.equal(view, np.ravel(around))[view >= 0].all())


def test_numbers_contradict_one_another_where_solving_them_finds_no_layout() -> None:
    """With any cell supposed to be either, a layout is found or there is none, as by solving."""
    found = {YES: 0, NO: 0}
    near = geometry_of(14, 14).near
    for seed in range(30):
        board = scattered(Grid(14, 14), 50 + seed % 12, seed, share=0.3 + seed % 5 / 10)
        for view, numbers in suppositions(board):
            answer = contradict(marks := view.copy(), near, numbers, np.zeros(4, np.int64))
            assert answer == (YES if is_impossible(board, view, numbers) else NO)
            assert answer == YES or is_met(board, marks)
            found[answer] += 1
    assert found[YES] > 100
    assert found[NO] > 1000


def test_what_takes_too_long_is_unclear(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that may meet few contradictions gives no answer, or the same as by solving."""
    monkeypatch.setattr(contradiction, "CONFLICTS", 2)
    compiled: Any = contradict
    search = getattr(compiled, "py_func", compiled)
    found, near = {YES: 0, NO: 0, UNCLEAR: 0}, geometry_of(14, 14).near
    board = scattered(Grid(14, 14), 56, seed=2, share=0.5)
    for view, numbers in suppositions(board):
        answer = search(view.copy(), near, numbers, np.zeros(4, np.int64))
        solved = YES if is_impossible(board, view, numbers) else NO
        assert answer in {UNCLEAR, solved}
        found[answer] += 1
    assert found[UNCLEAR] > 10
    assert found[YES] + found[NO] > 10


def test_cells_are_gone_through_once_where_nothing_is_taken_back() -> None:
    """Ten times as many numbers without a conflict take no more than ten times the steps."""
    taken = []
    for many in (30, 300):
        rows = ("###" * many, "#1#" * many, "###" * many)
        board = Board.parse("\n".join((f"3x{3 * many}/{many}", *rows)))
        view, steps = view_of(board), np.zeros(4, np.int64)
        assert closed(board, view)
        numbers = np.flatnonzero(view >= 0).astype(np.int32)
        near = geometry_of(board.grid.rows, board.grid.cols).near
        assert contradict(view, near, numbers, steps) == NO
        taken.append(int(steps[3]))
    assert taken[1] <= 10 * taken[0]
