"""Changes: which cells each move of a game has changed, without the games between the moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
    them and makes the game after each: of ten thousand moves on 100x100 it takes fifty times as
    long, and decisions and screens wait for this.
    """
    grid = minefield.grid
    closed = bytearray(b"\1" * len(grid))  # and without a flag: where chords and openings go
    for timed in moves:
        move = timed.move
        # Patterns of a match would take twice as long; most moves are opens.
        if isinstance(move, Open):
            did = _open(minefield, (move.cell,), closed)
        elif isinstance(move, Flag):
            closed[move.cell] = 0
            did = Change(flagged=(move.cell,))
        elif isinstance(move, Unflag):
            closed[move.cell] = 1
            did = Change(unflagged=(move.cell,))
        elif isinstance(move, FlagAround | Chord):
            cells = tuple(near for near in grid.neighbours(move.cell) if closed[near])
            if isinstance(move, Chord):
                did = _open(minefield, cells, closed)
            else:  # which is played only where all that is closed is a mine
                for near in cells:
                    closed[near] = 0
                did = Change(flagged=cells)
        else:
            did = Change()
        yield timed, did


def _open(minefield: Minefield, cells: tuple[Cell, ...], closed: bytearray) -> Change:
    """Open ``cells`` in ``closed``, openings in full."""
    opened: list[Cell] = []
    exploded: list[Cell] = []
    for cell in cells:
        if minefield.mines[cell]:
            closed[cell] = 0
            exploded.append(cell)
        elif closed[cell]:
            opened += minefield.opening(cell, closed)
    return Change(tuple(opened), tuple(exploded))
