"""The bot's clock on the time of an emulator."""

from __future__ import annotations

from tests.emulators.telegram.clock import VirtualClock


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
