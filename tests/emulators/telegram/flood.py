"""Flood control: how much a bot may send, and the 429 it gets beyond."""

from __future__ import annotations

from collections import defaultdict, deque
from math import ceil
from typing import Final

from tests.emulators.telegram.clock import Clock
from tests.emulators.telegram.limits import (
    CHAT_BURST,
    CHAT_RATE,
    GROUP_PER_MINUTE,
    OVERALL_PER_SECOND,
)
from tests.emulators.telegram.wire import too_many_requests

_NOTHING_S: Final = 1e-3
"""What is less may be how a time was rounded."""


class Window:
    """At most ``count`` events in any ``seconds``."""

    def __init__(self, count: int, seconds: float) -> None:
        """Start empty."""
        self._count = count
        self._seconds = seconds
        self._times: deque[float] = deque()

    def wait(self, now: float) -> float:
        """Return the seconds until the next event is admitted."""
        while self._times and self._times[0] <= now - self._seconds:
            self._times.popleft()
        full = len(self._times) >= self._count
        return self._times[-self._count] + self._seconds - now if full else 0.0

    def take(self, now: float) -> None:
        """Count an event."""
        self._times.append(now)


class Bucket:
    """``burst`` events at once, and ``rate`` a second in the long run."""

    def __init__(self, rate: float, burst: int) -> None:
        """Start full."""
        self._rate = rate
        self._burst = burst
        self._full_at = 0.0

    def wait(self, now: float) -> float:
        """Return the seconds until the next event is admitted."""
        wait = self._full_at - now - (self._burst - 1) / self._rate
        return wait if wait > _NOTHING_S else 0.0

    def take(self, now: float) -> None:
        """Count an event."""
        self._full_at = max(now, self._full_at) + 1 / self._rate


class Flood:
    """Sends and edits of one bot, by chat and overall; one that a limit refuses is not counted."""

    def __init__(self, clock: Clock, *, enabled: bool = True) -> None:
        """Use ``clock``; a flood that is not enabled admits all but frozen chats."""
        self._clock = clock
        self.enabled = enabled
        self._frozen: dict[str, float] = {}
        self._overall = Window(OVERALL_PER_SECOND, 1.0)
        self._chats: defaultdict[str, Bucket] = defaultdict(lambda: Bucket(CHAT_RATE, CHAT_BURST))
        self._groups: defaultdict[str, Window] = defaultdict(lambda: Window(GROUP_PER_MINUTE, 60.0))

    def freeze(self, chat: object, seconds: float) -> None:
        """Answer 429 in ``chat`` (its id, or an inline message's) until ``seconds`` have passed."""
        self._frozen[str(chat)] = self._clock.now() + seconds

    def charge(self, chat: object, *, group: bool = False) -> None:
        """Count one send or edit in ``chat``; raise ApiError 429 when it is one too many."""
        key, now = str(chat), self._clock.now()
        self._refuse(self._frozen.get(key, now) - now)
        if not self.enabled:
            return
        windows: list[Window | Bucket] = [self._overall, self._chats[key]]
        windows += [self._groups[key]] if group else []
        self._refuse(max(window.wait(now) for window in windows))
        for window in windows:
            window.take(now)

    @staticmethod
    def _refuse(wait: float) -> None:
        if wait > 0:
            raise too_many_requests(max(1, ceil(wait)))
