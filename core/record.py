"""Record: a running or finished game as data, to keep, share and replay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from core.game import Game, Step, TimedMove, replay, replay_steps
from core.minefield import Minefield
from core.move import Undo
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
        return cls(game.rules, game.minefield, game.history)

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
