"""Which numbers decide a cell, whatever the others and the number of mines.

What some numbers decide, more of them do. So the shortest beginning of a list that decides a cell
is found by bisection, and its last number is needed. With this one before all others a shorter
beginning decides the cell, and so on until what is needed does alone.
"""

from __future__ import annotations

from typing import NamedTuple

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
    borrowing,
    kernel,
)
from core.solver.kernels.component import IMPOSSIBLE, OK, WIDE, Work, eliminate
from core.solver.kernels.frontier import find_frontier
from core.solver.kernels.nearest import add_around, add_nearest
from core.solver.kernels.order import start_progress

NEAREST = 4
"""Numbers that are tried first; then twice as many, and so on."""

LOOKING = 256
"""Steps that a number counts for each time, beside those of the edges."""

NO, YES, UNCLEAR = 0, 1, 2
"""Whether numbers decide a cell; unclear is what is too wide to be solved."""

UNDECIDED, SHORT = 3, 4
"""How a search ended beside OK: no numbers decide the cell, or steps did not suffice."""


class Room(NamedTuple):
    """A board, and room to ask what some of its numbers decide.

    ``whole`` (cells,): all numbers, UNKNOWN cells and exploded MINEs; ``blank``: the same with SAFE
    in place of the numbers; ``marks``: with some of them. ``found`` (cells,): numbers gathered,
    ``met``: the last time each was, ``last``: [times so far]. ``stack``, ``queued``: scratch.
    """

    whole: Bytes
    blank: Bytes
    marks: Bytes
    found: Ints
    met: Ints
    last: Ints
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
        decided = decides(numbers, cell, mark, room)
        if decided == YES:
            return fewest(numbers, less, cell, mark, room, end - room.work.mark[3])
        unclear = unclear or decided == UNCLEAR
        if count < most and not unclear:
            return Found(UNDECIDED, numbers[:0])
        if count < most or room.work.mark[3] > end:
            return Found(SHORT, numbers[:0])
        less, most = count, 2 * most


@kernel
def fewest(numbers: Ints, less: int, cell: int, mark: int, room: Room, steps: int) -> Found:
    """Return the fewest of ``numbers``, which decide ``cell``; the first are preferred.

    The first ``less`` are known not to decide it (-1: nothing is known). SHORT where some
    may be left that are not needed.
    """
    end = room.work.mark[3] + steps
    some = np.empty(2 * numbers.size, np.int32)
    needed = np.empty(numbers.size, np.int32)
    count, status = 0, OK
    low, high = less, numbers.size
    while True:
        while high - low > 1:
            if room.work.mark[3] > end:
                return Found(SHORT, np.concatenate((numbers[:high], needed[:count])))
            middle = (low + high) // 2
            some[:middle] = numbers[:middle]
            some[middle : middle + count] = needed[:count]
            decided = decides(some[: middle + count], cell, mark, room)
            if decided == YES:
                high = middle
            else:
                low = middle
                if decided == UNCLEAR:
                    status = SHORT
        if high == 0:
            return Found(status, needed[:count])
        high -= 1
        needed[count] = numbers[high]
        count += 1
        low = -1


@kernel
def needs_all(numbers: Ints, cell: int, mark: int, room: Room) -> int:
    """Tell whether ``cell`` is decided by no less than all of ``numbers``."""
    some = numbers[1:].copy()
    for i in range(numbers.size):
        decided = decides(some, cell, mark, room)
        if decided != NO:
            return NO if decided == YES else UNCLEAR
        if i < some.size:
            some[i] = numbers[i]
    return YES


@kernel
def decides(numbers: Ints, cell: int, mark: int, room: Room) -> int:
    """Tell whether ``numbers``, which do not contradict one another, decide ``cell``.

    The opposite of ``mark`` is supposed, and followed by the local rules; what is left of the
    numbers that the cell is tied to is solved.
    """
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
    count = gather(marks, cell, numbers.size, room)
    marks[cell] = MINE + SAFE - mark
    waiting = queue_around(marks, near, stack, queued, 0, cell)
    if not close_around(marks, near, stack, queued, waiting):
        return YES
    frontier = find_frontier(marks, room.geometry, room.found[:count], count)
    progress = start_progress(frontier)
    unclear = False
    for c in range(frontier.components):
        edges = room.work.source.size
        layers = eliminate(frontier, progress, c, room.choose, room.work, edges, 0)
        if layers.status == IMPOSSIBLE:
            return YES
        unclear = unclear or layers.status == WIDE
    return UNCLEAR if unclear else NO


@borrowing
def gather(view: Bytes, cell: int, most: int, room: Room) -> int:
    """Write the numbers of ``view`` nearest to ``cell`` to ``room.found``; count them."""
    near, found, met = room.geometry.near, room.found, room.met
    room.last[0] += 1
    clock = room.last[0]
    count = add_around(view, near, found, met, clock, cell, 0, most)
    return add_nearest(view, near, found, met, clock, count, most)
