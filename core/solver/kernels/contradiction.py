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

APPLYING, SCANNED = 16, 4
"""How many steps it counts for to apply the local rules to a number, and how many cells or sums of
mines are gone through in a step."""

CONFLICTS = 7000
"""After so many numbers that could not be met it is unclear whether all can be."""

GROWTH = 1.05
"""How much more activity the cells of each conflict get than those of the one before, about as in
MiniSat (Eén and Sörensson, 2003). Its power of CONFLICTS is far from what a float can hold."""

DECISION = -1
"""The antecedent of a cell that was supposed; below that it is a learnt clause."""


MARKED, LEARNT, LEVEL, UNRESOLVED, ACTIVE, PASSED = range(6)
"""Where ``Trail.counts`` has how many ``cells`` there are, how much of ``learnt`` is in use, the
current decision level, how many cells of that a conflict is still to be traced back from, how many
``active`` ones there are, and how many of the first ``unknown`` are marked, as far as is known."""


class Trail(NamedTuple):
    """The cells marked since the search began, and why.

    ``cells`` (unknown cells,): in order. Of each cell of the board, ``level``: its decision level,
    0 if nothing was supposed before; ``antecedent``: the number that it was marked by, DECISION, or
    DECISION - 1 - n if by the clause that is in ``learnt`` from n on: the other cells, with -1
    behind the last; ``phase``: what it was marked last; ``activity``: how much it had to do with
    conflicts. ``active`` (unknown cells,): those that had to do with any; ``unknown``: all of them,
    those nearest to where the search began first. ``counts`` (6,): see MARKED. ``seen``: scratch,
    all zero.
    """

    cells: Ints
    level: Ints
    antecedent: Ints
    learnt: Ints
    phase: Bytes
    activity: Floats
    active: Ints
    unknown: Ints
    counts: Longs
    seen: Bytes


@kernel
def contradict(marks: Bytes, near: Ints, numbers: Ints, steps: Longs) -> int:
    """Tell whether no layout fits ``numbers``, from which the local rules lead no further.

    ``marks``: a view with all of them and no others that are tied to them; it is left changed.
    What the search takes is added to ``steps[3]``.
    """
    trail = start_trail(marks, near, numbers)
    increment, conflicts, done = 1.0, 0, 0
    while True:
        conflict = propagate(marks, near, trail, done, steps)
        if conflict < 0:
            cell = most_active(marks, trail, steps)
            if cell < 0:
                return NO
            trail.counts[LEVEL] += 1
            done = trail.counts[MARKED]
            assign(marks, trail, cell, trail.phase[cell], DECISION)
            continue
        if trail.counts[LEVEL] == 0:
            return YES
        conflicts += 1
        if conflicts > CONFLICTS or trail.counts[LEARNT] + trail.unknown.size >= trail.learnt.size:
            return UNCLEAR
        done = backjump(marks, near, trail, conflict, increment)
        increment *= GROWTH


@kernel
def start_trail(marks: Bytes, near: Ints, numbers: Ints) -> Trail:
    """Return a trail for the unknown cells beside ``numbers``."""
    unknown = np.empty(8 * numbers.size, np.int32)
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
    return Trail(
        np.empty(count, np.int32),
        np.zeros(marks.size, np.int32),
        np.empty(marks.size, np.int32),
        np.empty(64 * count, np.int32),
        np.full(marks.size, np.int8(SAFE)),
        np.zeros(marks.size),
        np.empty(count, np.int32),
        unknown[:count],
        np.zeros(6, np.int64),
        seen,
    )


@borrowing
def assign(marks: Bytes, trail: Trail, cell: int, mark: int, antecedent: int) -> None:
    """Mark a ``cell`` at the current decision level."""
    marks[cell] = mark
    trail.cells[trail.counts[MARKED]] = cell
    trail.counts[MARKED] += 1
    trail.level[cell] = trail.counts[LEVEL]
    trail.antecedent[cell] = antecedent


@borrowing
def propagate(marks: Bytes, near: Ints, trail: Trail, done: int, steps: Longs) -> int:
    """Apply the local rules around all but the first ``done`` cells of the trail.

    Returns a conflict, which is a number that cannot be met, or -1.
    """
    while done < trail.counts[MARKED]:
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
def most_active(marks: Bytes, trail: Trail, steps: Longs) -> int:
    """Return which cell to suppose next, -1 if all are marked.

    Where no active one is unknown it is the nearest to where the search began.
    """
    counts, unknown, best = trail.counts, trail.unknown, -1
    for k in range(counts[ACTIVE]):
        cell = trail.active[k]
        if marks[cell] == UNKNOWN and (best < 0 or trail.activity[cell] > trail.activity[best]):
            best = int(cell)
    steps[3] += counts[ACTIVE] // SCANNED
    if best >= 0:
        return best
    at = counts[PASSED]
    while at < unknown.size and marks[unknown[at]] != UNKNOWN:
        at += 1
    steps[3] += (at - counts[PASSED]) // SCANNED
    counts[PASSED] = at
    return int(unknown[at]) if at < unknown.size else -1


@borrowing
def backjump(marks: Bytes, near: Ints, trail: Trail, conflict: int, increment: float) -> int:
    """Learn a clause from a ``conflict``, jump back to where it shows a cell, and mark that.

    ``increment``: the activity that the cells it is traced to get. Returns how many cells of the
    trail have been propagated.
    """
    learnt, counts = trail.learnt, trail.counts
    start = end = counts[LEARNT]
    at = counts[MARKED]
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
        counts[UNRESOLVED] -= 1
        mark = MINE + SAFE - marks[cell]
        if counts[UNRESOLVED] == 0:  # the first unique implication point
            break
        antecedent = trail.antecedent[cell]
    level = 0
    for n in range(start, end):
        trail.seen[learnt[n]] = 0
        level = max(level, trail.level[learnt[n]])
    take_back(marks, trail, level)
    # What is taken back may have had clauses that come before this one: there it moves.
    first = counts[LEARNT]
    for n in range(start, end):
        learnt[first + n - start] = learnt[n]
    counts[LEARNT] = first + end - start + 1
    learnt[counts[LEARNT] - 1] = -1
    done = int(counts[MARKED])
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
    ``counts[UNRESOLVED]``. What is known without decisions is passed over.
    """
    if trail.seen[cell] or trail.level[cell] == 0:
        return end
    trail.seen[cell] = 1
    if trail.activity[cell] == 0.0:
        trail.active[trail.counts[ACTIVE]] = cell
        trail.counts[ACTIVE] += 1
    trail.activity[cell] += increment
    if trail.level[cell] == trail.counts[LEVEL]:
        trail.counts[UNRESOLVED] += 1
        return end
    trail.learnt[end] = cell
    return end + 1


@borrowing
def take_back(marks: Bytes, trail: Trail, level: int) -> None:
    """Take back what was marked above a decision ``level``, and the clauses that it was by."""
    counts = trail.counts
    while counts[MARKED] and trail.level[trail.cells[counts[MARKED] - 1]] > level:
        counts[MARKED] -= 1
        cell = trail.cells[counts[MARKED]]
        trail.phase[cell] = marks[cell]
        marks[cell] = UNKNOWN
        if trail.antecedent[cell] < DECISION:
            counts[LEARNT] = DECISION - 1 - trail.antecedent[cell]
    counts[LEVEL] = level
    counts[PASSED] = 0
