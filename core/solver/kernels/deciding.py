"""Which numbers of a board are enough to decide a cell, with the number of mines known or not.

If some numbers decide a cell, they do so together with any others. So the shortest beginning of a
list of numbers that decides a cell can be found by bisection, and the last number of it is needed.
If that one is put first, a shorter beginning of the rest is enough; and so on, until the needed
numbers decide the cell alone. With the opposite of the cell they are a minimal unsatisfiable core,
and this is the dichotomic search for one (Hemery, Lecoutre, Saïs and Boussemart, Extracting MUCs
from constraint networks, 2006).
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
from core.solver.kernels.contradiction import NO, SCANNED, UNCLEAR, YES, contradict
from core.solver.kernels.frontier import Frontier, find_frontier, frontier_cells
from core.solver.kernels.mapping import count_marks
from core.solver.kernels.nearest import add_around, add_nearest
from core.solver.kernels.order import start_progress

NEAREST = 4
"""How many numbers, the nearest, are tried first; then twice as many, and so on."""

TRYING, LOOKING, SOLVING = 1024, 64, 256
"""How many steps each trial of numbers counts for, each number in it, and each of those that the
local rules leave open, beside the steps of the edges, of the cells of the board and of the sums."""

UNCOUNTED = -1
"""Given in place of the board's number of mines if that plays no part."""

UNDECIDED, SHORT = 3, 4
"""How a search may end, other than OK: no numbers decide the cell; steps did not suffice, or it was
unclear whether some numbers do."""


class Room(NamedTuple):
    """A board, and room to ask what some of its numbers decide.

    ``whole`` (cells,): the view of the board, with exploded MINEs; ``blank``: the same with SAFE in
    place of all numbers, and what is known beside those that are tried; ``marks``: the same with
    these, and what follows from them. ``found`` (cells,): numbers gathered, ``met`` (cells,): when
    each was gathered last, ``last``: [how often that was done so far]. ``bounds``: [the fewest, the
    most mines] that the board could have if the cell were the opposite, by the numbers tried last,
    and [the length of what ``sums`` tells]; -1 if no layout fits, that is unclear, or mines were
    not counted.
    ``sums[n]`` (cells + 1,): whether there could be n mines more than the fewest, none of them off
    the numbers. ``stack``, ``queued``: scratch.
    """

    whole: Bytes
    blank: Bytes
    marks: Bytes
    found: Ints
    met: Ints
    last: Ints
    bounds: Longs
    sums: Bytes
    stack: Ints
    queued: Bytes
    geometry: Geometry
    choose: Floats
    work: Work


class Beside(NamedTuple):
    """What is known beside the numbers that are tried.

    ``mines``: how many the board has, exploded ones included, or UNCOUNTED. If it is counted, other
    numbers touch ``cells`` closed ones, none that those tried touch, which have ``fewest`` mines
    and n more if ``sums[n]``.
    """

    mines: int
    sums: Bytes
    fewest: int
    cells: int


class Found(NamedTuple):
    """How a search ended, and numbers that decide the cell: all are needed if ``status`` is OK."""

    status: int
    numbers: Ints


@kernel
def search(cell: int, mark: int, beside: Beside, room: Room, steps: int) -> Found:
    """Return numbers, all of them needed, that decide ``cell`` to be what ``mark`` says.

    The status is UNDECIDED if all numbers together do not decide it. It is SHORT if ``steps`` did
    not suffice or it was unclear whether some numbers do: then numbers may be among them that are
    not needed, or there are none. ``beside``: that mines are UNCOUNTED.
    """
    end = room.work.mark[3] + steps
    most, less = NEAREST, -1
    while True:
        count = gather(room.whole, cell, most, room)
        numbers = room.found[:count].copy()
        decided = decides(numbers, cell, mark, beside, room)
        if decided == YES:
            rest = end - room.work.mark[3]
            return needed(numbers, numbers[:0], less, cell, mark, beside, room, rest)
        if count < most or room.work.mark[3] > end:
            return Found(UNDECIDED if decided == NO and count < most else SHORT, numbers[:0])
        if decided == NO:
            less = count
        most *= 2


