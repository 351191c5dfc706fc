"""Clock: real time, for everything that waits."""

from __future__ import annotations

import asyncio


class LoopClock:
    """Implements the Clock port with the event loop's own clock."""

    async def sleep(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
        await asyncio.sleep(seconds)
