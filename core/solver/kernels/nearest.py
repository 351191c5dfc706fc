"""The numbers nearest to a cell or to a number, by the number of unknown cells in between."""

from __future__ import annotations

from core.solver.kernels.compiled import DEGREE, UNKNOWN, Bytes, Ints, borrowing


@borrowing
def add_nearest(
    view: Bytes, near: Ints, found: Ints, met: Ints, clock: int, count: int, most: int
) -> int:
    """Add the numbers nearest to the first ``count`` in ``found``, up to ``most`` in all.

    ``met[number]`` is ``clock`` for those in ``found``. Returns how many there are.
    """
    at = 0
    while at < count:
        number = found[at]
        at += 1
        for i in range(near[number, DEGREE]):
            cell = near[number, i]
            if view[cell] == UNKNOWN:
                count = add_around(view, near, found, met, clock, cell, count, most)
    return count


@borrowing
def add_around(
    view: Bytes, near: Ints, found: Ints, met: Ints, clock: int, cell: int, count: int, most: int
) -> int:
    """Add the numbers around ``cell`` as ``add_nearest`` does."""
    for i in range(near[cell, DEGREE]):
        number = near[cell, i]
        if view[number] >= 0 and met[number] != clock and count < most:
            met[number] = clock
            found[count] = number
            count += 1
    return count
