"""What parts of a component make certain where the whole is too wide to be solved.

A window is a number with the numbers nearest to it. What is certain by these alone is certain by
all of them, and where no layout fits these none fits the board.
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
"""Numbers of a window: larger ones are looked at where smaller ones find nothing more."""

INNER = 4
"""This part of a window, what is nearest to its middle, is in no other window's middle."""

EDGES = 1 << 14
"""Edges after which a window is too wide itself."""

LOOKING = 256
"""Steps that a window counts for by each of its numbers, beside those of its edges."""

MOST = LOOKING * SIZES[-1] + (BUILDING + 1) * EDGES
"""Steps that one window takes at most."""


class Windows(NamedTuple):
    """Room to look at windows.

    ``window`` (cells,): its numbers, the nearest first; ``met`` (cells,): the last window that met
    a number, ``last``: [windows so far]; ``inside`` (cells,): in whose middle a number was this
    time; ``tags`` (sizes, cells): what was found out before. ``stack``, ``queued``: scratch.
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

    IMPOSSIBLE where one has no layout, else OK. ``view`` is closed under the local rules, and so
    it is afterwards.
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
    """Look at the window around ``number``: more than 0 for news, less for a contradiction."""
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
    """Mark what ``bounds`` make certain around the ``count`` numbers of the window.

    The numbers beside what is marked wait on the stack; returns how many.
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
    """Write ``number`` and those nearest to it to the window; count them, at most so many."""
    window, met = windows.window, windows.met
    windows.last[0] += 1
    clock = windows.last[0]
    window[0] = number
    met[number] = clock
    return int(add_nearest(view, near, window, met, clock, 1, most))


@kernel
def bound_groups(frontier: Frontier, layers: Layers, work: Work) -> Ints:
    """Return the fewest and the most mines of each group of the component last eliminated."""
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
