"""Which numbers of a board are needed to decide a cell together with the number of mines.

All numbers play a part then, and many hundred may be needed. So a few that are near one another are
asked about at a time, and the others taken for granted. What the local rules show by the others is
known then, and of those that leave cells open and are not tied to the few it only matters how many
mines they allow. So a trial takes as long as the few and what is tied to them, not as long as all
the numbers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import MINE, SAFE, UNKNOWN, Ints, kernel
from core.solver.kernels.component import OK
from core.solver.kernels.deciding import (
    SHORT,
    SOLVING,
    Beside,
    Found,
    Room,
    close_numbers,
    counted,
    needed,
)
from core.solver.kernels.frontier import find_frontier, frontier_cells
from core.solver.kernels.mapping import count_marks
from core.solver.kernels.nearest import add_around, add_nearest

TOGETHER, REGION = 16, 256
"""How many numbers are asked about at a time, and how many that are near these: what all others say
is worked out once for so many."""


class Aside(NamedTuple):
    """What others say beside the numbers that are asked about.

    ``decided``: that they decide the cell; ``tied``: those that play a part in a trial; ``beside``:
    what is known of the rest.
    """

    decided: bool
    tied: Ints
    beside: Beside


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
    region_of, regions = find_parts(numbers, REGION, room)
    is_kept = np.zeros(room.whole.size, np.bool_)
    is_kept[numbers] = True
    blank = room.blank.copy()
    status = OK
    for r in range(regions - 1, -1, -1):
        if room.work.mark[3] > end:
            status = SHORT
            break
        region = numbers[region_of[numbers] == r]
        is_kept[region] = False
        outer = set_aside(region, numbers[is_kept[numbers]], cell, nothing, room)
        if outer.decided:
            continue
        is_kept[region] = True
        regional = room.blank.copy()
        part_of, parts = find_parts(region, TOGETHER, room)
        for p in range(parts - 1, -1, -1):
            own = region[part_of[region] == p]
            is_kept[own] = False
            others = np.concatenate((region[is_kept[region]], outer.tied))
            inner = set_aside(own, others, cell, outer.beside, room)
            if not inner.decided:
                left = end - room.work.mark[3]
                found = needed(own, inner.tied, -1, cell, mark, inner.beside, room, left)
                is_kept[found.numbers] = True
                status = max(status, found.status)
                room.blank[:] = regional
        room.blank[:] = blank
    return Found(status, numbers[is_kept[numbers]])


@kernel
def set_aside(own: Ints, others: Ints, cell: int, beside: Beside, room: Room) -> Aside:
    """Return what ``others`` say, of which those that ``own`` are not tied to are set aside.

    What the local rules show by them is written to ``room.blank``. Where those to be set aside are
    too wide to be solved, none is.
    """
    close_numbers(others, room)
    if room.marks[cell] != UNKNOWN:
        return Aside(True, others, beside)
    blank = np.where(room.marks >= 0, np.int8(SAFE), room.marks)
    tied, apart = find_tied(own, others, cell, room)
    frontier = find_frontier(room.marks, room.geometry, apart, apart.size)
    room.work.mark[3] += SOLVING * frontier.constraints
    room.bounds[:] = -1
    counted(frontier, beside, room)
    if room.bounds[0] < 0:
        return Aside(False, others, beside)
    room.blank[:] = blank
    sums = room.sums[: room.bounds[2]].copy()
    fewest = room.bounds[0] - count_marks(room.marks, MINE)
    cells = frontier_cells(frontier) + beside.cells
    return Aside(False, tied, Beside(beside.mines, sums, fewest, cells))


@kernel
def find_parts(numbers: Ints, most: int, room: Room) -> tuple[Ints, int]:
    """Return which part each of ``numbers`` is of, by its cell, and how many parts there are.

    A part has ``most`` numbers, the last one fewer, which are as near as may be to its first.
    """
    marks, near, found, met = room.marks, room.geometry.near, room.found, room.met
    marks[:] = room.blank
    for number in numbers:
        marks[number] = room.whole[number]
    room.last[0] += 1
    clock = room.last[0]
    part_of = np.empty(marks.size, np.int32)
    parts = count = 0
    for number in numbers:
        if met[number] != clock:
            met[number] = clock
            found[count] = number
            count = add_nearest(marks, near, found, met, clock, count + 1, most)
            if count == most:
                part_of[found[:count]] = parts
                parts += 1
                count = 0
    part_of[found[:count]] = parts
    return part_of, parts + 1


@kernel
def find_tied(own: Ints, others: Ints, cell: int, room: Room) -> tuple[Ints, Ints]:
    """Return which of ``others`` are tied to ``own`` or to ``cell``, and which are not.

    The others have closed ``room.marks``, to which ``own`` are added.
    """
    marks, near, found, met = room.marks, room.geometry.near, room.found, room.met
    room.last[0] += 1
    clock = room.last[0]
    count = own.size
    found[:count] = own
    for number in own:
        marks[number] = room.whole[number]
        met[number] = clock
    count = add_around(marks, near, found, met, clock, cell, count, found.size)
    count = add_nearest(marks, near, found, met, clock, count, found.size)
    return found[own.size : count].copy(), others[met[others] != clock]
