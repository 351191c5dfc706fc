"""Smart tap: the concrete move that a tap on a cell stands for on the board as it is drawn."""

from __future__ import annotations

from collections.abc import Iterable

from core.board import Board
from core.grid import Cell
from core.layers import around, either, without
from core.move import CellMove, Chord, Flag, FlagAround, Open, Unflag


def tap(board: Board, cell: Cell, *, flagging: bool = False) -> CellMove | None:
    """Return the move of a tap on ``cell``, or None where a tap can do nothing.

    On a closed cell it opens, or with ``flagging`` puts or takes a flag. On a number it opens the
    rest when the number has all its flags, else flags the mines that the number alone forces.
    """
    (kind,) = tap_kinds(board, (cell,), flagging=flagging)
    return None if kind is None else kind(cell)


def tap_kinds(
    board: Board, cells: Iterable[Cell], *, flagging: bool = False
) -> list[type[CellMove] | None]:
    """Return of what kind the move of a tap on each of ``cells`` is, as ``tap`` does.

    A keyboard asks this of every cell on it, at every move.
    """
    cols, numbers, opened, exploded = board.grid.cols, board.numbers, board.opened, board.exploded
    claimed = either(board.flagged, exploded)
    bare = without(b"\1" * len(opened), either(opened, claimed))
    claims_around, bare_around = around(claimed, cols), around(bare, cols)
    kinds: list[type[CellMove] | None] = []
    for cell in cells:
        if opened[cell] or exploded[cell]:
            number, claims = numbers[cell], claims_around[cell]
            if not number or not bare_around[cell]:
                kinds.append(None)
            elif claims == number:
                kinds.append(Chord)
            else:
                kinds.append(FlagAround if claims + bare_around[cell] == number else None)
        elif not flagging:
            kinds.append(Open)
        else:
            kinds.append(Unflag if board.flagged[cell] else Flag)
    return kinds
