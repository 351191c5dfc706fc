"""Time: one that stands still until a test moves it, and the wall's for benchmarks."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

from tests.emulators.passing_loop import PassingLoop
from tests.emulators.telegram.changes import Changes


class Clock(Protocol):
    """What the emulator needs to know of time."""

    def now(self) -> float:
        """Return Unix time in seconds."""
        ...

    async def sleep(self, seconds: float, why: str) -> None:
        """Return when ``seconds`` have passed; ``why`` names the sleeper."""
        ...


class WallClock:
    """The machine's own time."""

    def now(self) -> float:
        """Return Unix time in seconds."""
        return time.time()

    async def sleep(self, seconds: float, why: str) -> None:
        """Sleep for real, whatever the reason ``why``."""
        del why
        await asyncio.sleep(seconds)


class VirtualClock:
    """Time that passes only by ``advance`` and ``skip``, and by itself in ``passing``."""

    def __init__(self, start: float = 1_767_225_600.0) -> None:
        """Start at ``start``, Unix time in seconds."""
        self._now = start
        self._sleepers: dict[asyncio.Future[None], tuple[float, str]] = {}
        self._asleep = Changes()

    def now(self) -> float:
        """Return Unix time in seconds."""
        return self._now

    @property
    def gap(self) -> float:
        """Return the seconds until the next sleeper is due; infinite if nobody sleeps."""
        dues = (due for future, (due, _) in self._sleepers.items() if not future.done())
        return max(0.0, min(dues, default=math.inf) - self._now)

    def advance(self, seconds: float) -> None:
        """Let ``seconds`` pass and wake those whose time has come."""
        self._now += seconds
        for future, (due, _) in list(self._sleepers.items()):
            if due <= self._now and not future.done():
                future.set_result(None)

    @asynccontextmanager
    async def passing(self) -> AsyncIterator[PassingLoop]:
        """Let time pass by itself while the block runs; raises as the loop's ``patience``."""
        loop = PassingLoop.running()
        with loop.passing(self):
            async with loop.patience():
                yield loop

    async def skip(self, why: str, within: float = math.inf) -> float:
        """Wait for a sleeper named ``why``, advance to its waking, and return the seconds passed.

        A sleeper for more than ``within`` seconds does not count.
        """
        gap = max(0.0, await self._asleep.until(lambda: self._due(why, within)) - self._now)
        self.advance(gap)
        return gap

    async def sleep(self, seconds: float, why: str) -> None:
        """Wait until ``seconds`` have been passed by the test."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers[future] = (self._now + seconds, why)
        self._asleep.notify()
        try:
            await future
        finally:
            del self._sleepers[future]

    def _due(self, why: str, within: float) -> float:
        dues = [
            due
            for future, (due, name) in self._sleepers.items()
            if name == why and due <= self._now + within and not future.done()
        ]
        return min(dues, default=0.0)
