"""The map of a position with components too wide to be solved: these approximately, others exactly.

What is certain by parts of the wide ones is found first (strips.py), the rest is estimated by
layouts drawn at random (sampling.py), and where none is found by belief propagation (belief.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.beam import HOPELESS, search_order
from core.solver.kernels.belief import Apart, believe, bound_layouts, doubt, share_counts
from core.solver.kernels.chains import start_chains
from core.solver.kernels.combine import NOTHING
from core.solver.kernels.compiled import (
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
from core.solver.kernels.frontier import Frontier, active_numbers
from core.solver.kernels.mapping import Survey, count_marks, fill_chances, survey, weigh
from core.solver.kernels.order import start_progress
from core.solver.kernels.position import Tools
from core.solver.kernels.sampling import estimate_layouts, sample
from core.solver.kernels.series import count_series, share_series
from core.solver.kernels.strips import prove

STEPS = 1 << 27
"""How many steps may go into solving components, tilts included: 0.1 to 0.3 s, the longest where a
layer has more states than a core's cache holds."""

PROVING = 3 << 23
"""How many steps may go into strips of the components that are not simple."""

SAMPLING = 1 << 27
"""How many steps may go into layouts of components that were not solved: 0.15 to 0.4 s."""

SIMPLE = 1024
"""A component is simple if one in so many of all steps suffices for it: these come first."""


class Mapped(NamedTuple):
    """How a map came out.

    ``status``: OK, IMPOSSIBLE, or WIDE for an approximation; ``log_total``: log of the number of
    layouts; ``error``: the largest standard error of a chance, 1 where it is not known.
    """

    status: int
    log_total: float
    error: float


class Divided(NamedTuple):
    """A position ``surveyed``, with the ``entries`` of its components, -1 for those not solved.

    ``status``: OK, IMPOSSIBLE where one has no layout, or WIDE where some were not solved.
    """

    status: int
    surveyed: Survey
    entries: Ints


@kernel
def solve_simple(
    frontier: Frontier, choose: Floats, work: Work, most: int, end: int, entries: Ints
) -> int:
    """Find or make the entries of the components that ``most`` steps suffice for, -1 for others.

    Returns OK, IMPOSSIBLE if any has no layout, or WIDE if some are left. None may take the work
    beyond its step ``end``.
    """
    progress = start_progress(frontier)
    status = OK
    for c in range(frontier.components):
        entries[c] = recall(work, frontier.tag[c])
        if entries[c] >= 0:
            continue
        entry = work.mark[1]
        allowed = min(most, end - work.mark[3])
        found = solve_component(frontier, progress, c, choose, work, allowed)
        if found == IMPOSSIBLE:
            return IMPOSSIBLE
        if found == OK:
            entries[c] = entry
            remember(work, frontier.tag[c], entry)
        else:
            status = WIDE
    return status


@kernel
def solve_others(frontier: Frontier, choose: Floats, work: Work, end: int, entries: Ints) -> int:
    """Count the layouts of the components that are left, as far as the work's step ``end``.

    The others are left. Returns as ``solve_simple`` does.
    """
    status = OK
    for c in range(frontier.components):
        if entries[c] < 0:
            entry, found = work.mark[1], WIDE
            order, states = search_order(frontier, c, choose, work, end - work.mark[3])
            if states <= HOPELESS:
                found = count_series(frontier, order, choose, work, end - work.mark[3])
            if found == IMPOSSIBLE:
                return IMPOSSIBLE
            if found == OK:
                entries[c] = entry
            else:
                status = WIDE
    return status


@kernel
def divide(
    view: Bytes,
    mines: int,
    geometry: Geometry,
    choose: Floats,
    work: Work,
    steps: int,
    proving: int,
) -> Divided:
    """Close a view under the local rules and solve its components, as far as ``steps`` suffice.

    The simple ones come first. Then strips of the others are looked at, in ``proving`` more steps,
    and what they make certain is marked; if that was anything, the simple ones come once more. The
    others come last.
    """
    forget(work)
    most, end = steps // SIMPLE, work.mark[3] + steps
    divided = divide_simply(view, mines, geometry, choose, work, most, end)
    if divided.status != WIDE:
        return divided
    frontier, entries = divided.surveyed.frontier, divided.entries
    numbers, _ = wide_cells(view, geometry.near, frontier, component_of(frontier), entries)
    before, unknown = work.mark[3], count_marks(view, UNKNOWN)
    if prove(view, geometry, numbers, choose, work, proving) == IMPOSSIBLE:
        return Divided(IMPOSSIBLE, divided.surveyed, entries)
    end += work.mark[3] - before
    if count_marks(view, UNKNOWN) < unknown:
        divided = divide_simply(view, mines, geometry, choose, work, most, end)
        if divided.status != WIDE:
            return divided
    status = solve_others(divided.surveyed.frontier, choose, work, end, divided.entries)
    return Divided(status, divided.surveyed, divided.entries)


