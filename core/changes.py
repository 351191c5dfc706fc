"""Changes: which cells each move of a game has changed, without the games between the moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import Struct

from core.grid import Cell
from core.history import TimedMove
from core.minefield import Minefield
from core.move import Chord, Flag, FlagAround, Open, Unflag


class Change(Struct, frozen=True):
    """The cells that a move changed."""

    opened: tuple[Cell, ...] = ()
    exploded: tuple[Cell, ...] = ()
    flagged: tuple[Cell, ...] = ()
    unflagged: tuple[Cell, ...] = ()


def changes(minefield: Minefield, moves: Iterable[TimedMove]) -> Iterator[tuple[TimedMove, Change]]:
    """Yield the ``moves`` of a game that stand, from its first on, and what each has changed.

    They are not checked, so they are to be the moves of a game on this layout. A replay checks
    them and makes the game after each: of ten thousand moves on 100x100 it takes ten times as
    long, and decisions and screens wait for this.
    """
    grid = minefield.grid
    closed = bytearray(b"\1" * len(grid))  # and without a flag: where chords and openings go
    for timed in moves:
        match timed.move:
            case Flag(cell):
                closed[cell] = 0
                yield timed, Change(flagged=(cell,))
            case Unflag(cell):
                closed[cell] = 1
                yield timed, Change(unflagged=(cell,))
            case FlagAround(cell):  # which is played only where all that is closed is a mine
                cells = [near for near in grid.neighbours(cell) if closed[near]]
                for near in cells:
                    closed[near] = 0
                yield timed, Change(flagged=tuple(cells))
            case Open(cell):
                yield timed, _open(minefield, [cell], closed)
            case Chord(cell):
                cells = [near for near in grid.neighbours(cell) if closed[near]]
                yield timed, _open(minefield, cells, closed)
            case _:
                yield timed, Change()


def _open(minefield: Minefield, cells: list[Cell], closed: bytearray) -> Change:
    """Open ``cells`` in ``closed``, openings in full."""
    mines = [cell for cell in cells if minefield.mines[cell]]
    for mine in mines:
        closed[mine] = 0
    openings = (minefield.opening(cell, closed) for cell in cells if closed[cell])
    return Change(tuple(chain.from_iterable(openings)), tuple(mines))
