"""Tables: who was fastest on the same board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.app.decision import Documents, read_as
from bot.app.documents.mode import Mode
from bot.app.documents.ranking import ranked, with_better, without
from bot.app.requests.scope import TOP_LEVELS

KEPT_ENTRIES: Final = 100
"""Entries of a table that are kept; the rest is only counted."""
TENTH_MS: Final = 100
"""What times are rounded down to: equal times look equal."""
_FASTEST: Final = 20.0
"""3BV/s above which a time is set aside: three a second are quick where cells are buttons."""


MONTHLY: Final = (Mode.RANKED, Mode.NO_GUESS)
"""The modes whose games are in the tables of a month."""


def month_table(level: str, mode: Mode) -> str:
    """Return the name of the document that holds a level's and mode's table of a month."""
    return f"table:{level}.{mode}"


def level_and_mode(name: str) -> tuple[str, Mode]:
    """Return what the table of a month called ``name`` is of."""
    level, _, mode = name.partition(":")[2].partition(".")
    return level, Mode(mode)


TOP_NAMES: Final = tuple(month_table(level, mode) for level in TOP_LEVELS for mode in MONTHLY)
"""The documents of a month: a table for each of these levels and modes."""


class TimeEntry(Struct, frozen=True, array_like=True):
    """One player's time in ms; ``name`` is foreign text."""

    time: int
    player: str
    name: str


class Table(Struct, frozen=True, array_like=True):
    """Entries by time, the same in whichever order they arrived."""

    entries: tuple[TimeEntry, ...] = ()
    tried: int = 0
    solved: int = 0

    def add(self, entry: TimeEntry | None, *, solved: bool) -> Table:
        """Return the table with a try more, and its ``entry`` if it is to be listed."""
        counted = replace(self, tried=self.tried + 1, solved=self.solved + solved)
        return counted if entry is None else counted.listing(entry)

    def listing(self, entry: TimeEntry) -> Table:
        """Return the table with ``entry``, unless its player has one that is at least as fast.

        The counts stay as they are.
        """
        return replace(self, entries=with_better(self.entries, entry, _speed)[:KEPT_ENTRIES])

    def without(self, player: str) -> Table:
        """Return the table without the player; what was counted stays."""
        return replace(self, entries=without(self.entries, player))

    def ranked(self) -> Iterator[tuple[int, TimeEntry]]:
        """Yield the entries with ranks: equal times share one."""
        return ranked(self.entries, _speed)

    @property
    def winners(self) -> list[TimeEntry]:
        """The entry of the best time, or those that share it."""
        return [entry for rank, entry in self.ranked() if rank == 1]


def _speed(entry: TimeEntry) -> float:
    return -entry.time


def is_possible(time: int, bbbv: int) -> bool:
    """Tell whether a person can have solved a board of ``bbbv`` 3BV in ``time`` ms."""
    return time * _FASTEST >= bbbv * 1000


def read_table(documents: Documents, name: str) -> Table:
    """Return the table ``name`` among the documents of its space."""
    return read_as(documents, name, Table) or Table()
