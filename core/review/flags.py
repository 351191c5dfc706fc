"""Flags that stood on no mine, and whether that could be known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.game import Game
from core.grid import Cell
from core.layers import either
from core.record import steps
from core.solver import Analysis, analyse


@dataclass(frozen=True, slots=True)
class WrongFlag:
    """A flag that was put on ``cell``, which is no mine.

    ``provable``: whether it was certain by what was open at the time that the cell is no mine.
    """

    cell: Cell
    provable: bool


def wrong_flags(game: Game) -> Iterator[WrongFlag]:
    """Return the wrong flags of a finished game, each worked out when it is asked for.

    Flags that were taken off, and moves that were taken back, are included. If nothing was opened
    there are none, since no layout was drawn. ValueError when ``game`` is not over.
    """
    if game.outcome is None:
        raise ValueError("only a finished game can be looked back on")
    return iter(()) if game.first_cell is None else _wrong_flags(game)


def _wrong_flags(game: Game) -> Iterator[WrongFlag]:
    board = game.board
    mines = either(board.shown, board.exploded)
    known: tuple[bytes, bytes] | None = None
    analysis: Analysis
    for step in steps(game):
        for cell in step.played.flagged:
            if mines[cell]:
                continue
            # Flags change nothing about what is certain: only opened cells need a new analysis.
            seen = (step.before.opened, step.before.exploded)
            if seen != known:
                known, analysis = seen, analyse(step.before.board)
            yield WrongFlag(cell, cell in analysis.safe)
