"""Whether some numbers of a board contradict one another, by supposing what cells are.

One cell after another is supposed to be a mine or safe, and the local rules are followed from it.
Where they come to a number that cannot be met, that is traced back to cells of which all but one
were known before the last supposition. So that one is the opposite wherever the others are as they
are, and all suppositions are taken back that were made since they are (conflict-driven search:
Marques-Silva and Sakallah, GRASP, 1999). What was found so is forgotten as soon as one of the
others is taken back: each time one cell more is known at some depth, so the search ends
(Nieuwenhuis, Oliveras and Tinelli, Abstract DPLL, 2006). What led to contradictions is supposed
first (Moskewicz and others, Chaff, 2001), which keeps the search near to where they are.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import (
    DEGREE,
    MINE,
    SAFE,
    UNKNOWN,
    Bytes,
    Floats,
    Ints,
    Longs,
    borrowing,
    kernel,
)

NO, YES, UNCLEAR = 0, 1, 2
"""Whether numbers decide a cell, or contradict one another; it is unclear if to find out takes too
long or more room than there is."""

APPLYING = 16
"""How many steps it counts for to apply the local rules to a number."""

CONFLICTS = 2000
"""After so many numbers that could not be met it is unclear whether all can be."""

FRESH = 1.1
"""How much more the cells of each contradiction count than those of the one before, when it is
chosen what to suppose."""

SUPPOSED = -1
"""In place of the number that a cell is marked by; below that it is by what was found before."""


class Trail(NamedTuple):
    """The cells marked since the search began, and why.

    ``cells``: in order; ``place`` (cells of the board,): where each stands there; ``depth``: by how
    many suppositions it was marked; ``why``: the number that it was marked by, SUPPOSED, or
    SUPPOSED - 1 - n if by the cells that stand in ``because`` from n on, with -1 behind the last.
    ``ends``: [how many ``cells`` there are, how much of ``because`` is in use, how many cells are
    supposed, scratch]. ``last``: what each cell was marked last; ``heat``: how much it had to do
    with contradictions, the latest above all. ``seen``: scratch, all zero.
    """

    cells: Ints
    place: Ints
    depth: Ints
    why: Ints
    because: Ints
    ends: Ints
    last: Bytes
    heat: Floats
    seen: Bytes


@kernel
def contradict(marks: Bytes, near: Ints, numbers: Ints, steps: Longs) -> int:
    """Tell whether no layout fits ``numbers``, from which the local rules lead no further.

    ``marks``: a view with all of them and no others that are tied to them; it is left changed.
    What the search takes is added to ``steps[3]``.
    """
    unknown = np.empty(8 * numbers.size, np.int32)
    trail, count = start_trail(marks, near, numbers, unknown)
    gain, conflicts, done = 1.0, 0, 0
    while True:
        broken = follow(marks, near, trail, done, steps)
        if broken < 0:
            cell = hottest(marks, trail, unknown, count, steps)
            if cell < 0:
                return NO
            trail.ends[2] += 1
            done = trail.ends[0]
            put(marks, trail, cell, trail.last[cell], SUPPOSED)
            continue
        if trail.ends[2] == 0:
            return YES
        conflicts += 1
        if conflicts > CONFLICTS or trail.ends[1] + count >= trail.because.size:
            return UNCLEAR
        done = turn_back(marks, near, trail, broken, gain)
        gain *= FRESH


@kernel
def start_trail(marks: Bytes, near: Ints, numbers: Ints, unknown: Ints) -> tuple[Trail, int]:
    """Write the unknown cells beside ``numbers`` to ``unknown``; return a trail and their count."""
    seen = np.zeros(marks.size, np.int8)
    count = 0
    for number in numbers:
        for i in range(near[number, DEGREE]):
            cell = near[number, i]
            if marks[cell] == UNKNOWN and not seen[cell]:
                seen[cell] = 1
                unknown[count] = cell
                count += 1
    seen[:] = 0
    trail = Trail(
        np.empty(count, np.int32),
        np.empty(marks.size, np.int32),
        np.zeros(marks.size, np.int32),
        np.empty(marks.size, np.int32),
        np.empty(64 * count, np.int32),
        np.zeros(4, np.int32),
        np.full(marks.size, np.int8(SAFE)),
        np.zeros(marks.size),
        seen,
    )
    return trail, count


@borrowing
def put(marks: Bytes, trail: Trail, cell: int, mark: int, why: int) -> None:
    """Mark a ``cell``."""
    marks[cell] = mark
    trail.place[cell] = trail.ends[0]
    trail.cells[trail.ends[0]] = cell
    trail.ends[0] += 1
    trail.depth[cell] = trail.ends[2]
    trail.why[cell] = why


@borrowing
def follow(marks: Bytes, near: Ints, trail: Trail, done: int, steps: Longs) -> int:
    """Follow the local rules from all but the first ``done`` cells of the trail.

    Returns a number that cannot be met, -1 if there is none.
    """
    while done < trail.ends[0]:
        cell = trail.cells[done]
        done += 1
        for i in range(near[cell, DEGREE]):
            number = near[cell, i]
            need, unknown = int(marks[number]), 0
            if need < 0:
                continue
            steps[3] += APPLYING
            for j in range(near[number, DEGREE]):
                mark = marks[near[number, j]]
                need -= mark == MINE
                unknown += mark == UNKNOWN
            if need < 0 or need > unknown:
                return int(number)
            if unknown and not 0 < need < unknown:
                for j in range(near[number, DEGREE]):
                    if marks[near[number, j]] == UNKNOWN:
                        put(marks, trail, near[number, j], MINE if need else SAFE, number)
    return -1


@borrowing
def hottest(marks: Bytes, trail: Trail, unknown: Ints, count: int, steps: Longs) -> int:
    """Return which of the first ``count`` of ``unknown`` to suppose next, -1 if all are marked.

    Of equal ones it is the first, which is nearest to where the search began.
    """
    best = -1
    for k in range(count):
        cell = unknown[k]
        if marks[cell] == UNKNOWN and (best < 0 or trail.heat[cell] > trail.heat[best]):
            best = int(cell)
    steps[3] += count
    return best


@borrowing
def turn_back(marks: Bytes, near: Ints, trail: Trail, broken: int, gain: float) -> int:
    """Take suppositions back after a ``broken`` number, and mark what that has shown.

    That is the opposite of the last cell by which alone, with cells of suppositions before, the
    number cannot be met. ``gain``: the heat of the cells that it is traced to. Returns how many
    cells of the trail have been followed.
    """
    because, ends = trail.because, trail.ends
    start = end = ends[1]
    at = before = ends[0]
    why, mark = broken, MINE if has_too_many(marks, near, broken) else SAFE
    while True:
        if why >= 0:
            for i in range(near[why, DEGREE]):
                cell = near[why, i]
                if marks[cell] == mark and trail.place[cell] < before:
                    end = blame(trail, cell, gain, end)
        else:
            n = SUPPOSED - 1 - why
            while because[n] >= 0:
                end = blame(trail, because[n], gain, end)
                n += 1
        at -= 1
        while not trail.seen[trail.cells[at]]:
            at -= 1
        cell = trail.cells[at]
        trail.seen[cell] = 0
        ends[3] -= 1
        mark = MINE + SAFE - marks[cell]
        if ends[3] == 0:
            break
        why, before = trail.why[cell], at
    depth = 0
    for n in range(start, end):
        trail.seen[because[n]] = 0
        depth = max(depth, trail.depth[because[n]])
    take_back(marks, trail, depth)
    # What is taken back may have stood for reasons that come before these: there they move.
    first = ends[1]
    for n in range(start, end):
        because[first + n - start] = because[n]
    ends[1] = first + end - start + 1
    because[ends[1] - 1] = -1
    done = int(ends[0])
    put(marks, trail, cell, mark, SUPPOSED - 1 - first)
    return done


@borrowing
def has_too_many(marks: Bytes, near: Ints, number: int) -> bool:
    """Tell whether a ``number`` has more mines around it than it says."""
    need = int(marks[number])
    for i in range(near[number, DEGREE]):
        need -= marks[near[number, i]] == MINE
    return need < 0


@borrowing
def blame(trail: Trail, cell: int, gain: float, end: int) -> int:
    """Note that a contradiction comes of a ``cell``; return where ``because`` ends now.

    There it is noted, unless it is of the last depth: those are counted in ``ends[3]``. What is
    known without suppositions is passed over.
    """
    if trail.seen[cell] or trail.depth[cell] == 0:
        return end
    trail.seen[cell] = 1
    trail.heat[cell] += gain
    if trail.depth[cell] == trail.ends[2]:
        trail.ends[3] += 1
        return end
    trail.because[end] = cell
    return end + 1


@borrowing
def take_back(marks: Bytes, trail: Trail, depth: int) -> None:
    """Take back all that was marked by more than ``depth`` suppositions."""
    ends = trail.ends
    while ends[0] and trail.depth[trail.cells[ends[0] - 1]] > depth:
        ends[0] -= 1
        cell = trail.cells[ends[0]]
        trail.last[cell] = marks[cell]
        marks[cell] = UNKNOWN
        if trail.why[cell] < SUPPOSED:
            ends[1] = SUPPOSED - 1 - trail.why[cell]
    ends[2] = depth
