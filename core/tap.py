"""Smart tap: the concrete move that a tap on a cell stands for on the board as it is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.board import Board
from core.grid import Cell
from core.layers import around, either, paired, unpaired, without
from core.move import CellMove, Chord, Flag, FlagAround, Open, Unflag


def tap(board: Board, cell: Cell, *, flagging: bool = False) -> CellMove | None:
    """Return the move of a tap on ``cell``, or None where a tap can do nothing.

    On a closed cell it opens, or with ``flagging`` puts or takes a flag. On a number it opens the
    rest when the number has all its flags, else flags the mines that the number alone forces.
    """
    (kind,) = tap_kinds(board, (cell,), flagging=flagging)
    return None if kind is None else kind(cell)


def tap_kinds(
    board: Board, cells: Iterable[Cell], *, flagging: bool
) -> list[type[CellMove] | None]:
    """Return the kind of move that ``tap`` returns for each of ``cells``, None where it does.

    They are found all at once: a keyboard asks this of every cell on it, at every move.
    """
    numbers, flagged = board.numbers, board.flagged
    claimed, seen = either(flagged, board.exploded), either(board.opened, board.exploded)
    bare = without(b"\1" * len(seen), either(seen, flagged))
    nearby = around(paired(claimed, bare), board.grid.cols)
    on_closed: tuple[type[CellMove], ...] = (Flag, Unflag) if flagging else (Open, Open)
    return [
        _ON_NUMBER[numbers[cell]][nearby[cell]] if seen[cell] else on_closed[flagged[cell]]
        for cell in cells
    ]


def _on_number(number: int, claims: int, bare: int) -> type[CellMove] | None:
    """Return the kind of move on a ``number`` by what is around it.

    ``claims``: flags and exploded mines; ``bare``: closed cells without a flag.
    """
    if not number or not bare:
        return None
    if claims == number:
        return Chord
    return FlagAround if claims + bare == number else None


_ON_NUMBER: Final = [
    [_on_number(number, *unpaired(nearby)) for nearby in range(256)] for number in range(9)
]
"""``_on_number`` by the number and a byte of both counts around it, as ``unpaired`` reads it."""
