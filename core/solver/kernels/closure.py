"""The local rules, which look at one number at a time.

If a number needs no more mines, the unknown cells around it are safe; if it needs as many mines as
there are unknown cells around it, these are mines.
"""

from __future__ import annotations

from core.solver.kernels.compiled import DEGREE, MINE, SAFE, UNKNOWN, Bytes, Ints, borrowing


@borrowing
def close_around(view: Bytes, near: Ints, stack: Ints, queued: Bytes, waiting: int) -> bool:
    """Apply the local rules from the ``waiting`` numbers on ``stack`` until nothing changes.

    Marks unknown cells of ``view`` as SAFE or MINE. ``queued`` tells which numbers are on the
    stack; it is all zero again on success. Returns False when a number cannot be met.
    """
    while waiting:
        waiting -= 1
        number = stack[waiting]
        queued[number] = 0
        need = int(view[number])
        unknown = 0
        for i in range(near[number, DEGREE]):
            mark = view[near[number, i]]
            need -= mark == MINE
            unknown += mark == UNKNOWN
        if need < 0 or need > unknown:
            return False
        if unknown and not 0 < need < unknown:
            mark = MINE if need else SAFE
            waiting = mark_around(view, near, stack, queued, waiting, number, mark)
    return True


@borrowing
def mark_around(
    view: Bytes, near: Ints, stack: Ints, queued: Bytes, waiting: int, number: int, mark: int
) -> int:
    """Mark the unknown neighbours of ``number``; queue the numbers beside them; count the queue."""
    for i in range(near[number, DEGREE]):
        cell = near[number, i]
        if view[cell] == UNKNOWN:
            view[cell] = mark
            waiting = queue_around(view, near, stack, queued, waiting, cell)
    return waiting


@borrowing
def queue_around(
    view: Bytes, near: Ints, stack: Ints, queued: Bytes, waiting: int, cell: int
) -> int:
    """Put the numbers around ``cell`` that do not wait yet on the stack; count all that wait."""
    for i in range(near[cell, DEGREE]):
        number = near[cell, i]
        if view[number] >= 0 and not queued[number]:
            queued[number] = 1
            stack[waiting] = number
            waiting += 1
    return waiting


@borrowing
def close_all(view: Bytes, near: Ints, stack: Ints, queued: Bytes) -> bool:
    """Apply the local rules to every number of ``view``; False when one cannot be met."""
    waiting = 0
    for cell in range(view.size):
        if view[cell] >= 0:
            stack[waiting] = cell
            queued[cell] = 1
            waiting += 1
    return close_around(view, near, stack, queued, waiting)
