"""What parts of a component make certain where the whole is too wide to be solved.

A strip is some rows or columns next to each other. What its numbers alone make certain is certain
on the whole board, and if no layout fits these, none fits the board.
"""

from __future__ import annotations

import numpy as np

from core.solver.kernels.closure import close_around, queue_around
from core.solver.kernels.compiled import (
    MINE,
    SAFE,
    Bytes,
    Floats,
    Geometry,
    Ints,
    borrowing,
    kernel,
)
from core.solver.kernels.component import BUILDING, IMPOSSIBLE, OK, Layers, Work, eliminate
from core.solver.kernels.frontier import find_frontier
from core.solver.kernels.order import start_progress

WIDTHS = (4, 8, 13, 20)
"""How many rows or columns a strip has. Each number has its turn once: what later strips find has
never let one of as many rows find more (9,603 boards; docs/solver.md)."""

LOOKING = 256
"""How many steps each number of a strip counts for, beside those of its edges."""


@kernel
def prove(
    view: Bytes, geometry: Geometry, numbers: Ints, choose: Floats, work: Work, steps: int
) -> int:
    """Mark in ``view`` what strips of ``numbers`` make certain, in at most ``steps`` steps.

    Returns IMPOSSIBLE if one has no layout, else OK. ``view`` must be closed under the local rules
    and, if OK, is so afterwards. ``numbers`` are in row-major order.
    """
    end = work.mark[3] + steps
    for width in WIDTHS:
        for across in range(2):
            for offset in (0, width // 2):
                if not sweep(view, geometry, numbers, across, width, offset, choose, work, end):
                    return IMPOSSIBLE
    return OK


@borrowing
def place_of(cell: int, cols: int, across: int) -> int:
    """Return the row of a ``cell``, or, ``across`` being 1, its column."""
    return int(cell % cols if across else cell // cols)


@kernel
def sweep(
    view: Bytes,
    geometry: Geometry,
    numbers: Ints,
    across: int,
    width: int,
    offset: int,
    choose: Floats,
    work: Work,
    end: int,
) -> bool:
    """Mark what strips make certain that are next to each other, the first begins at -``offset``.

    False if no layout fits. The work stops at its step ``end``.
    """
    cols = geometry.cols
    rows = view.size // cols
    inside = np.empty(numbers.size, np.int32)
    for strip in range(((cols if across else rows) + offset - 1) // width + 1):
        count = 0
        for number in numbers:
            if (place_of(number, cols, across) + offset) // width == strip:
                inside[count] = number
                count += 1
        if work.mark[3] + LOOKING * count > end:
            break
        work.mark[3] += LOOKING * count
        if not look(view, geometry, inside[:count], choose, work, end):
            return False
    return True


@kernel
def look(
    view: Bytes, geometry: Geometry, numbers: Ints, choose: Floats, work: Work, end: int
) -> bool:
    """Mark what the ``numbers`` of one strip make certain; returns as ``sweep`` does."""
    frontier = find_frontier(view, geometry, numbers, numbers.size)
    progress = start_progress(frontier)
    low, high = np.zeros(frontier.groups, np.int8), np.full(frontier.groups, np.int8(8))
    for c in range(frontier.components):
        edges = (end - work.mark[3]) // (BUILDING + 1)
        layers = eliminate(frontier, progress, c, choose, work, edges, 0)
        if layers.status == IMPOSSIBLE:
            return False
        if layers.status == OK:
            bound_groups(layers, work, low, high)
    stack, queued = np.empty(view.size, np.int32), np.zeros(view.size, np.int8)
    waiting = 0
    for cell in range(view.size):
        g = frontier.group[cell]
        if g >= 0 and (high[g] == 0 or low[g] == frontier.size[g]):
            view[cell] = SAFE if high[g] == 0 else MINE
            waiting = queue_around(view, geometry.near, stack, queued, waiting, cell)
    return close_around(view, geometry.near, stack, queued, waiting)


@kernel
def bound_groups(layers: Layers, work: Work, low: Bytes, high: Bytes) -> None:
    """Write the fewest and the most mines of each group of the component last eliminated.

    A run backward over the edges leaves out those that lead to no layout.
    """
    order, layer_first, edge_first = layers.order, layers.layer_first, layers.edge_first
    members = order.size
    alive = np.zeros(layer_first[members + 1], np.int8)
    alive[layer_first[members] :] = 1
    for t in range(members - 1, -1, -1):
        g = order[t]
        low[g], high[g] = 9, 0
        for e in range(edge_first[t], edge_first[t + 1]):
            if alive[work.target[e]]:
                alive[work.source[e]] = 1
                low[g] = min(low[g], work.placed[e])
                high[g] = max(high[g], work.placed[e])
    work.mark[3] += edge_first[members]
