"""Solved: who has solved most boards of the day in a month."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from bot.app.documents.ranking import ranked, with_better, without

SOLVED: Final = "solved"
"""The name of the document among the tables of a month."""
_KEPT: Final = 100


class SolvedBy(Struct, frozen=True, array_like=True):
    """How many boards of the day a player has solved in a month; ``name`` is foreign text."""

    player: str
    name: str
    boards: int


class Solved(Struct, frozen=True, array_like=True):
    """What is known of each player, the most boards first, the same in whichever order."""

    by: tuple[SolvedBy, ...] = ()

    def put(self, new: SolvedBy) -> Solved:
        """Return the table with what is known of a player; what is older changes nothing."""
        return Solved(with_better(self.by, new, _worth)[:_KEPT])

    def without(self, player: str) -> Solved:
        """Return the table without ``player``."""
        return Solved(without(self.by, player))

    def ranked(self) -> Iterator[tuple[int, SolvedBy]]:
        """Yield all with their ranks; equals share one."""
        return ranked(self.by, _worth)


def _worth(row: SolvedBy) -> float:
    return row.boards
