"""Stale presses: whether a board has changed too much since a button on it was drawn."""

from __future__ import annotations

from core.game import Game
from core.grid import Cell
from core.move import CellMove, Chord, FlagAround, Move, Undo


def is_stale(game: Game, move: CellMove, revision: int) -> bool:
    """Tell whether ``move``, drawn after ``revision`` moves, no longer is what was pressed.

    Opening or flagging a cell stays the same until moves are taken back: where somebody was
    faster, it is refused. A chord is what the flags around make it, so any move nearby ends it.
    Where mines drift, every move changes what all others mean.
    """
    if game.rules.drifting and revision != len(game.history):
        return True
    since = [timed.move for timed in game.history[revision:]]
    if revision > len(game.history) or any(isinstance(each, Undo) for each in since):
        return True
    if not isinstance(move, Chord | FlagAround) or move.cell not in game.rules.grid:
        return False
    near = {move.cell, *game.rules.grid.neighbours(move.cell)}
    return any(near & _touched(game, each) for each in since)


def _touched(game: Game, move: Move) -> set[Cell]:
    """Return the cells whose flags ``move`` may have changed, or that it may have exploded."""
    cell = getattr(move, "cell", None)
    if cell is None:
        return set()
    if isinstance(move, Chord | FlagAround):
        return {cell, *game.rules.grid.neighbours(cell)}
    return {cell}
