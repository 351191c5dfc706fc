"""Moves, and their one-line text form that can be stored and replayed."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from msgspec import Struct

from core.grid import Cell, Grid, column_number


class Open(Struct, frozen=True):
    """Open a closed cell."""

    cell: Cell


class Flag(Struct, frozen=True):
    """Put a flag on a closed cell."""

    cell: Cell


class Unflag(Struct, frozen=True):
    """Take the flag off a cell."""

    cell: Cell


class Chord(Struct, frozen=True):
    """Open every unflagged neighbour of a number that has all its flags."""

    cell: Cell


class FlagAround(Struct, frozen=True):
    """Flag every closed neighbour of a number that has just as many of them."""

    cell: Cell


class Undo(Struct, frozen=True):
    """Take back the last move of a casual game."""


class GiveUp(Struct, frozen=True):
    """End the game as lost."""


CellMove: TypeAlias = Open | Flag | Unflag | Chord | FlagAround
Move: TypeAlias = CellMove | Undo | GiveUp

MARKS: Final[dict[type[CellMove], str]] = {
    Open: "",
    Flag: "!",
    Unflag: "?",
    Chord: "@",
    FlagAround: "!@",
}
"""What stands before the cell's name in the text form."""

_CELL_MOVES: Final = {mark: kind for kind, mark in MARKS.items()}
_WORDS: Final[dict[str, Move]] = {"undo": Undo(), "giveup": GiveUp()}
_NOTATION: Final = re.compile(r"(!@|[!?@]|)([a-z]{1,2})([1-9][0-9]{0,2})", re.ASCII)


class MoveNotationError(ValueError):
    """Raised when a text is not the text form of a move on the grid."""


def move_text(move: Move, grid: Grid) -> str:
    """Return the text form: a mark and a cell ("!c4"), "undo" or "giveup"."""
    match move:
        case Undo():
            return "undo"
        case GiveUp():
            return "giveup"
        case _:
            return MARKS[type(move)] + grid.name(move.cell)


def parse_move(text: str, grid: Grid) -> Move:
    """Read the text form of a move; MoveNotationError when it is none."""
    if word := _WORDS.get(text):
        return word
    found = _NOTATION.fullmatch(text)
    if found is None:
        raise MoveNotationError(f"{text!r} is no move")
    mark, letters, digits = found.groups()
    try:
        return _CELL_MOVES[mark](grid.cell(int(digits) - 1, column_number(letters)))
    except IndexError:
        raise MoveNotationError(f"{text!r} is off the board") from None
