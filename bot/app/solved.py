"""Solved: who has solved most boards of the day in a month."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

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
        old = next((each for each in self.by if each.player == new.player), new)
        others = [each for each in self.by if each.player != new.player]
        newest = max(old, new, key=lambda each: each.boards)
        most = sorted((*others, newest), key=lambda each: (-each.boards, each.player))
        return Solved(tuple(most[:_KEPT]))

    def without(self, player: str) -> Solved:
        """Return the table without ``player``."""
        return Solved(tuple(each for each in self.by if each.player != player))

    def ranked(self) -> Iterator[tuple[int, SolvedBy]]:
        """Yield all with their ranks; equals share one."""
        values = [-each.boards for each in self.by]
        for each in self.by:
            yield bisect_left(values, -each.boards) + 1, each