@kernel
def divide_simply(
    view: Bytes, mines: int, geometry: Geometry, choose: Floats, work: Work, most: int, end: int
) -> Divided:
    """Close a view under the local rules and solve its simple components.

    ``most`` and ``end`` as of ``solve_simple``.
    """
    surveyed = survey(view, mines, geometry)
    entries = np.empty(surveyed.frontier.components, np.int32)
    status = IMPOSSIBLE
    if surveyed.fits:
        status = solve_simple(surveyed.frontier, choose, work, most, end, entries)
    return Divided(status, surveyed, entries)


@kernel
def map_widely(
    view: Bytes,
    mines: int,
    geometry: Geometry,
    log_factorial: Floats,
    choose: Floats,
    work: Work,
    steps: int,
    proving: int,
    sampling: int,
    chance: Floats,
) -> Mapped:
    """Map a position as ``map_view`` does, but approximately if ``steps`` do not suffice.

    Then the status is WIDE. A chance is 0 or 1 only where that is proved: by a component that was
    solved, or by strips of one that was not, which are looked at in ``proving`` more steps. The
    other cells of such components take ``sampling`` steps.
    """
    end = work.mark[3] + steps + proving
    divided = divide(view, mines, geometry, choose, work, steps, proving)
    status, entries = divided.status, divided.entries
    _, frontier, rest_cells, left = divided.surveyed
    group_mine = np.zeros(frontier.groups)
    if status == OK:
        steps = end - work.mark[3]
        solved = weigh(frontier, entries, rest_cells, left, work, steps, log_factorial, group_mine)
        status = solved.status
        if status != WIDE:
            fill_chances(view, frontier, group_mine, solved.rest, chance)
            return Mapped(status, solved.log_total, 0.0)
    if status == IMPOSSIBLE:
        return Mapped(IMPOSSIBLE, NOTHING, 0.0)
    apart = set_apart(entries, work.pool, rest_cells)
    if not bound_counts(frontier, apart, left):
        return Mapped(IMPOSSIBLE, NOTHING, 0.0)
    home = component_of(frontier)
    numbers, cells = wide_cells(view, geometry.near, frontier, home, entries)
    fill_chances(view, frontier, group_mine, 0.0, chance)
    log_odds = believe(view, geometry.near, numbers, cells, apart, left, chance)
    tools = Tools(geometry, log_factorial, choose, work)
    chains = start_chains(view, numbers, cells)
    sampled = sample(chains, apart, left, log_odds, tools, sampling, chance)
    if sampled.done:
        log_total = estimate_layouts(sampled, apart, left, log_odds)
        log_odds = sampled.log_odds
    else:
        log_total = bound_layouts(cells, apart, log_odds, chance)
    for c in range(frontier.components):
        if entries[c] >= 0:
            share_groups(frontier, apart, c, log_odds, choose, work, group_mine)
    rest = doubt(1.0 / (1.0 + np.exp(-log_odds)))
    for cell in range(view.size):
        if view[cell] == UNKNOWN:
            g = frontier.group[cell]
            if g < 0:
                chance[cell] = rest
            elif entries[home[g]] >= 0:
                chance[cell] = group_mine[g]
    return Mapped(WIDE, log_total, sampled.error)


@kernel
def component_of(frontier: Frontier) -> Ints:
    """Return the component of each group."""
    home = np.empty(frontier.groups, np.int32)
    for c in range(frontier.components):
        for i in range(frontier.first[c], frontier.first[c + 1]):
            home[frontier.member[i]] = c
    return home


