"""Deferral: says to Discord that an answer takes a moment, unless it is there in time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Self

from bot.app.ports import Clock

_DEFER_S: Final = 1.5
"""Of the three seconds that Discord gives; the rest is the way."""
_SOON_S: Final = 0.05
"""Nearly all answers are there by then, and need nobody who looks at the clock."""


class Deferral:
    """Surrounds the work on an answer; what defers it has ended when the work is done."""

    def __init__(self, clock: Clock, defer: Callable[[], Awaitable[None]]) -> None:
        """Call ``defer`` when the time has come by ``clock``."""
        self._clock = clock
        self._defer = defer
        self._is_deferring = False
        self._waiting: asyncio.Task[None] | None = None
        self._soon: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        """Let the time run."""
        self._soon = asyncio.get_running_loop().call_later(_SOON_S, self._wait)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop the time; what is being deferred is first, and raises what goes wrong with it."""
        if self._soon is not None:
            self._soon.cancel()
        if self._waiting is None:
            return
        if not self._is_deferring:
            self._waiting.cancel()
        await asyncio.wait({self._waiting})
        if not self._waiting.cancelled():
            self._waiting.result()

    def _wait(self) -> None:
        self._waiting = asyncio.create_task(self._defer_in_time())

    async def _defer_in_time(self) -> None:
        await self._clock.sleep(_DEFER_S - _SOON_S)
        self._is_deferring = True
        await self._defer()
