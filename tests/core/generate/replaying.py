"""A checker of proofs: each step must follow from its own clues alone."""

from __future__ import annotations

import numpy as np

from core.board import Board
from core.generate import Proof
from core.generate.proof import _Walk
from core.minefield import Minefield
from core.solver.analysis import solve
from core.solver.geometry import view_of
from core.solver.kernels.compiled import SAFE
from core.solver.kernels.component import OK
from core.solver.reason import Conclusion, Reason
from core.solver.workspace import narrow_work


def replays(proof: Proof, minefield: Minefield) -> bool:
    """Tell whether ``proof`` opens every safe cell of ``minefield`` and each step follows.

    A step follows if its cells are what it says in every layout that fits the numbers on its clues
    alone, the mines shown before, and the number of mines.
    """
    walk = _Walk(minefield)
    if minefield.mines[proof.first] or walk.open([proof.first]) != proof.opened:
        return False
    for step in proof.steps:
        if not _follows(walk.board, step.reason) or walk.follow(step.reason) != step.opened:
            return False
    return walk.board.safe_left == 0


def _follows(board: Board, reason: Reason) -> bool:
    met = all(map(board.is_closed, reason.cells)) and all(board.opened[c] for c in reason.clues)
    if not met:
        return False
    view, chance = view_of(board), np.empty(len(board.grid))
    hidden = view >= 0
    hidden[list(reason.clues)] = False
    view[hidden] = SAFE
    solved = solve(board, view, narrow_work(), chance)
    expected = float(reason.conclusion is Conclusion.MINE)
    return solved.status == OK and bool((chance[list(reason.cells)] == expected).all())
