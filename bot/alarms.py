"""Alarms: calls after one and the same delay, nearly all of which are cancelled before."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from msgspec import Struct


class Alarm(Struct):
    """A call that is to be made."""

    at: float
    """When, by the loop's clock."""
    call: Callable[[], None] | None

    def cancel(self) -> None:
        """Have it not made."""
        self.call = None


class Alarms:
    """Calls that are due in the order in which they are set, so that one timer does for all.

    A timer of the loop for each, set and cancelled, costs five times as much (docs/discord.md).
    """

    def __init__(self, delay: float) -> None:
        """Make each call ``delay`` seconds after it was set."""
        self._delay = delay
        self._alarms: deque[Alarm] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def set(self, call: Callable[[], None]) -> Alarm:
        """Have ``call`` made after the delay, unless what is returned is cancelled before."""
        loop = asyncio.get_running_loop()
        alarm = Alarm(loop.time() + self._delay, call)
        self._alarms.append(alarm)
        if self._timer is None:
            self._timer = loop.call_at(alarm.at, self._ring)
        return alarm

    def _ring(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = None
        while self._alarms and (self._alarms[0].call is None or self._alarms[0].at <= loop.time()):
            alarm = self._alarms.popleft()
            if alarm.call is not None:
                alarm.call()
        if self._alarms and self._timer is None:
            self._timer = loop.call_at(self._alarms[0].at, self._ring)
