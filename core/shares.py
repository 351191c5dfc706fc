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
        return {}
    opening_of, met = _opening_of(minefield), set[int]()
    for timed, did in changes(minefield, standing(game.history)):
        if did.opened or did.exploded:
            # Flags can keep a part of an opening closed, which is worth nothing when opened later.
            new = {opening_of[cell] for cell in did.opened if cell in opening_of} - met
            met |= new
            own = found.get(timed.by, Share())
            found[timed.by] = Share(
                cells=own.cells + len(did.opened),
                mines=own.mines + len(did.exploded),
                worth=own.worth + len(new) + _single(minefield, did.opened),
            )
    return found


def _opening_of(minefield: Minefield) -> dict[Cell, int]:
    """Return the number of the opening that each cell without a number is in."""
    openings, _ = regions_of(minefield)
    return {cell: number for number, opening in enumerate(openings) for cell in opening}


def _single(minefield: Minefield, opened: tuple[Cell, ...]) -> int:
    """Return how many numbers one move has opened by themselves."""
    zeros = [cell for cell in opened if not minefield.numbers[cell]]
    reached = {near for cell in zeros for near in (cell, *minefield.grid.neighbours(cell))}
    return sum(cell not in reached for cell in opened)