@kernel
def set_apart(entries: Ints, pool: Floats, rest_cells: int) -> Apart:
    """Return the components that were solved, each still with all its numbers of mines."""
    components = entries.size
    first, last = np.zeros(components, np.int32), np.zeros(components, np.int32)
    longest = 1
    for c in range(components):
        if entries[c] >= 0:
            longest = max(longest, int(pool[entries[c] + 1]))
            last[c] = int(pool[entries[c] + 1]) - 1
    return Apart(pool, entries, first, last, np.empty(longest), rest_cells)


@borrowing
def bound_counts(frontier: Frontier, apart: Apart, mines: int) -> bool:
    """Narrow ``first`` and ``last`` of each component by the unknown ``mines`` and the others.

    False if a component has no possible number of mines left.
    """
    fewest, most = 0, apart.rest_cells
    for c in range(apart.entries.size):
        entry = apart.entries[c]
        if entry >= 0:
            fewest += int(apart.pool[entry])
            most += int(apart.pool[entry]) + apart.last[c]
        else:
            for i in range(frontier.first[c], frontier.first[c + 1]):
                most += frontier.size[frontier.member[i]]
    for c in range(apart.entries.size):
        if apart.entries[c] >= 0:
            length = apart.last[c]
            apart.last[c] = min(length, mines - fewest)
            apart.first[c] = max(0, length - (most - mines))
            start = apart.entries[c] + HEADER
            possible = False
            for n in range(apart.first[c], apart.last[c] + 1):
                possible = possible or apart.pool[start + n] > 0.0
            if not possible:
                return False
    return True


@kernel
def wide_cells(
    view: Bytes, near: Ints, frontier: Frontier, home: Ints, entries: Ints
) -> tuple[Ints, Ints]:
    """Return the numbers of the components that were not solved, and their unknown cells."""
    cells = np.empty(view.size, np.int32)
    count = 0
    marks = np.full(view.size, np.int8(UNKNOWN))
    for cell in range(view.size):
        g = frontier.group[cell]
        wide = g >= 0 and entries[home[g]] < 0
        if wide:
            cells[count] = cell
            count += 1
        marks[cell] = UNKNOWN if wide else view[cell] if view[cell] >= 0 else SAFE
    numbers = np.empty(view.size, np.int32)
    return numbers[: active_numbers(marks, near, numbers)], cells[:count]


@kernel
def share_groups(
    frontier: Frontier,
    apart: Apart,
    c: int,
    log_odds: float,
    choose: Floats,
    work: Work,
    group_mine: Floats,
) -> None:
    """Write the chances of a mine on the groups of component ``c``, which was solved.

    ``log_odds`` are those of a mine on a cell that touches no number. A chance is 0 or 1 only if it
    is that for each number of mines that the component may have.
    """
    pool, entry = apart.pool, apart.entries[c]
    share_counts(apart, c, log_odds)
    counts = int(pool[entry + 1])
    groups = frontier.member[frontier.first[c] : frontier.first[c + 1]]
    if not has_chances(pool, entry):
        weigh_counts(apart, c, counts)
        share_series(frontier, c, choose, work, entry, group_mine)
        for g in groups:
            if 0.0 < group_mine[g] < 1.0:
                group_mine[g] = doubt(group_mine[g])
        return
    for i in range(groups.size):
        table = entry + HEADER + counts + i * counts
        mined, safe, mine = 0.0, True, True
        for n in range(apart.first[c], apart.last[c] + 1):
            if pool[entry + HEADER + n] > 0.0:
                mined += apart.share[n] * pool[table + n]
                safe = safe and pool[table + n] == 0.0
                mine = mine and pool[table + n] == 1.0
        group_mine[groups[i]] = 0.0 if safe else 1.0 if mine else doubt(mined)


@borrowing
def weigh_counts(apart: Apart, c: int, counts: int) -> None:
    """Write what the numbers of mines of component ``c`` are weighed by, as ``combine`` does.

    ``apart.share`` holds how likely each is.
    """
    pool, share, ways = apart.pool, apart.share, apart.entries[c] + HEADER
    peak = apart.first[c]
    for n in range(apart.first[c], apart.last[c] + 1):
        if share[n] > share[peak]:
            peak = n
    for n in range(counts):
        weight = 0.0
        if apart.first[c] <= n <= apart.last[c] and pool[ways + n] > 0.0:
            weight = max(share[n] / share[peak] * (pool[ways + peak] / pool[ways + n]), FLOOR)
        pool[ways + counts + n] = weight
