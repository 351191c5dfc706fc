"""Living cells: those whose number is not known beforehand, so that opening them may help."""

from __future__ import annotations

from core.solver.kernels.compiled import DEGREE, SAFE, UNKNOWN, Bytes, Ints, borrowing
from core.solver.kernels.position import Position, mine_chance


@borrowing
def touches(near: Ints, cell: int, other: int) -> bool:
    """Tell whether two cells are neighbours."""
    touching = False
    for i in range(near[cell, DEGREE]):
        touching = touching or near[cell, i] == other
    return touching


@borrowing
def sees_all(marks: Bytes, near: Ints, number: int, cell: int, around: int) -> bool:
    """Tell whether ``number``, beside ``cell``, has the same unknown neighbours, ``cell`` aside.

    ``around``: how many unknown neighbours ``cell`` has.
    """
    seen = 0
    for i in range(near[number, DEGREE]):
        other = near[number, i]
        if marks[other] == UNKNOWN and other != cell:
            if not touches(near, cell, other):
                return False
            seen += 1
    return seen == around


@borrowing
def is_dead(marks: Bytes, near: Ints, cell: int) -> bool:
    """Tell whether it is plain beforehand which number ``cell`` would hold, were it safe.

    It is if nothing unknown is left around the cell, or if an open number beside it has the same
    unknown neighbours. Cells may be dead for other reasons too.
    """
    around = 0
    for i in range(near[cell, DEGREE]):
        around += marks[near[cell, i]] == UNKNOWN
    if around == 0:
        return True
    for i in range(near[cell, DEGREE]):
        number = near[cell, i]
        if marks[number] >= 0 and sees_all(marks, near, number, cell, around):
            return True
    return False


@borrowing
def two_safest(position: Position, near: Ints) -> tuple[float, float]:
    """Return the chances of the two safest living cells to be safe, 0 where there is none."""
    first, second = 0.0, 0.0
    marks = position.marks
    for cell in range(marks.size):
        if marks[cell] == UNKNOWN:
            safe = 1.0 - mine_chance(position, cell)
        elif marks[cell] == SAFE:
            safe = 1.0
        else:
            continue
        if safe > second and not is_dead(marks, near, cell):
            second = min(safe, first)
            first = max(safe, first)
            if second == 1.0:
                break
    return float(first), float(second)
