"""Record: a running or finished game as data, to keep, share and replay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from core.game import Game, ReplayError, Step, replay, replay_steps
from core.history import TimedMove
from core.minefield import Minefield
from core.move import Open, Undo
from core.rules import Rules


@dataclass(frozen=True, slots=True)
class Record:
    """The layout itself (no random seed) and every move with its time.

    It holds the mines: nobody may be shown the record of a running game.
    """

    rules: Rules
    minefield: Minefield | None = field(repr=False)
    moves: tuple[TimedMove, ...]

    @classmethod
    def of(cls, game: Game) -> Record:
        """Return the record of ``game``."""
        return cls(game.rules, game.minefield, game.history.moves)

    def replay(self) -> Game:
        """Play the moves again; ReplayError when they do not fit the layout."""
        return replay(self.rules, self.minefield, self.moves)

    def steps(self) -> Iterator[Step]:
        """Return the moves one by one with the game before each; ReplayError as ``replay``."""
        return replay_steps(self.rules, self.minefield, self.moves)

    def undone(self) -> frozenset[int]:
        """Return the indices of the moves that were taken back."""
        standing: list[int] = []
        undone: set[int] = set()
        for index, timed in enumerate(self.moves):
            if isinstance(timed.move, Undo):
                undone.add(standing.pop())
            else:
                standing.append(index)
        return frozenset(undone)


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
