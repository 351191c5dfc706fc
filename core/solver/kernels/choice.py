"""The choice of a guess: what a search finds, a pseudo 50/50, or the best of the candidates."""

from __future__ import annotations

import numpy as np

from core.solver.kernels.compiled import kernel, long
from core.solver.kernels.endgame import Ending
from core.solver.kernels.ending import UNTOLD, VISITS_PER_LAYOUT, find_ending, find_narrowly
from core.solver.kernels.guess import Policy, candidates, score
from core.solver.kernels.position import Position, Tools
from core.solver.kernels.pseudo import NO_LIMIT, find_pseudo


@kernel
def search_end(position: Position, mines: int, policy: Policy, tools: Tools) -> Ending:
    """Return the best move if the book or an exact search finds it; else its cell is -1."""
    return find_ending(position, mines, policy.layouts, policy.nodes, tools.geometry)


@kernel
def search(position: Position, mines: int, policy: Policy, tools: Tools) -> Ending:
    """Return the best move that the policy's searches find, the narrow one too, or the cell -1.

    A pseudo 50/50 goes before what the narrow search finds, whose play makes too little of what
    such a cell shows.
    """
    ending = search_end(position, mines, policy, tools)
    if ending.cell >= 0:
        return ending
    pseudo = find_pseudo(position, mines, policy, tools, NO_LIMIT)
    if pseudo >= 0:
        return Ending(long(pseudo), long(UNTOLD))
    visits = VISITS_PER_LAYOUT * policy.narrow
    return find_narrowly(position, mines, policy.narrow, policy.late, visits, tools)


@kernel
def best_candidate(position: Position, mines: int, policy: Policy, tools: Tools) -> int:
    """Return the candidate with the highest score, or the safest if the policy does not look."""
    cells = np.empty(position.unknown, np.int32)
    count = candidates(position, policy, tools, cells)
    if not policy.look:
        return int(cells[0])
    best, best_win = long(0), -1.0
    for i in range(count):
        win = score(position, long(cells[i]), mines, policy, tools, best_win).win
        if win > best_win:
            best, best_win = long(i), win
    return int(cells[best])


@kernel
def choose_guess(position: Position, mines: int, policy: Policy, tools: Tools) -> int:
    """Return the cell to open in a position without certain cells."""
    ending = search(position, mines, policy, tools)
    if ending.cell >= 0:
        return ending.cell
    return best_candidate(position, mines, policy, tools)
