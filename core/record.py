"""Record: games played again from their layout and moves, as a whole or from the first open."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import Game, ReplayError, Step, replay, replay_steps
from core.history import TimedMove
from core.minefield import Minefield
from core.move import Open


def steps(game: Game) -> Iterator[Step]:
    """Return each move of ``game`` with the game before it.

    Where mines have drifted, moves may do something else than they did, or be a ReplayError.
    """
    return replay_steps(game.rules, game.minefield, game.history)


def begun(game: Game) -> Game | None:
    """Return ``game`` after its first open alone, ``at`` and ``by`` being 0; None before that."""
    first = game.first_cell
    if first is None:
        return None
    return replay(game.rules, game.minefield, [TimedMove(Open(first))])


def turned(game: Game) -> Game:
    """Return a ``game`` that has ``begun`` with its board turned by half a turn."""
    (first,) = game.history
    assert isinstance(first.move, Open)  # noqa: S101  # that is what begun keeps
    grid = game.rules.grid
    minefield = Minefield(grid, layout_of(game).mines[::-1])
    return replay(game.rules, minefield, [TimedMove(Open(len(grid) - 1 - first.move.cell))])


def layout_of(game: Game) -> Minefield:
    """Return the layout of ``game``; ReplayError when it has none."""
    if game.minefield is None:
        raise ReplayError("there is no layout")
    return game.minefield
