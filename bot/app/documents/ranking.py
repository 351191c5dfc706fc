"""Ranking: rows of players in the order of what they are worth, each player once.

Equals stand in the order of their players' ids, so that tables are the same in whichever order
results arrive.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol, TypeVar


class Row(Protocol):
    """What a table says of a player."""

    @property
    def player(self) -> str:
        """The player's id."""


R = TypeVar("R", bound=Row)


def ordered(rows: Iterable[R], worth: Callable[[R], float]) -> tuple[R, ...]:
    """Return ``rows``, those worth most first."""
    return tuple(sorted(rows, key=lambda row: (-worth(row), row.player)))


def without(rows: Iterable[R], player: str) -> tuple[R, ...]:
    """Return ``rows`` without that of ``player``."""
    return tuple(row for row in rows if row.player != player)


def with_better(rows: Sequence[R], new: R, worth: Callable[[R], float]) -> tuple[R, ...]:
    """Return ``rows`` in order with ``new``, unless its player has one worth as much or more."""
    old = next((row for row in rows if row.player == new.player), new)
    better = max(old, new, key=worth)
    return ordered((*without(rows, new.player), better), worth)


def ranked(rows: Sequence[R], worth: Callable[[R], float]) -> Iterator[tuple[int, R]]:
    """Yield ``rows``, which are in order, with their ranks from 1; equals share one."""
    values = [-worth(row) for row in rows]
    for row, value in zip(rows, values, strict=True):
        yield bisect_left(values, value) + 1, row
