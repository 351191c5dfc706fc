"""Which numbers decide a cell, whatever the others, with the number of mines or without.

What some numbers decide, more of them do. So the shortest beginning of a list that decides a cell
is found by bisection, and its last number is needed. With this one before all others a shorter
beginning decides the cell, and so on until what is needed does alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from core.solver.kernels.closure import close_around, queue_around
from core.solver.kernels.compiled import (
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
from core.solver.kernels.component import IMPOSSIBLE, OK, WIDE, Work, eliminate
from core.solver.kernels.frontier import Frontier, find_frontier
from core.solver.kernels.mapping import count_marks
from core.solver.kernels.nearest import add_around, add_nearest
from core.solver.kernels.order import start_progress

NEAREST = 4
"""Numbers that are tried first; then twice as many, and so on."""

LOOKING = 256
"""Steps that a number counts for each time, beside those of the edges."""

UNCOUNTED = -1
"""In place of a number of mines, where it plays no part."""

NO, YES, UNCLEAR = 0, 1, 2
"""Whether numbers decide a cell; unclear is what is too wide to be solved."""

UNDECIDED, SHORT = 3, 4
"""How a search ended beside OK: no numbers decide the cell, or steps did not suffice."""


class Room(NamedTuple):
    """A board, and room to ask what some of its numbers decide.

    ``whole`` (cells,): all numbers, UNKNOWN cells and exploded MINEs; ``blank``: the same with SAFE
    in place of the numbers; ``marks``: with some of them. ``found`` (cells,): numbers gathered,
    ``met``: the last time each was, ``last``: [times so far]. ``bounds``: [the fewest, the most
    mines of the board] when last counted, were the cell otherwise; -1 where no layout fits.
    ``stack``, ``queued``: scratch.
    """

    whole: Bytes
    blank: Bytes
    marks: Bytes
    found: Ints
    met: Ints
    last: Ints
    bounds: Longs
    stack: Ints
    queued: Bytes
    geometry: Geometry
    choose: Floats
    work: Work


class Found(NamedTuple):
    """How a search ended, and the numbers that decide the cell: the fewest if ``status`` is OK."""

    status: int
    numbers: Ints


@kernel
def search(cell: int, mark: int, room: Room, steps: int) -> Found:
    """Return the fewest numbers that decide ``cell`` to be what ``mark`` says, in some ``steps``.

    UNDECIDED if all of them do not; SHORT with none if that was too wide, or took too many steps.
    """
    end = room.work.mark[3] + steps
    most, less, unclear = NEAREST, -1, False
    while True:
        count = gather(room.whole, cell, most, room)
        numbers = room.found[:count].copy()
        decided = decides(numbers, cell, mark, UNCOUNTED, room)
        if decided == YES:
            steps = end - room.work.mark[3]
            return fewest(numbers, less, cell, mark, UNCOUNTED, room, steps)
        unclear = unclear or decided == UNCLEAR
        if count < most and not unclear:
            return Found(UNDECIDED, numbers[:0])
        if count < most or room.work.mark[3] > end:
            return Found(SHORT, numbers[:0])
        less, most = count, 2 * most


@kernel
def fewest(
    numbers: Ints, less: int, cell: int, mark: int, mines: int, room: Room, steps: int
) -> Found:
    """Return the fewest of ``numbers``, which decide ``cell``, in order; the first are preferred.

    The first ``less`` are known not to decide it (-1: nothing is known). SHORT where some
    may be left that are not needed.
    """
    end = room.work.mark[3] + steps
    some = np.empty(2 * numbers.size, np.int32)
    needed = np.empty(numbers.size, np.int32)
    count, status = 0, OK
    low, high, reach = less, numbers.size, numbers.size
    while True:
        begun = high
        while high - low > 1:
            if room.work.mark[3] > end:
                return Found(SHORT, np.concatenate((numbers[:high], needed[:count][::-1])))
            middle = max((low + high) // 2, high - reach)
            some[:middle] = numbers[:middle]
            some[middle : middle + count] = needed[:count]
            decided = decides(some[: middle + count], cell, mark, mines, room)
            if decided == YES:
                high = middle
                reach *= 2
            else:
                low = middle
                if decided == UNCLEAR:
                    status = SHORT
        if high == 0:
            return Found(status, needed[:count][::-1].copy())
        high -= 1
        needed[count] = numbers[high]
        count += 1
        # As many as before may be left out: a few of a count, most of a tangle.
        low, reach = -1, begun - high


@kernel
def needs_all(numbers: Ints, cell: int, mark: int, room: Room) -> int:
    """Tell whether ``cell`` is decided by no less than all of ``numbers``."""
    some = numbers[1:].copy()
    for i in range(numbers.size):
        decided = decides(some, cell, mark, UNCOUNTED, room)
        if decided != NO:
            return NO if decided == YES else UNCLEAR
        if i < some.size:
            some[i] = numbers[i]
    return YES


@kernel
def decides(numbers: Ints, cell: int, mark: int, mines: int, room: Room) -> int:
    """Tell whether ``numbers``, which do not contradict one another, decide ``cell``.

    ``mines``: how many the board has, exploded ones too, if they are counted. The opposite of
    ``mark`` is supposed, and followed by the local rules; what is left of the numbers, without
    counting of those that the cell is tied to, is solved.
    """
    room.bounds[:] = -1
    marks, near, stack, queued = room.marks, room.geometry.near, room.stack, room.queued
    room.work.mark[3] += LOOKING * (numbers.size + 1)
    marks[:] = room.blank
    queued[:] = 0
    for i in range(numbers.size):
        marks[numbers[i]] = room.whole[numbers[i]]
        stack[i] = numbers[i]
        queued[numbers[i]] = 1
    close_around(marks, near, stack, queued, numbers.size)
    if marks[cell] != UNKNOWN:
        return YES if marks[cell] == mark else NO
    if mines == UNCOUNTED:
        count = gather(marks, cell, numbers.size, room)
    else:
        count = numbers.size
        room.found[:count] = numbers
    marks[cell] = MINE + SAFE - mark
    waiting = queue_around(marks, near, stack, queued, 0, cell)
    if not close_around(marks, near, stack, queued, waiting):
        return YES
    frontier = find_frontier(marks, room.geometry, room.found[:count], count)
    if mines != UNCOUNTED:
        return counted(frontier, mines, room)
    progress = start_progress(frontier)
    unclear = False
    for c in range(frontier.components):
        edges = room.work.source.size
        layers = eliminate(frontier, progress, c, room.choose, room.work, edges, 0)
        if layers.status == IMPOSSIBLE:
            return YES
        unclear = unclear or layers.status == WIDE
    return UNCLEAR if unclear else NO


@kernel
def counted(frontier: Frontier, mines: int, room: Room) -> int:
    """Tell whether no layout of the ``frontier`` of what is marked leaves room for ``mines``."""
    marked = count_marks(room.marks, MINE)
    left = mines - marked
    # Sums and minima are ints once compiled; NumPy's types call them otherwise in some versions.
    rest: Any = count_marks(room.marks, UNKNOWN) - frontier.size[: frontier.groups].sum()
    progress = start_progress(frontier)
    unclear = False
    fewest_mines, most_mines = marked, marked + rest
    # Whether the components so far can have so many mines.
    sums = np.zeros(max(left, 0) + 1, np.int8)
    sums[0] = 1
    for c in range(frontier.components):
        edges = room.work.source.size
        layers = eliminate(frontier, progress, c, room.choose, room.work, edges, 1)
        if layers.status == IMPOSSIBLE:
            return YES
        if layers.status == WIDE:
            unclear = True
            continue
        members = layers.order.size
        states = layers.layer_first[members + 1] - layers.layer_first[members]
        held: Any = room.work.key[members & 1, :states]
        fewest_mines += held.min()
        most_mines += held.max()
        room.work.mark[3] += states * sums.size
        before = sums
        sums = np.zeros(before.size, np.int8)
        for some in held:
            for n in range(some, sums.size):
                sums[n] |= before[n - some]
    if unclear:
        return UNCLEAR
    room.bounds[0], room.bounds[1] = fewest_mines, most_mines
    for n in range(max(left - rest, 0), left + 1):
        if sums[n]:
            return NO
    return YES


@borrowing
def gather(view: Bytes, cell: int, most: int, room: Room) -> int:
    """Write the numbers of ``view`` nearest to ``cell`` to ``room.found``; count them."""
    near, found, met = room.geometry.near, room.found, room.met
    room.last[0] += 1
    clock = room.last[0]
    count = add_around(view, near, found, met, clock, cell, 0, most)
    return add_nearest(view, near, found, met, clock, count, most)
