"""ServerClock: the backend's time between its replies."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

_STEP_BACK_MS: Final = 1000
"""A time that is behind by more, even if it was told at once, shows that the backend's clock was
set back: no further apart are the clocks of a cluster's servers."""


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

    def ask(self) -> float:
        """Return when the backend is asked for its time, on the monotonic clock (s)."""
        return self._monotonic()

    def set(self, now: int, asked_at: float) -> None:
        """Learn the backend's clock from a reply to what was asked at ``asked_at``.

        It was ``now`` there at some moment since then. The least delayed reply counts.
        """
        least, most = (now - moment * 1000 for moment in (self._monotonic(), asked_at))
        known = self._offset
        if known is None or known < least or known > most + _STEP_BACK_MS:
            self._offset = least
