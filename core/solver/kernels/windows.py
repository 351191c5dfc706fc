"""What parts of a component make certain where the whole is too wide to be solved.

A window is a number with the numbers nearest to it. What these alone make certain is certain on the
whole board, and if no layout fits these, none fits the board.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.closure import close_around, queue_around
from core.solver.kernels.compiled import (
    DEGREE,
    MINE,
    SAFE,
    UNKNOWN,
    Bytes,
    Floats,
    Geometry,
    Ints,
    Longs,
    borrowing,
    kernel,
)
from core.solver.kernels.component import BUILDING, IMPOSSIBLE, OK, Layers, Work, eliminate
from core.solver.kernels.frontier import Frontier, find_frontier
from core.solver.kernels.nearest import add_nearest
from core.solver.kernels.order import start_progress

SIZES = (4, 8, 16, 32)
"""How many numbers a window has; larger ones are looked at once smaller ones find nothing more."""

INNER = 4
"""One in so many of a window's numbers, those nearest to its first, are its middle: in a round, no
number in the middle of a window gets a window of its own."""

EDGES = 1 << 14
"""How many edges make a window itself too wide."""

LOOKING = 256
"""How many steps each number of a window counts for, beside those of the window's edges."""

MOST = LOOKING * SIZES[-1] + (BUILDING + 1) * EDGES
"""Steps that one window takes at most."""


class Windows(NamedTuple):
    """Room to look at windows.

    ``window`` (cells,): its numbers, the nearest first; ``met`` (cells,): which window met a number
    last, ``last``: [windows so far]; ``inside`` (cells,): 1 for numbers in the middle of a window
    of this round; ``tags`` (sizes, cells): the tag of the constraints that the window of each size
    around each number had when it was looked at. ``stack``, ``queued``: scratch.
    """

    window: Ints
    met: Ints
    last: Ints
    inside: Bytes
    tags: Longs
    stack: Ints
    queued: Bytes


@kernel
def prove(
    view: Bytes, geometry: Geometry, numbers: Ints, choose: Floats, work: Work, steps: int
) -> int:
    """Mark in ``view`` what windows of ``numbers`` make certain, in at most ``steps`` steps.

    Returns IMPOSSIBLE if one has no layout, else OK. ``view`` must be closed under the local rules
    and, if OK, is so afterwards.
    """
    size = view.size
    windows = Windows(
        np.empty(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(1, np.int32),
        np.zeros(size, np.int8),
        np.zeros((len(SIZES), size), np.int64),
        np.empty(size, np.int32),
        np.zeros(size, np.int8),
    )
    end = work.mark[3] + steps - MOST
    level = 0
    while level < len(SIZES):
        windows.inside[:] = 0
        found = 0
        for number in numbers:
            if work.mark[3] > end:
                return OK
            if windows.inside[number] == 0:
                news = look(view, geometry, number, level, windows, choose, work)
                if news < 0:
                    return IMPOSSIBLE
                found += news
        level = 0 if found else level + 1
    return OK


@kernel
def look(
    view: Bytes,
    geometry: Geometry,
    number: int,
    level: int,
    windows: Windows,
    choose: Floats,
    work: Work,
) -> int:
    """Mark what the window around ``number``, of size SIZES[``level``], makes certain.

    Returns more than 0 if that is anything new, less than 0 if no layout fits.
    """
    count = gather(view, geometry.near, number, SIZES[level], windows)
    for i in range(max(count // INNER, 1)):
        windows.inside[windows.window[i]] = 1
    work.mark[3] += LOOKING * count
    frontier = find_frontier(view, geometry, windows.window[:count], count)
    if frontier.groups == 0 or windows.tags[level, number] == frontier.tag[0]:
        return 0
    windows.tags[level, number] = frontier.tag[0]
    progress = start_progress(frontier)
    layers = eliminate(frontier, progress, 0, choose, work, EDGES, 0)
    if layers.status != OK:
        return -1 if layers.status == IMPOSSIBLE else 0
    bounds = bound_groups(frontier, layers, work)
    waiting = mark_window(view, geometry.near, frontier, bounds, windows, count)
    if waiting and not close_around(view, geometry.near, windows.stack, windows.queued, waiting):
        return -1
    return waiting


@borrowing
def mark_window(
    view: Bytes, near: Ints, frontier: Frontier, bounds: Ints, windows: Windows, count: int
) -> int:
    """Mark what ``bounds``, as of ``bound_groups``, make certain around the window's numbers.

    There are ``count`` of them. The numbers beside what is marked wait on the stack; returns how
    many.
    """
    waiting = 0
    for i in range(count):
        clue = windows.window[i]
        for j in range(near[clue, DEGREE]):
            cell = near[clue, j]
            if view[cell] == UNKNOWN:
                g = frontier.group[cell]
                if bounds[g, 1] == 0:
                    view[cell] = SAFE
                elif bounds[g, 0] == frontier.size[g]:
                    view[cell] = MINE
                if view[cell] != UNKNOWN:
                    waiting = queue_around(view, near, windows.stack, windows.queued, waiting, cell)
    return waiting


@borrowing
def gather(view: Bytes, near: Ints, number: int, most: int, windows: Windows) -> int:
    """Write ``number`` and those nearest to it, ``most`` at most, to the window; count them."""
    window, met = windows.window, windows.met
    windows.last[0] += 1
    clock = windows.last[0]
    window[0] = number
    met[number] = clock
    return int(add_nearest(view, near, window, met, clock, 1, most))


@kernel
def bound_groups(frontier: Frontier, layers: Layers, work: Work) -> Ints:
    """Return the fewest and the most mines of each group of the component last eliminated.

    (groups, 2). A run backward over the edges leaves out those that lead to no layout.
    """
    order, layer_first, edge_first = layers.order, layers.layer_first, layers.edge_first
    members = order.size
    alive = np.zeros(layer_first[members + 1], np.int8)
    alive[layer_first[members] :] = 1
    bounds = np.empty((frontier.groups, 2), np.int32)
    for t in range(members - 1, -1, -1):
        low, high = 9, 0
        for e in range(edge_first[t], edge_first[t + 1]):
            if alive[work.target[e]]:
                alive[work.source[e]] = 1
                low = min(low, int(work.placed[e]))
                high = max(high, int(work.placed[e]))
        bounds[order[t], 0], bounds[order[t], 1] = low, high
    work.mark[3] += edge_first[members]
    return bounds
