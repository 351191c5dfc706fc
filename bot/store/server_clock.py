"""ServerClock: the backend's time between its replies."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

_STEP_BACK_MS: Final = 1000
"""A reply whose time is behind by more shows that the backend's clock was set back: none is
delayed for so long."""


class ServerClock:
    """The backend's time: this process's monotonic clock, shifted as replies have shown."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        """Know no time yet; ``monotonic`` gives the seconds that pass between replies."""
        self._monotonic = monotonic
        self._offset: float | None = None
        """The backend's clock minus this process's monotonic one, in ms."""

    @property
    def is_set(self) -> bool:
        """Whether the backend has told its time."""
        return self._offset is not None

    def now(self) -> int:
        """Return the backend's time in ms since the epoch."""
        return int(self._monotonic() * 1000 + (self._offset or 0))

    def set(self, now: int) -> None:
        """Learn the backend's clock from a reply; the least delayed reply counts."""
        offset = now - self._monotonic() * 1000
        if self._offset is None or not 0 <= self._offset - offset <= _STEP_BACK_MS:
            self._offset = offset
