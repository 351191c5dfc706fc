"""Whether some numbers of a board contradict one another, by conflict-driven search.

One cell after another is supposed to be a mine or safe, which is a decision, and the local rules
propagate it. Where they come to a conflict, a number that cannot be met, that is traced back to the
first unique implication point: a cell that, with others of lower decision levels, leads to the
conflict (Marques-Silva and Sakallah, GRASP, 1999; Zhang and others, 2001). It is the opposite
wherever those others are as they are, which is a learnt clause, and the search jumps back to the
highest of their levels. A clause is kept only while it is the antecedent of its cell, that is until
one of the others is taken back: each time one cell more is known at some level, so the search ends
(Nieuwenhuis, Oliveras and Tinelli, Abstract DPLL, 2006). What is most active, above all in the
latest conflicts, is supposed first (Moskewicz and others, Chaff, 2001), which keeps the search near
to where they are; it is supposed to be what it was last (Pipatsrisawat and Darwiche, 2007).
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

GROWTH = 1.1
"""How much more activity the cells of each conflict get than those of the one before. Its power of
CONFLICTS is far from what a float can hold."""

DECISION = -1
"""The antecedent of a cell that was supposed; below that it is a learnt clause."""


class Trail(NamedTuple):
    """The cells marked since the search began, and why.

    ``cells`` (unknown cells,): in order. Of each cell of the board, ``level``: its decision level,
    0 if nothing was supposed before; ``antecedent``: the number that it was marked by, DECISION, or
    DECISION - 1 - n if by the clause that is in ``learnt`` from n on: the other cells, with -1
    behind the last. ``ends``: [how many ``cells`` there are, how much of ``learnt`` is in use, the
    current decision level, how many cells of that are still to be resolved]. ``phase``: what each
    cell was marked last; ``activity``: how much it had to do with conflicts. ``seen``: scratch,
    all zero.
    """

    cells: Ints
    level: Ints
    antecedent: Ints
    learnt: Ints
    ends: Ints
    phase: Bytes
    activity: Floats
    seen: Bytes


@kernel
def contradict(marks: Bytes, near: Ints, numbers: Ints, steps: Longs) -> int:
    """Tell whether no layout fits ``numbers``, from which the local rules lead no further.

    ``marks``: a view with all of them and no others that are tied to them; it is left changed.
    What the search takes is added to ``steps[3]``.
    """
    unknown = np.empty(8 * numbers.size, np.int32)
    trail, count = start_trail(marks, near, numbers, unknown)
    increment, conflicts, done = 1.0, 0, 0
    while True:
        conflict = propagate(marks, near, trail, done, steps)
        if conflict < 0:
            cell = most_active(marks, trail, unknown, count, steps)
            if cell < 0:
                return NO
            trail.ends[2] += 1
            done = trail.ends[0]
            assign(marks, trail, cell, trail.phase[cell], DECISION)
            continue
        if trail.ends[2] == 0:
            return YES
        conflicts += 1
        if conflicts > CONFLICTS or trail.ends[1] + count >= trail.learnt.size:
            return UNCLEAR
        done = backjump(marks, near, trail, conflict, increment)
        increment *= GROWTH


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
def assign(marks: Bytes, trail: Trail, cell: int, mark: int, antecedent: int) -> None:
    """Mark a ``cell`` at the current decision level."""
    marks[cell] = mark
    trail.cells[trail.ends[0]] = cell
    trail.ends[0] += 1
    trail.level[cell] = trail.ends[2]
    trail.antecedent[cell] = antecedent


@borrowing
def propagate(marks: Bytes, near: Ints, trail: Trail, done: int, steps: Longs) -> int:
    """Apply the local rules around all but the first ``done`` cells of the trail.

    Returns a conflict, which is a number that cannot be met, or -1.
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
                        assign(marks, trail, near[number, j], MINE if need else SAFE, number)
    return -1


@borrowing
def most_active(marks: Bytes, trail: Trail, unknown: Ints, count: int, steps: Longs) -> int:
    """Return which of the first ``count`` of ``unknown`` to suppose next, -1 if all are marked.

    Of equal ones it is the first, which is nearest to where the search began.
    """
    best = -1
    for k in range(count):
        cell = unknown[k]
        if marks[cell] == UNKNOWN and (best < 0 or trail.activity[cell] > trail.activity[best]):
            best = int(cell)
    steps[3] += count
    return best


@borrowing
def backjump(marks: Bytes, near: Ints, trail: Trail, conflict: int, increment: float) -> int:
    """Learn a clause from a ``conflict``, jump back to where it shows a cell, and mark that.

    ``increment``: the activity that the cells it is traced to get. Returns how many cells of the
    trail have been propagated.
    """
    learnt, ends = trail.learnt, trail.ends
    start = end = ends[1]
    at = ends[0]
    antecedent, mark = conflict, MINE if has_too_many(marks, near, conflict) else SAFE
    while True:
        if antecedent >= 0:  # it has marked all its unknown cells: the others were known before
            for i in range(near[antecedent, DEGREE]):
                cell = near[antecedent, i]
                if marks[cell] == mark:
                    end = resolve(trail, cell, increment, end)
        else:
            n = DECISION - 1 - antecedent
            while learnt[n] >= 0:
                end = resolve(trail, learnt[n], increment, end)
                n += 1
        at -= 1
        while not trail.seen[trail.cells[at]]:
            at -= 1
        cell = trail.cells[at]
        trail.seen[cell] = 0
        ends[3] -= 1
        mark = MINE + SAFE - marks[cell]
        if ends[3] == 0:  # the first unique implication point
            break
        antecedent = trail.antecedent[cell]
    level = 0
    for n in range(start, end):
        trail.seen[learnt[n]] = 0
        level = max(level, trail.level[learnt[n]])
    take_back(marks, trail, level)
    # What is taken back may have had clauses that come before this one: there it moves.
    first = ends[1]
    for n in range(start, end):
        learnt[first + n - start] = learnt[n]
    ends[1] = first + end - start + 1
    learnt[ends[1] - 1] = -1
    done = int(ends[0])
    assign(marks, trail, cell, mark, DECISION - 1 - first)
    return done


@borrowing
def has_too_many(marks: Bytes, near: Ints, number: int) -> bool:
    """Tell whether a ``number`` has more mines around it than it says."""
    need = int(marks[number])
    for i in range(near[number, DEGREE]):
        need -= marks[near[number, i]] == MINE
    return need < 0


@borrowing
def resolve(trail: Trail, cell: int, increment: float, end: int) -> int:
    """Note that a conflict comes of a ``cell``; return where ``learnt`` ends now.

    There it is noted, unless it is of the current decision level: those are counted in
    ``ends[3]``. What is known without decisions is passed over.
    """
    if trail.seen[cell] or trail.level[cell] == 0:
        return end
    trail.seen[cell] = 1
    trail.activity[cell] += increment
    if trail.level[cell] == trail.ends[2]:
        trail.ends[3] += 1
        return end
    trail.learnt[end] = cell
    return end + 1


@borrowing
def take_back(marks: Bytes, trail: Trail, level: int) -> None:
    """Take back what was marked above a decision ``level``, and the clauses that it was by."""
    ends = trail.ends
    while ends[0] and trail.level[trail.cells[ends[0] - 1]] > level:
        ends[0] -= 1
        cell = trail.cells[ends[0]]
        trail.phase[cell] = marks[cell]
        marks[cell] = UNKNOWN
        if trail.antecedent[cell] < DECISION:
            ends[1] = DECISION - 1 - trail.antecedent[cell]
    ends[2] = level
