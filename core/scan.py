"""Scan: a look at the cells around one, mines and all."""

from __future__ import annotations

from dataclasses import dataclass

from core.game import Game
from core.grid import Cell


@dataclass(frozen=True, slots=True)
class Scan:
    """The closed cells of a square of 3x3."""

    mines: tuple[Cell, ...]
    safe: tuple[Cell, ...]


def scan(game: Game, centre: Cell) -> Scan:
    """Return what is under ``centre`` and its closed neighbours; ValueError without a layout."""
    if game.minefield is None:
        raise ValueError("there is nothing under any cell yet")
    around = sorted((centre, *game.rules.grid.neighbours(centre)))
    closed = [cell for cell in around if game.board.is_closed(cell)]
    mines = game.minefield.mines
    return Scan(
        mines=tuple(cell for cell in closed if mines[cell]),
        safe=tuple(cell for cell in closed if not mines[cell]),
    )
