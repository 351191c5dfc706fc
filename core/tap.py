"""Smart tap: the concrete move that a tap on a cell stands for on the board as it is drawn."""

from __future__ import annotations

from core.board import Board
from core.grid import Cell
from core.move import CellMove, Chord, Flag, FlagAround, Open, Unflag


def tap(board: Board, cell: Cell, *, flagging: bool = False) -> CellMove | None:
    """Return the move of a tap on ``cell``, or None where a tap can do nothing.

    On a closed cell it opens, or with ``flagging`` puts or takes a flag. On a number it opens the
    rest when the number has all its flags, else flags the mines that the number alone forces.
    """
    if not board.is_closed(cell):
        return _tap_number(board, cell)
    if not flagging:
        return Open(cell)
    return Unflag(cell) if board.flagged[cell] else Flag(cell)


def _tap_number(board: Board, cell: Cell) -> CellMove | None:
    number = board.numbers[cell]
    if not number:
        return None
    # One look at the neighbours: a keyboard asks this of every number on it, at every move.
    flags = exploded = bare = 0
    for n in board.grid.neighbours(cell):
        if board.exploded[n]:
            exploded += 1
        elif board.flagged[n]:
            flags += 1
        elif not board.opened[n]:
            bare += 1
    if not bare:
        return None
    if flags + exploded == number:
        return Chord(cell)
    return FlagAround(cell) if flags + exploded + bare == number else None
