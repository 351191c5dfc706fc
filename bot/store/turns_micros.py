"""Times of turns as their keepers count them: in whole microseconds, so that sums are exact."""

from __future__ import annotations

from math import ceil


def micros(seconds: float) -> int:
    """Return ``seconds`` in microseconds, rounded to the side that keeps a budget."""
    return ceil(seconds * 1_000_000)


def seconds(micros: int) -> float:
    """Return ``micros`` in seconds."""
    return micros / 1_000_000
