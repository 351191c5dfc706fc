"""Shares: what each player of a game that several played has opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from core.changes import changes
from core.game import Game
from core.grid import Cell
from core.history import standing
from core.minefield import Minefield
from core.score import components


@dataclass(frozen=True, slots=True)
class Share:
    """How many safe cells and mines a player opened, and what the safe cells are worth.

    In each move an opening is worth 1 however large it is, and so is a number outside of it.
    """

    cells: int = 0
    mines: int = 0
    worth: int = 0


@lru_cache(maxsize=16)  # a finished game is asked about with each of its screens
def shares(game: Game) -> Mapping[int, Share]:
    """Return the share of each seat that has opened something, moves taken back not counted.

    It is empty where mines have drifted, and before the first open.
    """
    minefield, found = game.minefield, dict[int, Share]()
    if minefield is None or game.rules.drifting:
        return found
    for timed, did in changes(minefield, standing(game.history)):
        if did.opened or did.exploded:
            own = found.get(timed.by, Share())
            cells, mines = own.cells + len(did.opened), own.mines + len(did.exploded)
            found[timed.by] = Share(cells, mines, own.worth + _worth(minefield, did.opened))
    return found


def _worth(minefield: Minefield, opened: tuple[Cell, ...]) -> int:
    """Return what one move's ``opened`` cells are worth."""
    grid = minefield.grid
    zeros = [cell for cell in opened if not minefield.numbers[cell]]
    reached = {near for cell in zeros for near in (cell, *grid.neighbours(cell))}
    return len(components(grid, zeros)) + sum(cell not in reached for cell in opened)
