"""Drift: mines that step to a neighbouring closed cell between moves.

A mine stays where it is under a flag or once it has gone off, and steps only where there is
neither mine nor flag. Steps and their way back are equally likely, so every layout that agrees with
what is open stays as likely as any other: what follows from the numbers as they are holds, and
what followed from older ones may not.
"""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from core.game import Game
from core.grid import Cell
from core.minefield import Minefield

_SHARE: Final = 10
"""One mine in so many steps after a move, and at least one."""


def drift(game: Game, rng: Random) -> Game:
    """Return a running game of drifting mines after they have drifted; ``rng`` says which ones.

    A game without a layout, that is over, or whose rules know no drift is returned as it is.
    """
    if game.minefield is None or game.outcome or not game.rules.drifting:
        return game
    mines = bytearray(game.minefield.mines)
    loose = [cell for cell, mine in enumerate(mines) if mine and _is_loose(game, cell)]
    for _ in range(max(game.rules.mines // _SHARE, 1) if loose else 0):
        _step(game, mines, loose, rng)
    return replace(game, minefield=Minefield(game.rules.grid, bytes(mines)))


def _step(game: Game, mines: bytearray, loose: list[Cell], rng: Random) -> None:
    """Move one of the ``loose`` mines, or none where the step that is drawn is not possible."""
    place = rng.choice(range(len(loose)))
    start = loose[place]
    target = rng.choice(_around(game, start))
    if _is_loose(game, target) and not mines[target]:
        mines[start], mines[target] = 0, 1
        loose[place] = target


def _is_loose(game: Game, cell: Cell) -> bool:
    return not (game.opened[cell] or game.exploded[cell] or game.flagged[cell])


def _around(game: Game, cell: Cell) -> list[Cell]:
    """Return the neighbours of ``cell``, and itself for those it lacks beyond the edge.

    So each step is as likely as the one back, at the edge too.
    """
    neighbours = game.rules.grid.neighbours(cell)
    return [*neighbours, *[cell] * (8 - len(neighbours))]
