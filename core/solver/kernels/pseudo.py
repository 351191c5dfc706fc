"""Pseudo 50/50s: cells that are safe, or else belong to a 50/50.

In every layout with a mine on such a cell there is a set of cells, it among them, whose mines and
safe cells may change places, and no safe cell outside of it would show another number then: any
play has to guess there. So to open the cell now costs what the 50/50 costs anyway, and what it
shows comes for nothing. That holds but for rare boards, on which the layout with the mine is worth
more than the one it was changed into, by the other cells that are safe there.
"""

from __future__ import annotations

import numpy as np

from core.solver.kernels.closure import close_around, queue_around
from core.solver.kernels.compiled import (
    DEGREE,
    MINE,
    SAFE,
    UNKNOWN,
    Bytes,
    Ints,
    borrowing,
    kernel,
    long,
)
from core.solver.kernels.guess import Policy, score
from core.solver.kernels.mapping import spent
from core.solver.kernels.position import Position, Tools, mine_chance

EVEN = 0.5 + 1e-9
"""No pseudo 50/50 is likelier to be a mine: each layout with a mine on it has another without."""

NO_LIMIT = 2**62
"""More steps than anything takes."""


@borrowing
def mark_mines(position: Position, known: Bytes) -> None:
    """Fill ``known`` with the view, all certain mines marked."""
    for cell in range(known.size):
        known[cell] = position.marks[cell]
        if known[cell] == UNKNOWN and mine_chance(position, cell) == 1.0:
            known[cell] = MINE


@borrowing
def suppose_mine(
    known: Bytes, near: Ints, cell: int, view: Bytes, stack: Ints, queued: Bytes
) -> bool:
    """Fill ``view`` with what follows by the local rules from a mine on ``cell``.

    False if that cannot be. ``known``: the view without that mine; ``stack``, ``queued``: scratch.
    """
    for i in range(view.size):
        view[i] = known[i]
        queued[i] = 0
    view[cell] = MINE
    waiting = queue_around(view, near, stack, queued, 0, cell)
    return close_around(view, near, stack, queued, waiting)


@borrowing
def is_part(part: Ints, size: int, cell: int) -> bool:
    """Tell whether a cell is in a set: the first ``size`` cells of ``part``."""
    found = False
    for k in range(size):
        found = found or part[k] == cell
    return found


@borrowing
def surplus(view: Bytes, near: Ints, part: Ints, size: int, cell: int) -> int:
    """Return how many more mines than safe cells of a set are around ``cell``."""
    found = 0
    for i in range(near[cell, DEGREE]):
        if is_part(part, size, near[cell, i]):
            found += 1 if view[near[cell, i]] == MINE else -1
    return found


@borrowing
def find_telling(view: Bytes, near: Ints, part: Ints, size: int) -> int:
    """Return a cell outside a set that would tell its two fillings apart, -1 if there is none."""
    for k in range(size):
        for i in range(near[part[k], DEGREE]):
            cell = near[part[k], i]
            if view[cell] == MINE or is_part(part, size, cell):
                continue
            if surplus(view, near, part, size, cell) != 0:
                return int(cell)
    return -1


@borrowing
def find_more(known: Bytes, view: Bytes, near: Ints, part: Ints, size: int, telling: int) -> int:
    """Return a cell to add to a set, so that ``telling`` tells less; -1 if there is none."""
    wanted = SAFE if surplus(view, near, part, size, telling) > 0 else MINE
    for i in range(near[telling, DEGREE]):
        cell = near[telling, i]
        if known[cell] == UNKNOWN and view[cell] == wanted and not is_part(part, size, cell):
            return int(cell)
    return -1


@borrowing
def count_fifty(known: Bytes, view: Bytes, near: Ints, part: Ints) -> int:
    """Return how many cells the 50/50 of ``part[0]`` has in ``view``, 0 if none is found.

    They are written to ``part``, which bounds how many there may be. Cells are added, one after the
    other, that make up for a cell which tells the two fillings apart.
    """
    mines = 1
    for size in range(1, part.size + 1):
        telling = find_telling(view, near, part, size)
        if telling < 0:
            return size if 2 * mines == size else 0
        more = -1
        if size < part.size:
            more = find_more(known, view, near, part, size, telling)
        if more < 0:
            return 0
        part[size] = more
        mines += view[more] == MINE
    return 0


@kernel
def find_pseudo(position: Position, mines: int, policy: Policy, tools: Tools, steps: int) -> int:
    """Return the pseudo 50/50 with the highest score, -1 if there is none but dead ones.

    Its 50/50 has at most ``policy.pseudo`` cells. After ``steps`` steps of solving, no more cells
    are looked into.
    """
    marks, near = position.marks, tools.geometry.near
    known, view = np.empty(marks.size, np.int8), np.empty(marks.size, np.int8)
    stack, queued = np.empty(marks.size, np.int32), np.empty(marks.size, np.int8)
    part = np.empty(policy.pseudo, np.int32)
    best, best_win = long(-1), -1.0
    end = spent(tools.work) + steps
    mark_mines(position, known)
    for cell in range(marks.size if policy.pseudo else 0):
        if known[cell] != UNKNOWN or position.frontier.group[cell] < 0:
            continue
        if mine_chance(position, cell) > EVEN or spent(tools.work) >= end:
            continue
        part[0] = cell
        if suppose_mine(known, near, cell, view, stack, queued) and count_fifty(
            known, view, near, part
        ):
            found = score(position, long(cell), mines, policy, tools, best_win)
            if not found.dead and found.win > best_win:
                best, best_win = long(cell), found.win
    return int(best)
