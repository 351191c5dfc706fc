"""The candidates of a guess with their scores, none of which is cut short by a better one."""

from __future__ import annotations

import numpy as np

from core.solver.kernels.guess import Policy, candidates, score
from core.solver.kernels.position import Position, Tools


def rank(position: Position, mines: int, policy: Policy, tools: Tools) -> dict[int, float]:
    """Return the score of each candidate, in the order in which they are compared."""
    cells = np.empty(position.unknown, np.int32)
    found = cells[: candidates(position, policy, tools, cells)].tolist()
    return {cell: score(position, cell, mines, policy, tools, 0.0).win for cell in found}
