"""Unread: what is said of typed moves that cannot be read."""

from __future__ import annotations

from bot.app.requests.coordinates import EXAMPLE, NUMBERS, Coordinates
from bot.i18n import Text
from core.game import Game
from core.grid import Grid, column_name
from core.typed import TypedError, TypedProblem, is_lone_number


def unread_text(error: TypedError, grid: Grid, coordinates: Coordinates) -> Text:
    """Return why moves typed for ``grid`` cannot be read."""
    first, last = coordinates.first, column_name(grid.cols - 1)
    rows, cols = (side - 1 + first for side in (grid.rows, grid.cols))
    in_letters = coordinates is Coordinates.LETTERS
    is_off = error.problem is TypedProblem.OFF_BOARD and in_letters
    key = "typed.off_board_letters" if is_off else f"typed.{error.problem}"
    return Text(key, first=first, rows=rows, cols=cols, last=last, cell=EXAMPLE, numbers=NUMBERS)


def unread_moves(error: TypedError, game: Game, coordinates: Coordinates, written: str) -> Text:
    """Return why moves ``written`` on the board of ``game`` cannot be read."""
    if game.outcome is None and is_lone_number(written):
        return Text("typed.lone", cell=EXAMPLE, numbers=NUMBERS)
    return unread_text(error, game.rules.grid, coordinates)


def unread_cell(error: TypedError, grid: Grid, coordinates: Coordinates, usage: Text) -> Text:
    """Return why no single cell of ``grid`` can be read: ``usage`` where no cell is written."""
    is_none = error.problem in {TypedProblem.UNREADABLE, TypedProblem.TOO_MANY}
    return usage if is_none else unread_text(error, grid, coordinates)
