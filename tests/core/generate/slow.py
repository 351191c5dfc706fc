"""A slow solver that shares no code with the fast one: certain cells by exhaustive counting."""

from __future__ import annotations

from core.board import Board
from core.generate import Proof
from core.grid import Cell
from core.minefield import Minefield
from core.solver.reason import Conclusion
from tests.core.solver.brute import count_by_hand, show


def mines_of(minefield: Minefield) -> set[Cell]:
    """Return the cells with mines."""
    return {cell for cell, mine in enumerate(minefield.mines) if mine}


def solves(minefield: Minefield, first: Cell) -> bool:
    """Tell whether certain cells alone lead from ``first`` to the end."""
    mines = mines_of(minefield)
    shown = [first]
    while shown:
        board = show(minefield.grid, mines, shown)
        if not board.safe_left:
            return True
        chances = count_by_hand(board)[1]
        safe = [cell for cell, chance in chances.items() if chance == 0]
        shown = shown + safe if safe else []
    return False


def boards_of(proof: Proof, minefield: Minefield) -> list[Board]:
    """Return the board before each step of ``proof``; mines shown before count as exploded."""
    shown = list(proof.opened)
    boards = []
    for step in proof.steps:
        boards.append(show(minefield.grid, mines_of(minefield), shown))
        mined = step.reason.conclusion is Conclusion.MINE
        shown += step.reason.cells if mined else step.opened
    return boards
