"""ServerClock: the backend's time between its replies."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

_STEP_BACK_MS: Final = 1000
"""The backend's clock was set back if it is behind by more: replies are late by less."""


class ServerClock:
    """Goes by this process's monotonic clock, as far ahead as the backend's replies have told."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Know nothing yet; between replies it is ``monotonic`` that goes on, in seconds."""
        self._monotonic = monotonic
        self._offset: float | None = None
        """The backend's clock less this process's monotonic one, in ms."""

    @property
    def is_set(self) -> bool:
        """Whether the backend has told its time."""
        return self._offset is not None

    def now(self) -> int:
        """Return the backend's time in ms since the epoch."""
        return int(self._monotonic() * 1000 + (self._offset or 0))

    def set(self, now: int) -> None:
        """Learn the backend's clock from a reply: the one that came soonest is the truest."""
        offset = now - self._monotonic() * 1000
        if self._offset is None or not 0 <= self._offset - offset <= _STEP_BACK_MS:
            self._offset = offset