@kernel
def needed(
    numbers: Ints,
    fixed: Ints,
    less: int,
    cell: int,
    mark: int,
    beside: Beside,
    room: Room,
    steps: int,
) -> Found:
    """Return those of ``numbers`` that are needed to decide ``cell`` together with the ``fixed``.

    All of them decide it. The first are preferred; they stay in order, and the fixed come behind.
    The first ``less`` are known not to decide the cell (-1: nothing is known). SHORT if some may be
    among them that are not needed.
    """
    end = room.work.mark[3] + steps
    some = np.empty(2 * numbers.size + fixed.size, np.int32)
    kept = np.empty(numbers.size + fixed.size, np.int32)
    kept[: fixed.size] = fixed[::-1]
    count, status = fixed.size, OK
    low, high, reach = less, numbers.size, numbers.size
    while True:
        begun = high
        while high - low > 1:
            if room.work.mark[3] > end:
                return Found(SHORT, np.concatenate((numbers[:high], kept[:count][::-1])))
            middle = max((low + high) // 2, high - reach)
            some[:middle] = numbers[:middle]
            some[middle : middle + count] = kept[:count]
            decided = decides(some[: middle + count], cell, mark, beside, room)
            if decided == YES:
                high = middle
                reach *= 2
            else:
                low = middle
                if decided == UNCLEAR:
                    status = SHORT
        if high == 0:
            return Found(status, kept[:count][::-1].copy())
        high -= 1
        kept[count] = numbers[high]
        count += 1
        # About as many as last time can be left out: few where mines are counted, else often most.
        low, reach = -1, begun - high


@kernel
def needs_all(numbers: Ints, cell: int, mark: int, beside: Beside, room: Room) -> int:
    """Tell whether ``numbers``, which decide ``cell``, no longer do once any one is left out."""
    some = numbers[1:].copy()
    for i in range(numbers.size):
        decided = decides(some, cell, mark, beside, room)
        if decided != NO:
            return NO if decided == YES else UNCLEAR
        if i < some.size:
            some[i] = numbers[i]
    return YES


@kernel
def decides(numbers: Ints, cell: int, mark: int, beside: Beside, room: Room) -> int:
    """Tell whether ``numbers`` decide ``cell`` to be ``mark``; they do not contradict one another.

    It is supposed that the cell is the opposite, and the local rules are followed from there. It is
    decided if no layout fits then: of all the numbers with so many mines, or, if mines are not
    counted, of those that the cell is tied to.
    """
    room.bounds[:] = -1
    marks, near, stack, queued = room.marks, room.geometry.near, room.stack, room.queued
    close_numbers(numbers, room)
    if marks[cell] != UNKNOWN:
        return YES if marks[cell] == mark else NO
    if beside.mines == UNCOUNTED:
        numbers = room.found[: gather(marks, cell, numbers.size, room)]
    marks[cell] = MINE + SAFE - mark
    waiting = queue_around(marks, near, stack, queued, 0, cell)
    if not close_around(marks, near, stack, queued, waiting):
        return YES
    if beside.mines == UNCOUNTED:
        return contradict(marks, near, numbers, room.work.mark)
    frontier = find_frontier(marks, room.geometry, numbers, numbers.size)
    room.work.mark[3] += SOLVING * frontier.constraints
    return counted(frontier, beside, room)


@kernel
def close_numbers(numbers: Ints, room: Room) -> None:
    """Write to ``room.marks`` what the local rules show by ``numbers``."""
    marks, stack, queued = room.marks, room.stack, room.queued
    room.work.mark[3] += TRYING + marks.size // SCANNED + LOOKING * numbers.size
    marks[:] = room.blank
    queued[:] = 0
    for i in range(numbers.size):
        marks[numbers[i]] = room.whole[numbers[i]]
        stack[i] = numbers[i]
        queued[numbers[i]] = 1
    close_around(marks, room.geometry.near, stack, queued, numbers.size)


@kernel
def counted(frontier: Frontier, beside: Beside, room: Room) -> int:
    """Tell whether no layout of ``room.marks``, which has this ``frontier``, has so many mines.

    Fills ``room.bounds`` if it is clear that there are layouts, with any number of mines.
    """
    rest = count_marks(room.marks, UNKNOWN) - frontier_cells(frontier) - beside.cells
    progress = start_progress(frontier)
    unclear = False
    fewest_mines = count_marks(room.marks, MINE) + beside.fewest
    # sums[n]: whether the components so far can have n mines more than the fewest.
    sums = np.ones(1, np.int8)
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
        # Compiled, a minimum is an int; the type hints of some versions of NumPy say otherwise.
        held: Any = room.work.key[members & 1, :states]
        least: Any = held.min()
        fewest_mines += least
        before = sums
        sums = np.zeros(before.size + held.max() - least, np.int8)
        room.work.mark[3] += states * before.size // SCANNED
        for some in held:
            for n in range(before.size):
                sums[n + some - least] |= before[n]
    if unclear:
        return UNCLEAR
    sums = combine(sums, beside.sums, room.work)
    room.bounds[0] = fewest_mines
    room.bounds[1] = fewest_mines + sums.size - 1 + rest
    room.bounds[2] = sums.size
    room.sums[: sums.size] = sums
    for n in range(sums.size):
        if sums[n] and 0 <= beside.mines - fewest_mines - n <= rest:
            return NO
    return YES


@kernel
def combine(one: Bytes, other: Bytes, work: Work) -> Bytes:
    """Return which sums two numbers can have of which ``one`` and ``other`` tell this."""
    if one.all() and other.all():  # as nearly always
        return np.ones(one.size + other.size - 1, np.int8)
    sums = np.zeros(one.size + other.size - 1, np.int8)
    work.mark[3] += one.size * other.size // SCANNED
    for n in range(other.size):
        if other[n]:
            sums[n : n + one.size] |= one
    return sums


@borrowing
def gather(view: Bytes, cell: int, most: int, room: Room) -> int:
    """Write the numbers of ``view`` nearest to ``cell``, at most ``most``, to ``room.found``.

    Returns how many there are.
    """
    near, found, met = room.geometry.near, room.found, room.met
    room.last[0] += 1
    clock = room.last[0]
    count = add_around(view, near, found, met, clock, cell, 0, most)
    return add_nearest(view, near, found, met, clock, count, most)
