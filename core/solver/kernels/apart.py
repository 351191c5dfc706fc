"""Which numbers of a board are needed to decide a cell together with the number of mines.

Numbers that no closed cells tie together say nothing of one another's mines. So each part of them
that is tied is asked alone, beside what the others allow: how many mines their cells can have. A
trial takes as long as its part then, not as long as all the numbers, of which a thousand may be
needed.
"""

from __future__ import annotations

import numpy as np

from core.solver.kernels.compiled import (
    DEGREE,
    MINE,
    SAFE,
    UNKNOWN,
    Bytes,
    Ints,
    borrowing,
    kernel,
)
from core.solver.kernels.component import OK
from core.solver.kernels.deciding import (
    SHORT,
    YES,
    Beside,
    Found,
    Room,
    decides,
    needed,
)
from core.solver.kernels.mapping import count_marks
from core.solver.kernels.nearest import add_nearest


@kernel
def needed_counted(
    numbers: Ints, cell: int, mark: int, nothing: Beside, room: Room, steps: int
) -> Found:
    """Return those of ``numbers``, which decide ``cell`` with the mines counted, that are needed.

    They stay in order. The parts with the first numbers are preferred, and of a part the first.
    SHORT if some may be among them that are not needed. ``nothing``: that nothing is known beside
    ``numbers`` but how many mines there are.
    """
    end = room.work.mark[3] + steps
    settled = count_marks(room.blank, MINE) + (mark == SAFE)
    order, first = find_parts(numbers, room)
    parts = first.size - 1
    # What the parts before p allow together: sums[p, : size[p]], fewest[p], cells[p].
    sums = np.ones((parts + 1, 1 + cover(numbers, cell, room)), np.int8)
    size = np.ones(parts + 1, np.int64)
    fewest = np.zeros(parts + 1, np.int64)
    cells = np.zeros(parts + 1, np.int64)
    is_kept = np.zeros(room.whole.size, np.bool_)
    for p in range(parts):
        part = order[first[p] : first[p + 1]]
        decided = decides(part, cell, mark, nothing, room)
        if decided == YES:
            found = needed(part, -1, cell, mark, nothing, room, end - room.work.mark[3])
            is_kept[found.numbers] = True
            return Found(found.status, numbers[is_kept[numbers]])
        if room.bounds[0] < 0:  # too wide
            return needed(numbers, -1, cell, mark, nothing, room, end - room.work.mark[3])
        own = allowed(part, cell, settled, nothing, room)
        both = combine(sums[p, : size[p]], own.sums, room)
        size[p + 1] = both.size
        sums[p + 1, : both.size] = both
        fewest[p + 1] = fewest[p] + own.fewest
        cells[p + 1] = cells[p] + own.cells
    status, after = OK, nothing
    for p in range(parts - 1, -1, -1):
        both = combine(sums[p, : size[p]], after.sums, room)
        beside = Beside(nothing.mines, both, fewest[p] + after.fewest, cells[p] + after.cells)
        kept = order[first[p] : first[p + 1]].copy()
        found = needed(kept, -1, cell, mark, beside, room, end - room.work.mark[3])
        decides(found.numbers, cell, mark, nothing, room)
        if room.bounds[0] < 0:  # without the others they are too wide
            decides(kept, cell, mark, nothing, room)
            status = SHORT
        else:
            kept = found.numbers
            status = max(status, found.status)
        own = allowed(kept, cell, settled, nothing, room)
        both = combine(after.sums, own.sums, room)
        after = Beside(nothing.mines, both, after.fewest + own.fewest, after.cells + own.cells)
        is_kept[kept] = True
    return Found(status, numbers[is_kept[numbers]])


@kernel
def find_parts(numbers: Ints, room: Room) -> tuple[Ints, Ints]:
    """Return ``numbers``, in order but one part after the other, and where each part begins.

    Behind the beginnings stands how many numbers there are.
    """
    marks, near, found, met = room.marks, room.geometry.near, room.found, room.met
    marks[:] = room.blank
    for number in numbers:
        marks[number] = room.whole[number]
    room.last[0] += 1
    clock = room.last[0]
    part_of = np.empty(marks.size, np.int32)
    first = np.zeros(numbers.size + 1, np.int32)
    parts = 0
    for number in numbers:
        if met[number] != clock:
            met[number] = clock
            found[0] = number
            count = add_nearest(marks, near, found, met, clock, 1, numbers.size)
            part_of[found[:count]] = parts
            parts += 1
            first[parts] = first[parts - 1] + count
    order, place = np.empty_like(numbers), first.copy()
    for number in numbers:
        order[place[part_of[number]]] = number
        place[part_of[number]] += 1
    return order, first[: parts + 1]


@borrowing
def cover(numbers: Ints, cell: int, room: Room) -> int:
    """Return how many closed cells ``numbers`` touch beside ``cell``."""
    near, met = room.geometry.near, room.met
    room.last[0] += 1
    clock = room.last[0]
    met[cell] = clock
    count = 0
    for n in range(numbers.size):
        for i in range(near[numbers[n], DEGREE]):
            closed = near[numbers[n], i]
            if room.whole[closed] == UNKNOWN and met[closed] != clock:
                met[closed] = clock
                count += 1
    return count


@kernel
def allowed(numbers: Ints, cell: int, settled: int, nothing: Beside, room: Room) -> Beside:
    """Return what ``numbers``, of which ``decides`` has just told ``room.sums``, allow.

    ``settled``: how many mines are known without them.
    """
    sums = room.sums[: room.bounds[2]].copy()
    return Beside(nothing.mines, sums, room.bounds[0] - settled, cover(numbers, cell, room))


@kernel
def combine(one: Bytes, other: Bytes, room: Room) -> Bytes:
    """Return which sums two numbers can have of which ``one`` and ``other`` tell this."""
    if one.all() and other.all():  # as nearly always
        return np.ones(one.size + other.size - 1, np.int8)
    sums = np.zeros(one.size + other.size - 1, np.int8)
    room.work.mark[3] += one.size * other.size
    for n in range(other.size):
        if other[n]:
            sums[n : n + one.size] |= one
    return sums
