"""Watchdog: acts where an answer is not there in time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, Self

from bot.app.ports import Clock

_SOON_S: Final = 0.25
"""Nearly all answers are there by then, and need no task that watches the time."""


class Watchdogs:
    """Watchdogs of one patience.

    They share a timer: those of all presses would cost more than many a part of a press.
    """

    def __init__(self, clock: Clock, seconds: float) -> None:
        """Have each act when ``seconds``, more than a moment, are over by ``clock``."""
        self._clock = clock
        self._rest_s = seconds - _SOON_S
        self._soon: deque[Watchdog] = deque()
        """Those that have begun within _SOON_S, the first one first; while there are any, a timer
        runs for that."""

    def over(self, act: Callable[[], Awaitable[None]]) -> Watchdog:
        """Return a watchdog that calls ``act``."""
        return Watchdog(self, act)

    def begin(self, watchdog: Watchdog) -> None:
        """Let the time of ``watchdog`` run."""
        loop = asyncio.get_running_loop()
        watchdog.due = loop.time() + _SOON_S
        self._soon.append(watchdog)
        if len(self._soon) == 1:
            loop.call_at(watchdog.due, self._look)

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while self._soon and (self._soon[0].is_over or self._soon[0].due <= loop.time()):
            self._soon.popleft().wait()
        if self._soon:
            loop.call_at(self._soon[0].due, self._look)

    async def rest(self) -> None:
        """Wait for what is left of the time."""
        await self._clock.sleep(self._rest_s)


class Watchdog:
    """Used around the work on an answer; what it does about a late one ends with the block."""

    def __init__(self, group: Watchdogs, act: Callable[[], Awaitable[None]]) -> None:
        """Be one of ``group``; call ``act``."""
        self._group = group
        self._act = act
        self._is_acting = False
        self._waiting: asyncio.Task[None] | None = None
        self.is_over = False
        """Whether the block has ended."""
        self.due = 0.0
        """When it needs a task, by the loop's time."""

    async def __aenter__(self) -> Self:
        """Let the time run."""
        self._group.begin(self)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop the time; if ``act`` has begun, wait for it, and raise what it has raised."""
        self.is_over = True
        if self._waiting is None:
            return
        if not self._is_acting:
            self._waiting.cancel()
        await asyncio.wait({self._waiting})
        if not self._waiting.cancelled():
            self._waiting.result()

    def wait(self) -> None:
        """Begin to wait for the rest of the time, unless the block has ended."""
        if not self.is_over:
            self._waiting = asyncio.create_task(self._act_in_time())

    async def _act_in_time(self) -> None:
        await self._group.rest()
        self._is_acting = True
        await self._act()
