"""Snowflakes: numbers that grow with time and tell when they were made."""

from __future__ import annotations

from typing import Final

from tests.emulators.telegram.clock import Clock

EPOCH: Final = 1_420_070_400.0  # Unix time of the first second of 2015
SHIFT: Final = 22  # bits below the milliseconds


class Snowflakes:
    """Hands out identifiers, each larger than the last."""

    def __init__(self, clock: Clock) -> None:
        """Count by ``clock``."""
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        """Return a new identifier."""
        now = int((self._clock.now() - EPOCH) * 1000) << SHIFT
        self._last = max(now, self._last + 1)
        return self._last


def made_at(snowflake: int) -> float:
    """Return when ``snowflake`` was made, Unix time in seconds."""
    return (snowflake >> SHIFT) / 1000 + EPOCH
