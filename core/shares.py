"""Shares: what each player of a game that several played has opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from core.game import Game
from core.grid import Cell
from core.history import TimedMove, standing
from core.minefield import Minefield
from core.move import Chord, Flag, FlagAround, Open, Unflag
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
    for by, opened, mines in _openings(minefield, standing(game.history)):
        own = found.get(by, Share())
        worth = own.worth + _worth(minefield, opened)
        found[by] = Share(own.cells + len(opened), own.mines + mines, worth)
    return found


def _openings(
    minefield: Minefield, moves: Iterable[TimedMove]
) -> Iterator[tuple[int, list[Cell], int]]:
    """Yield of each move that opened something by whom, which safe cells and how many mines.

    A replay makes the game after each move as well, with every layer of the board: of ten thousand
    moves on 100x100 it takes ten times as long, and decisions and screens wait for this.
    """
    grid = minefield.grid
    closed = bytearray(b"\1" * len(grid))  # and without a flag: where chords and openings go
    for timed in moves:
        match timed.move:
            case Flag(cell):
                closed[cell] = 0
            case Unflag(cell):
                closed[cell] = 1
            case FlagAround(cell):  # which is played only where all that is closed is a mine
                for near in grid.neighbours(cell):
                    closed[near] = 0
            case Open(cell):
                yield timed.by, *_open(minefield, [cell], closed)
            case Chord(cell):
                cells = [near for near in grid.neighbours(cell) if closed[near]]
                yield timed.by, *_open(minefield, cells, closed)


def _open(minefield: Minefield, cells: list[Cell], closed: bytearray) -> tuple[list[Cell], int]:
    """Open ``cells`` in ``closed``; return the safe ones, openings in full, and how many mines."""
    mines = [cell for cell in cells if minefield.mines[cell]]
    for mine in mines:
        closed[mine] = 0
    openings = (minefield.opening(cell, closed) for cell in cells if closed[cell])
    return list(chain.from_iterable(openings)), len(mines)


def _worth(minefield: Minefield, opened: list[Cell]) -> int:
    """Return what one move's ``opened`` cells are worth."""
    grid = minefield.grid
    zeros = [cell for cell in opened if not minefield.numbers[cell]]
    reached = {near for cell in zeros for near in (cell, *grid.neighbours(cell))}
    return len(components(grid, zeros)) + sum(cell not in reached for cell in opened)
