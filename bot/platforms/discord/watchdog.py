"""Watchdog: acts where an answer is not there in time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Self

from bot.app.ports import Clock

_SOON_S: Final = 0.25
"""Nearly all answers are there by then, and need no task that watches the time."""


class Watchdog:
    """Used around the work on an answer; what it does about a late one ends with the block."""

    def __init__(self, clock: Clock, seconds: float, act: Callable[[], Awaitable[None]]) -> None:
        """Have ``act`` called when ``seconds``, more than a moment, are over by ``clock``."""
        self._clock = clock
        self._seconds = seconds
        self._act = act
        self._is_acting = False
        self._waiting: asyncio.Task[None] | None = None
        self._soon: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        """Let the time run."""
        self._soon = asyncio.get_running_loop().call_later(_SOON_S, self._wait)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop the time; if ``act`` has begun, wait for it, and raise what it has raised."""
        if self._soon is not None:
            self._soon.cancel()
        if self._waiting is None:
            return
        if not self._is_acting:
            self._waiting.cancel()
        await asyncio.wait({self._waiting})
        if not self._waiting.cancelled():
            self._waiting.result()

    def _wait(self) -> None:
        self._waiting = asyncio.create_task(self._act_in_time())

    async def _act_in_time(self) -> None:
        await self._clock.sleep(self._seconds - _SOON_S)
        self._is_acting = True
        await self._act()
