"""Patience: pauses that grow."""

from __future__ import annotations

import random


class Backoff:
    """Pauses that double, each shortened at random by up to half.

    Without chance all workers would come back in the same moment.
    """

    def __init__(self, first: float, most: float) -> None:
        """Begin at ``first`` seconds and stay at ``most``."""
        self._first = first
        self._most = most
        self._next = first

    def pause(self) -> float:
        """Return the seconds to wait now."""
        pause, self._next = self._next, min(self._next * 2, self._most)
        return pause * random.uniform(0.5, 1.0)  # noqa: S311  # no secret hangs on it

    def reset(self) -> None:
        """Begin anew, after a success."""
        self._next = self._first
