"""Tournaments as they are kept: the round, and the points of the rounds before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.app.documents.ranking import ordered, ranked

MOST_ROUNDS: Final = 9
LEAST_ROUNDS: Final = 2
MINE_COSTS: Final = 5
"""Points that a mine costs; an opening gives one, and so does a number outside of it."""


class Points(Struct, frozen=True, array_like=True):
    """A player's points; ``name`` is foreign text."""

    player: str
    name: str
    points: int


class Tournament(Struct, frozen=True, array_like=True):
    """A tournament in one of its rounds."""

    rounds: int
    round: int = 1
    before: tuple[Points, ...] = ()
    followed_by: int | None = None
    """The number of the game that is the next round, once that has begun."""
    begun: int = 0
    """When the round began, on the store's clock in ms."""

    @property
    def has_next(self) -> bool:
        """Whether another round follows."""
        return self.round < self.rounds

    def plus(self, player: str, name: str, points: int) -> Tournament:
        """Return the tournament with ``points`` more for ``player``."""
        known = {each.player: each for each in self.before}
        total = points + (known[player].points if player in known else 0)
        known[player] = Points(player, name, total)
        return self._ranking(known.values())

    def renamed(self, player: str, to: str, name: str) -> Tournament:
        """Return the tournament with the id ``to`` and ``name`` in the place of ``player``."""
        others = [each for each in self.before if each.player != player]
        own = [Points(to, name, each.points) for each in self.before if each.player == player]
        return self._ranking([*others, *own])

    def _ranking(self, points: Iterable[Points]) -> Tournament:
        return replace(self, before=ordered(points, _worth))

    def ranked(self) -> Iterator[tuple[int, Points]]:
        """Yield the points with ranks; equals share one."""
        return ranked(self.before, _worth)


def _worth(row: Points) -> float:
    return row.points
