"""Moves, and their one-line text form."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import Struct

from core.grid import Cell, Grid


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


def move_text(move: Move, grid: Grid) -> str:
    """Return the text form: a mark and a cell ("!c4"), "undo" or "giveup"."""
    match move:
        case Undo():
            return "undo"
        case GiveUp():
            return "giveup"
        case _:
            return MARKS[type(move)] + grid.name(move.cell)


class Refusal(StrEnum):
    """Why a move was refused; a refused move changes nothing."""

    OFF_BOARD = "off_board"
    ALREADY_OPEN = "already_open"
    FLAGGED = "flagged"
    ALREADY_FLAGGED = "already_flagged"
    NOT_FLAGGED = "not_flagged"
    NO_NUMBER = "no_number"
    NOTHING_AROUND = "nothing_around"
    FLAGS_DIFFER = "flags_differ"
    NOT_FORCED = "not_forced"
    FINISHED = "finished"
    UNDO_OFF = "undo_off"
    NOTHING_TO_UNDO = "nothing_to_undo"
    TOO_MANY_MOVES = "too_many_moves"
