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
from core.score import regions_of


@dataclass(frozen=True, slots=True)
class Share:
    """How many safe cells and mines a player opened, and what the safe cells are worth.

    An opening, however large, is worth 1 to whoever opens a cell of it first, and so is a number
    that is opened by itself.
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
    left = _opening_of(minefield)
    for timed, did in changes(minefield, standing(game.history)):
        if did.opened or did.exploded:
            own = found.get(timed.by, Share())
            cells, mines = own.cells + len(did.opened), own.mines + len(did.exploded)
            found[timed.by] = Share(cells, mines, own.worth + _worth(minefield, did.opened, left))
    return found


def _opening_of(minefield: Minefield) -> dict[Cell, list[Cell]]:
    """Return the opening of each cell without a number."""
    openings, _ = regions_of(minefield)
    return {cell: opening for opening in openings for cell in opening}


def _worth(minefield: Minefield, opened: tuple[Cell, ...], left: dict[Cell, list[Cell]]) -> int:
    """Return what one move's ``opened`` cells are worth; openings that it meets leave ``left``.

    Flags can keep a part of an opening closed, which is worth nothing when it is opened later.
    """
    grid, worth = minefield.grid, 0
    zeros = [cell for cell in opened if not minefield.numbers[cell]]
    for cell in zeros:
        if cell in left:
            worth += 1
            for each in left[cell]:
                del left[each]
    reached = {near for cell in zeros for near in (cell, *grid.neighbours(cell))}
    return worth + sum(cell not in reached for cell in opened)
