"""Rate limits: by bucket, overall, and the ban of a bot that does not heed them."""

from __future__ import annotations

from collections import deque
from hashlib import sha256
from typing import Final

from tests.emulators.discord.calls import Call
from tests.emulators.discord.limits import GLOBAL_PER_SECOND, INVALID_REQUESTS, INVALID_SECONDS
from tests.emulators.discord.wire import ApiError, too_many_requests
from tests.emulators.telegram.clock import Clock

# Calls and seconds of a bucket. Discord states none of them: these are what bots see.
USUAL: Final = (50, 1.0)
PER_BUCKET: Final = {
    "create_message": (5, 5.0),
    "update_message": (5, 5.0),
    "delete_message": (5, 1.0),
    "execute_webhook": (5, 2.0),
    "update_original_webhook_message": (5, 2.0),
    "update_webhook_message": (5, 2.0),
    "create_dm": (10, 10.0),
}
MAJOR: Final = ("channel_id", "guild_id", "webhook_token", "interaction_token")
FREE: Final = ("webhook_token", "interaction_token")  # calls with these do not count overall


class Window:
    """At most ``count`` calls in ``seconds`` from the first of them."""

    def __init__(self, count: int, seconds: float) -> None:
        """Start empty."""
        self.count = count
        self.seconds = seconds
        self.used = 0
        self.ends = 0.0

    def take(self, now: float) -> float:
        """Count a call; return the seconds to wait when it is one too many, else 0."""
        if now >= self.ends:
            self.used, self.ends = 0, now + self.seconds
        if self.used >= self.count:
            return self.ends - now
        self.used += 1
        return 0.0


class Buckets:
    """All rate limits of one bot."""

    def __init__(self, clock: Clock, *, enabled: bool = True) -> None:
        """Use ``clock``; if not ``enabled``, refuse nothing and send no headers."""
        self._clock = clock
        self.enabled = enabled
        self._windows: dict[tuple[str, ...], Window] = {}
        self._overall = Window(GLOBAL_PER_SECOND, 1.0)
        self._invalid: deque[float] = deque()

    def charge(self, call: Call) -> None:
        """Count ``call``; raise ApiError 429 when it is one too many."""
        if not self.enabled:
            return
        now = self._clock.now()
        if not any(name in call.path for name in FREE) and (wait := self._overall.take(now)):
            raise too_many_requests(wait, everywhere=True)
        if wait := self._window(call).take(now):
            raise too_many_requests(wait)

    def headers(self, call: Call) -> dict[str, str]:
        """Return the headers that tell about the bucket of ``call``."""
        if not self.enabled:
            return {}
        window, now = self._window(call), self._clock.now()
        return {
            "X-RateLimit-Limit": str(window.count),
            "X-RateLimit-Remaining": str(window.count - window.used),
            "X-RateLimit-Reset": f"{window.ends:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, window.ends - now):.3f}",
            "X-RateLimit-Bucket": sha256(call.name.encode()).hexdigest()[:32],
        }

    def note(self, error: ApiError) -> None:
        """Count ``error`` if the request was an invalid one."""
        if error.status in {401, 403, 429} and error.headers.get("X-RateLimit-Scope") != "shared":
            self._invalid.append(self._clock.now())

    @property
    def invalid(self) -> int:
        """Return the invalid requests of the last ten minutes."""
        times = self._invalid
        while times and times[0] <= self._clock.now() - INVALID_SECONDS:
            times.popleft()
        return len(times)

    @property
    def banned(self) -> bool:
        """Return whether the bot is banned for its invalid requests."""
        return self.invalid >= INVALID_REQUESTS

    def _window(self, call: Call) -> Window:
        key = (call.name, *(call.path.get(name, "") for name in MAJOR))
        if key not in self._windows:
            self._windows[key] = Window(*PER_BUCKET.get(call.name, USUAL))
        return self._windows[key]
