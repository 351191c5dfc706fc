"""The probability map of a position."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.belief import Believed, believe
from core.solver.kernels.closure import close_all
from core.solver.kernels.combine import NOTHING, combine
from core.solver.kernels.compiled import (
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
from core.solver.kernels.component import (
    IMPOSSIBLE,
    OK,
    WIDE,
    Work,
    forget,
    recall,
    remember,
    solve_component,
)
from core.solver.kernels.frontier import Frontier, active_numbers, find_frontier
from core.solver.kernels.order import start_progress

RETRIES = 40
"""Corrections of the tilt before a frontier counts as too wide."""


class Solved(NamedTuple):
    """What solving a frontier found.

    ``status``: OK, IMPOSSIBLE or WIDE; ``log_total``: log of the number of layouts; ``rest``:
    probability of a mine off the frontier; ``rest_cells``: unknown cells there.
    """

    status: int
    log_total: float
    rest: float
    rest_cells: int


@kernel
def weights(tilt: float) -> Floats:
    """Return binomial(s, k) * tilt ** k for groups of up to 8 cells: (9, 9)."""
    table = np.zeros((9, 9))
    table[0, 0] = 1.0
    for s in range(1, 9):
        for k in range(s + 1):
            table[s, k] = table[s - 1, k] + (table[s - 1, k - 1] if k else 0.0)
    power = 1.0
    for k in range(9):
        for s in range(9):
            table[s, k] *= power
        power *= tilt
    return table


@kernel
def solve_components(frontier: Frontier, choose: Floats, work: Work, entries: Ints) -> int:
    """Find or make the entry of every component; OK, IMPOSSIBLE or WIDE."""
    if work.mark[2] * 2 >= work.known.size or work.mark[1] * 2 > work.pool.size:
        forget(work)
    progress = start_progress(frontier)
    for c in range(frontier.components):
        entry = recall(work, frontier.tag[c])
        if entry < 0:
            entry = work.mark[1]
            status = solve_component(frontier, progress, c, choose, work)
            if status != OK:
                return status
            remember(work, frontier.tag[c], entry)
        entries[c] = entry
    return OK


@kernel
def solve_frontier(
    frontier: Frontier,
    rest_cells: int,
    mines: int,
    choose: Floats,
    work: Work,
    log_factorial: Floats,
    group_mine: Floats,
) -> Solved:
    """Solve a frontier whose board has ``mines`` unknown mines; fills ``group_mine``.

    Where counts leave the range of a float, each mine of the frontier is weighed by a tilt, which
    moves the counts that matter to where they do not underflow and cancels out in the end.
    """
    entries = np.empty(frontier.components, np.int32)
    log_tilt = 0.0
    solved = Solved(WIDE, NOTHING, 0.0, rest_cells)
    for _ in range(RETRIES):
        status = solve_components(frontier, choose, work, entries)
        if status != OK:
            solved = Solved(status, NOTHING, 0.0, rest_cells)
            break
        combined = combine(
            frontier, entries, work.pool, rest_cells, mines, log_tilt, log_factorial, group_mine
        )
        if combined.nudge == 0.0:
            status = IMPOSSIBLE if combined.log_total == NOTHING else OK
            solved = Solved(status, combined.log_total, combined.rest, rest_cells)
            break
        log_tilt += combined.nudge
        choose = weights(np.exp(log_tilt))
        forget(work)
    if log_tilt != 0.0:
        forget(work)
    return solved


@borrowing
def count_marks(view: Bytes, mark: int) -> int:
    """Count the cells of ``view`` that hold ``mark``."""
    count = 0
    for cell in range(view.size):
        count += view[cell] == mark
    return count


@kernel
def map_view(
    view: Bytes,
    mines: int,
    geometry: Geometry,
    log_factorial: Floats,
    choose: Floats,
    work: Work,
    chance: Floats,
) -> Solved:
    """Map a position: ``chance[cell]`` of a mine on every closed cell; -1 on open ones.

    ``view`` holds numbers, UNKNOWN and the known mines; the local rules mark more of it.
    """
    stack = np.empty(view.size, np.int32)
    queued = np.zeros(view.size, np.int8)
    if not close_all(view, geometry.near, stack, queued):
        return Solved(IMPOSSIBLE, NOTHING, 0.0, 0)
    count = active_numbers(view, geometry.near, stack)
    frontier = find_frontier(view, geometry, stack, count)
    unknown = count_marks(view, UNKNOWN)
    rest_cells = unknown - frontier.size[: frontier.groups].sum()
    left = mines - count_marks(view, MINE)
    if left < 0 or left > unknown:
        return Solved(IMPOSSIBLE, NOTHING, 0.0, 0)
    group_mine = np.empty(frontier.groups)
    solved = solve_frontier(frontier, rest_cells, left, choose, work, log_factorial, group_mine)
    fill_chances(view, frontier, group_mine, solved.rest, chance)
    return solved


@borrowing
def fill_chances(
    view: Bytes, frontier: Frontier, group_mine: Floats, rest: float, chance: Floats
) -> None:
    """Write every cell's chance of a mine to ``chance``, -1 for open cells."""
    for cell in range(view.size):
        mark = view[cell]
        if mark == UNKNOWN:
            g = frontier.group[cell]
            chance[cell] = group_mine[g] if g >= 0 else rest
        elif mark == MINE:
            chance[cell] = 1.0
        elif mark == SAFE:
            chance[cell] = 0.0
        else:
            chance[cell] = -1.0


@kernel
def map_roughly(view: Bytes, mines: int, near: Ints, chance: Floats) -> Believed:
    """Map a position as map_view does, approximately: only the local rules make a cell certain.

    ``view`` must be one that map_view found too wide: it is closed under the local rules.
    """
    numbers = np.empty(view.size, np.int32)
    count = active_numbers(view, near, numbers)
    for cell in range(view.size):
        mark = view[cell]
        chance[cell] = 1.0 if mark == MINE else 0.0 if mark == SAFE else -1.0
    return believe(view, near, numbers[:count], mines - count_marks(view, MINE), chance)
