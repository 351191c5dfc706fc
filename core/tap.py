"""Smart tap: the concrete move that a tap on a cell stands for on the board as it is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.board import Board, State
from core.grid import Cell
from core.layers import around
from core.move import CellMove, Chord, Flag, FlagAround, Open, Unflag


def tap(board: Board, cell: Cell, *, flagging: bool = False) -> CellMove | None:
    """Return the move of a tap on ``cell``, or None where a tap can do nothing.

    On a closed cell it opens, or with ``flagging`` puts or takes a flag. On a number it opens the
    rest when the number has all its flags, else flags the mines that the number alone forces.
    """
    if board.is_closed(cell):
        marks = Unflag if board.flagged[cell] else Flag
        return (marks if flagging else Open)(cell)
    bare = sum(not board.flagged[n] for n in board.closed_around(cell))
    kind = _on_number(board.numbers[cell], board.claimed_around(cell), bare)
    return None if kind is None else kind(cell)


def tap_kinds(
    board: Board, cells: Iterable[Cell], *, flagging: bool
) -> list[type[CellMove] | None]:
    """Return the kind of move that ``tap`` returns for each of ``cells``, None where it does.

    They are found all at once: a keyboard asks this of every cell on it, at every move. For a
    single cell, of which a message may name hundreds, a look at the whole board would take long.
    """
    states = board.states()
    nearby = around(states.translate(_COUNTED), board.grid.cols)
    kinds = _FLAGGING if flagging else _OPENING
    return [kinds[states[cell]][nearby[cell]] for cell in cells]


def _on_number(number: int, claims: int, bare: int) -> type[CellMove] | None:
    """Return the kind of move on a ``number`` by what is around it.

    ``claims``: flags and exploded mines; ``bare``: closed cells without a flag.
    """
    if not number or not bare:
        return None
    if claims == number:
        return Chord
    return FlagAround if claims + bare == number else None


_BARE: Final = 16
"""As what a closed cell without a flag is counted around a number, claims being counted as 1."""
_WEIGHTS: Final = {State.CLOSED: _BARE, State.FLAGGED: 1, State.EXPLODED: 1}
_COUNTED: Final = bytes([0] * 9 + [_WEIGHTS[state] for state in State]).ljust(256, b"\0")
"""As what a cell of each state is counted."""


def _kinds(closed: type[CellMove], flagged: type[CellMove]) -> list[list[type[CellMove] | None]]:
    """Return the kind of move by the state of a cell and the count around it."""
    counts = range(_BARE * _BARE)
    on_numbers = [[_on_number(n, c % _BARE, c // _BARE) for c in counts] for n in range(9)]
    rest = {State.CLOSED: closed, State.FLAGGED: flagged, State.EXPLODED: None}
    return on_numbers + [[rest[state]] * len(counts) for state in State]


_OPENING: Final = _kinds(Open, Open)
_FLAGGING: Final = _kinds(Flag, Unflag)
