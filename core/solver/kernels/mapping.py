"""The probability map of a position: its components solved one by one, then put together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

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
    FLOOR,
    HEADER,
    IMPOSSIBLE,
    OK,
    WIDE,
    Work,
    forget,
    has_chances,
    recall,
    remember,
    solve_component,
)
from core.solver.kernels.frontier import Frontier, active_numbers, find_frontier, frontier_cells
from core.solver.kernels.order import start_progress
from core.solver.kernels.series import count_series, order_of, share_series

RETRIES = 40
"""Corrections of the tilt before a frontier counts as too wide."""

STEPS = 160
"""Steps that may go into one position, for each edge that the workspace has room for; as many may
go into its tilts."""


class Solved(NamedTuple):
    """What solving a frontier found.

    ``status``: OK, IMPOSSIBLE or WIDE; ``log_total``: log of the number of layouts; ``rest``:
    probability of a mine on a cell off the frontier; ``rest_cells``: how many unknown cells are
    there.
    """

    status: int
    log_total: float
    rest: float
    rest_cells: int


@kernel
def weights(tilt: float) -> Floats:
    """Return binomial(s, k) * tilt ** k, in row s and column k, for up to 8 cells: (9, 9)."""
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


@borrowing
def steps_of(work: Work) -> int:
    """Return how many steps may be spent on one position in this much room."""
    return int(work.source.size) * STEPS


@borrowing
def spent(work: Work) -> int:
    """Return the steps taken so far by all that was solved and put together in this room."""
    return int(work.mark[3] + work.mark[4])


@kernel
def solve_components(frontier: Frontier, choose: Floats, work: Work, entries: Ints) -> int:
    """Write where each component's entry starts to ``entries``, solving those not known yet.

    Returns OK, IMPOSSIBLE or WIDE. A component that is known counts for the steps that it once
    took, so that the result does not depend on what was solved before.
    """
    if work.mark[2] * 2 >= work.known.size or work.mark[1] * 2 > work.pool.size:
        forget(work)
    progress = start_progress(frontier)
    left = steps_of(work)
    for c in range(frontier.components):
        entry = recall(work, frontier.tag[c])
        if entry < 0:
            entry = work.mark[1]
            status = solve_component(frontier, progress, c, choose, work, left)
            if status != OK:
                return status
            remember(work, frontier.tag[c], entry)
        left -= int(work.pool[entry + 3])
        if left < 0:
            return WIDE
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
    """Solve a frontier whose board has ``mines`` unknown mines; fills ``group_mine`` (groups,)."""
    entries = np.empty(frontier.components, np.int32)
    status = solve_components(frontier, choose, work, entries)
    if status != OK:
        return Solved(status, NOTHING, 0.0, rest_cells)
    steps = steps_of(work)
    return weigh(frontier, entries, rest_cells, mines, work, steps, log_factorial, group_mine)


@kernel
def weigh(
    frontier: Frontier,
    entries: Ints,
    rest_cells: int,
    mines: int,
    work: Work,
    steps: int,
    log_factorial: Floats,
    group_mine: Floats,
) -> Solved:
    """Put the components with these ``entries`` together; fills ``group_mine``.

    Where the counts that matter underflow, each mine of the frontier is weighed by a factor, the
    tilt, which lifts them above the others and is divided out again in the end. The status is WIDE
    if no tilt is found that does, or if that takes more than ``steps``. Once a tilt was tried,
    ``entries`` are -1 for components that it solved anew, the others are as before.
    """
    pool = work.pool
    together = joining(entries, pool)
    work.mark[4] += together
    combined = combine(frontier, entries, pool, rest_cells, mines, 0.0, log_factorial, group_mine)
    if combined.nudge == 0.0:
        status = IMPOSSIBLE if combined.log_total == NOTHING else OK
        if status == OK:
            share_all_series(frontier, entries, 0.0, work, group_mine)
        return Solved(status, combined.log_total, combined.rest, rest_cells)
    solved = Solved(WIDE, NOTHING, 0.0, rest_cells)
    plain = [
        pool[entry + HEADER : entry + HEADER + int(pool[entry + 1])].copy() for entry in entries
    ]
    # Counts that were scaled have lost what lies far below the largest: these are solved anew.
    scaled = np.empty(entries.size, np.bool_)
    for c in range(entries.size):
        scaled[c] = pool[entries[c] + 2] != 0.0
    first, pool_used, end = entries.copy(), work.mark[1], work.mark[3] + steps
    log_tilt = 0.0
    for _ in range(RETRIES):
        log_tilt += combined.nudge
        work.mark[1] = pool_used
        choose = weights(np.exp(log_tilt))
        progress = start_progress(frontier)
        status = OK
        for c in range(entries.size):
            if not scaled[c]:
                tilt(pool, entries[c], plain[c], log_tilt)
            elif status == OK:
                left = end - work.mark[3]
                entries[c] = work.mark[1]
                if has_chances(pool, first[c]):
                    status = solve_component(frontier, progress, c, choose, work, left)
                else:
                    order = order_of(frontier, c, work, first[c])
                    status = count_series(frontier, order, choose, work, left)
        if status != OK:
            break
        work.mark[4] += together
        combined = combine(
            frontier, entries, pool, rest_cells, mines, log_tilt, log_factorial, group_mine
        )
        if combined.nudge == 0.0:
            share_all_series(frontier, entries, log_tilt, work, group_mine)
            solved = Solved(OK, combined.log_total, combined.rest, rest_cells)
            break
    for c in range(entries.size):
        if scaled[c]:
            entries[c] = -1
        else:
            tilt(pool, entries[c], plain[c], 0.0)
    work.mark[1] = pool_used  # the entries that are left stand below that
    return solved


@kernel
def share_all_series(
    frontier: Frontier, entries: Ints, log_tilt: float, work: Work, group_mine: Floats
) -> None:
    """Write the chances of the components that were counted by series."""
    for c in range(entries.size):
        if not has_chances(work.pool, entries[c]):
            weight = weights(np.exp(log_tilt))
            share_series(frontier, c, weight, work, entries[c], group_mine)


@borrowing
def joining(entries: Ints, pool: Floats) -> int:
    """Return how many pairs of counts are multiplied when components are put together."""
    pairs, length = 0, 1
    for c in range(entries.size):
        counts = int(pool[entries[c] + 1])
        pairs += length * counts
        length += counts - 1
    return pairs


@borrowing
def tilt(pool: Floats, entry: int, plain: Floats, log_tilt: float) -> None:
    """Write an entry's ways anew: its ``plain`` ones, never scaled, each mine times the tilt."""
    if log_tilt == 0.0:
        pool[entry + 2] = 0.0
        for n in range(plain.size):
            pool[entry + HEADER + n] = plain[n]
        return
    largest = NOTHING
    for n in range(plain.size):
        if plain[n] > 0.0:
            largest = max(largest, np.log(plain[n]) + n * log_tilt)
    pool[entry + 2] = largest + pool[entry] * log_tilt
    for n in range(plain.size):
        ways = 0.0
        if plain[n] > 0.0:
            ways = max(np.exp(np.log(plain[n]) + n * log_tilt - largest), FLOOR)
        pool[entry + HEADER + n] = ways


