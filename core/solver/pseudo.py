"""Which 50/50 a pseudo 50/50 would belong to."""

from __future__ import annotations

import numpy as np

from core.grid import Cell
from core.solver.kernels.compiled import Geometry
from core.solver.kernels.position import Position
from core.solver.kernels.pseudo import count_fifty, mark_mines, suppose_mine


def fifty_of(position: Position, cell: Cell, most: int, geometry: Geometry) -> tuple[Cell, ...]:
    """Return the 50/50 that a mine on ``cell`` would make, in row-major order.

    Empty where it would make none, or one of more than ``most`` cells.
    """
    near, size = geometry.near, position.marks.size
    known, view, queued = (np.empty(size, np.int8) for _ in range(3))
    part = np.full(most, cell, np.int32)
    mark_mines(position, known)
    if not suppose_mine(known, near, cell, view, np.empty(size, np.int32), queued):
        return ()
    return tuple(sorted(part[: count_fifty(known, view, near, part)].tolist()))
