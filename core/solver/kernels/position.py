"""A position: a view in which the local rules find nothing more, with its frontier solved."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.closure import close_around, queue_around
from core.solver.kernels.combine import NOTHING
from core.solver.kernels.compiled import (
    DEGREE,
    MINE,
    SAFE,
    UNKNOWN,
    Bytes,
    Floats,
    Geometry,
    Ints,
    borrowing,
    kernel,
)
from core.solver.kernels.component import IMPOSSIBLE, Work
from core.solver.kernels.frontier import Frontier, active_numbers, find_frontier, frontier_cells
from core.solver.kernels.mapping import Solved, count_marks, solve_frontier


class Tools(NamedTuple):
    """What every kernel needs beside a position: tables, and room to work in.

    ``log_factorial[n]``: the log of n!, up to the number of cells; ``choose[s, k]``: the binomial
    coefficient, s up to 8.
    """

    geometry: Geometry
    log_factorial: Floats
    choose: Floats
    work: Work


class Position(NamedTuple):
    """A position solved.

    ``marks``: the view; ``numbers``: open cells in row-major order, all that touch an unknown cell
    among them; ``unknown``: how many unknown cells there are, ``mines``: how many mines among them;
    ``certain``: how many cells are marked SAFE; ``group_mine`` (groups,): the chance of a mine on
    each cell of a group. Only ``marks`` and ``solved.status`` may be used unless that is OK.
    """

    marks: Bytes
    numbers: Ints
    frontier: Frontier
    unknown: int
    mines: int
    certain: int
    group_mine: Floats
    solved: Solved


@kernel
def solve_position(view: Bytes, numbers: Ints, mines: int, tools: Tools) -> Position:
    """Solve a ``view`` closed under the local rules; ``mines`` are those of the whole board.

    ``numbers`` are as in ``Position``.
    """
    frontier = find_frontier(view, tools.geometry, numbers, numbers.size)
    unknown = count_marks(view, UNKNOWN)
    left = mines - count_marks(view, MINE)
    rest = unknown - frontier_cells(frontier)
    group_mine = np.empty(frontier.groups)
    solved = solve_frontier(
        frontier, rest, left, tools.choose, tools.work, tools.log_factorial, group_mine
    )
    return Position(
        view, numbers, frontier, unknown, left, count_marks(view, SAFE), group_mine, solved
    )


@kernel
def read_position(view: Bytes, mines: int, tools: Tools) -> Position:
    """Solve a ``view`` closed under the local rules; ``mines`` are those of the whole board."""
    numbers = np.empty(view.size, np.int32)
    count = active_numbers(view, tools.geometry.near, numbers)
    return solve_position(view, numbers[:count], mines, tools)


@borrowing
def mine_chance(position: Position, cell: int) -> float:
    """Return the probability of a mine on an UNKNOWN cell."""
    g = position.frontier.group[cell]
    return float(position.group_mine[g] if g >= 0 else position.solved.rest)


@borrowing
def open_cell(view: Bytes, near: Ints, stack: Ints, queued: Bytes, cell: int, number: int) -> bool:
    """Write ``number`` to ``cell`` and apply the local rules; False when some number cannot be met.

    ``stack`` (cells,) is scratch, and so is ``queued`` (cells,), which must be all zero.
    """
    view[cell] = number
    stack[0] = cell
    queued[cell] = 1
    waiting = queue_around(view, near, stack, queued, 1, cell)
    return close_around(view, near, stack, queued, waiting)


@kernel
def after_opening(position: Position, cell: int, number: int, mines: int, tools: Tools) -> Position:
    """Return the position after ``cell`` turned out to hold ``number``."""
    view = position.marks.copy()
    stack = np.empty(view.size, np.int32)
    queued = np.zeros(view.size, np.int8)
    if not open_cell(view, tools.geometry.near, stack, queued, cell, number):
        nothing = Solved(IMPOSSIBLE, NOTHING, 0.0, 0)
        return Position(
            view, position.numbers, position.frontier, 0, 0, 0, position.group_mine, nothing
        )
    return solve_position(view, insert(position.numbers, cell), mines, tools)


@kernel
def insert(numbers: Ints, number: int) -> Ints:
    """Return a copy of ``numbers``, which ascend, with ``number`` in its place among them."""
    longer = np.empty(numbers.size + 1, np.int32)
    at = 0
    while at < numbers.size and numbers[at] < number:
        longer[at] = numbers[at]
        at += 1
    longer[at] = number
    longer[at + 1 :] = numbers[at:]
    return longer


@borrowing
def number_range(view: Bytes, near: Ints, cell: int) -> tuple[int, int]:
    """Return the smallest and the largest number that ``cell`` could hold, were it safe."""
    known, unknown = 0, 0
    for i in range(near[cell, DEGREE]):
        mark = view[near[cell, i]]
        known += mark == MINE
        unknown += mark == UNKNOWN
    return known, known + unknown