@borrowing
def count_marks(view: Bytes, mark: int) -> int:
    """Count the cells of ``view`` that hold ``mark``."""
    count = 0
    for cell in range(view.size):
        count += view[cell] == mark
    return count


class Survey(NamedTuple):
    """A position before it is solved.

    ``fits``: neither the local rules nor the number of mines contradict it; ``rest_cells``: unknown
    cells off the frontier; ``left``: mines not yet known.
    """

    fits: bool
    frontier: Frontier
    rest_cells: int
    left: int


@kernel
def survey(view: Bytes, mines: int, geometry: Geometry) -> Survey:
    """Close ``view`` under the local rules and find its frontier."""
    stack = np.empty(view.size, np.int32)
    queued = np.zeros(view.size, np.int8)
    fits = close_all(view, geometry.near, stack, queued)
    count = active_numbers(view, geometry.near, stack) if fits else 0
    frontier = find_frontier(view, geometry, stack, count)
    unknown = count_marks(view, UNKNOWN)
    left = mines - count_marks(view, MINE)
    rest_cells = unknown - frontier_cells(frontier)
    return Survey(fits and 0 <= left <= unknown, frontier, rest_cells, left)


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
    """Write the chance of a mine on every closed cell to ``chance`` (cells,), -1 for open ones.

    It holds if the status returned is OK. ``view`` holds numbers, UNKNOWN and the known mines; the
    local rules mark more in it. ``mines`` are those of the whole board.
    """
    fits, frontier, rest_cells, left = survey(view, mines, geometry)
    if not fits:
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
