"""Clocks of the bot: on the time of an emulator, or on none."""

from __future__ import annotations

import asyncio

from tests.emulators.telegram.clock import VirtualClock


class Hurry:
    """A clock that notes how long it was asked to wait, and does not wait."""

    def __init__(self) -> None:
        """Begin before any pause."""
        self.pauses: list[float] = []

    async def sleep(self, seconds: float) -> None:
        """Note the pause, and let other tasks run."""
        self.pauses.append(seconds)
        await asyncio.sleep(0)


class BotClock:
    """The app's clock on the emulator's time, on which its sleepers are known as the bot's."""

    def __init__(self, clock: VirtualClock) -> None:
        """Sleep on ``clock``."""
        self._clock = clock
        self.asked: list[float] = []
        """The seconds that were slept, or are."""

    async def sleep(self, seconds: float) -> None:
        """Sleep until the test has let ``seconds`` pass."""
        self.asked.append(seconds)
        await self._clock.sleep(seconds, "bot")
