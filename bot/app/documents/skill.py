"""Skill: who of a chat has won more often than the luck of their guesses explains."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.app.documents.interval import possible
from bot.app.documents.ranking import ordered, ranked, with_better, without
from bot.app.documents.stats import MILLION, Worth

SKILL: Final = "skill"
"""The name of the document among the tables of a month."""
LEAST_GAMES: Final = 5
"""Games below which nobody is ranked: fewer say little."""
LEAST_OF_ALL: Final = 20
"""The same in the table of everybody, among whom some are always lucky in a few games."""
_KEPT: Final = 500


class Rated(Struct, frozen=True, array_like=True):
    """A player's ranked games of a month; ``name`` is foreign text, expected wins in millionths."""

    player: str
    name: str
    games: int
    wins: int
    expected: int

    @property
    def above(self) -> float:
        """The share of games that was won, above the one expected without luck."""
        return (self.wins - self.expected_wins) / self.games

    @property
    def expected_wins(self) -> float:
        """The expected wins."""
        return possible(self.expected / MILLION, self.games)


class Skill(Struct, frozen=True, array_like=True):
    """What is known of each player, the same in whichever order games arrive."""

    rated: tuple[Rated, ...] = ()

    def add(self, player: str, name: str, worth: Worth) -> Skill:
        """Return the table with a game, or several, of ``player``."""
        old = next((each for each in self.rated if each.player == player), None)
        known = old or Rated(player, name, 0, 0, 0)
        new = replace(
            known,
            name=name,
            games=known.games + worth.games,
            wins=known.wins + worth.wins,
            expected=known.expected + worth.expected,
        )
        others = without(self.rated, player)
        return Skill(ordered((*others, new), _games)[:_KEPT])

    def put(self, rated: Rated) -> Skill:
        """Return the table with all games of a player; what is older changes nothing."""
        return Skill(with_better(self.rated, rated, _games)[:_KEPT])

    def without(self, player: str) -> Skill:
        """Return the table without ``player``."""
        return Skill(without(self.rated, player))

    def ranked(self, least: int = LEAST_GAMES) -> Iterator[tuple[int, Rated]]:
        """Yield those with at least so many games, the best first; equals share a rank."""
        enough = [each for each in self.rated if each.games >= least]
        return ranked(ordered(enough, _above), _above)


def _games(row: Rated) -> float:
    """Return what decides who is kept."""
    return row.games


def _above(row: Rated) -> float:
    """Return what decides who is first."""
    return row.above
