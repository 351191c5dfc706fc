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
    if not board.number(cell) or all(board.flagged[n] for n in board.closed_around(cell)):
        return None
    if board.claimed_around(cell) == board.number(cell):
        return Chord(cell)
    return FlagAround(cell) if board.forced_mines(cell) else None
