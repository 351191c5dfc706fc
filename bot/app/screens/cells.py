"""Cells: named in a row, however many there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.i18n import Text
from core.board import Board
from core.grid import Cell

_MOST_NAMED: Final = 6
"""Cells that are named: beside a picture there is little room for words."""


def cell_names(board: Board, cells: Iterable[Cell]) -> tuple[str, ...]:
    """Return the names of ``cells``."""
    return tuple(map(board.grid.name, cells))


def first_cells(
    board: Board, cells: Iterable[Cell], most: int = _MOST_NAMED
) -> tuple[Text | str, ...]:
    """Return the names of the first of ``cells``, ``most`` at most, and how many more there are."""
    names = cell_names(board, cells)
    more = len(names) - most
    return (*names[:most], Text("alt.others", count=more)) if more > 0 else names
