"""A store that is away, or holds commits back, when a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.app.ports import StoreUnavailable
from bot.store.backend import Batch, Stored, Verdict
from bot.store.memory import MemoryBackend, system_time


class TroubledBackend(MemoryBackend):
    """Documents in memory, which a test can put out of reach or hold commits to."""

    def __init__(self, clock: Callable[[], int] = system_time) -> None:
        """Begin within reach; take the time from ``clock``, in ms since the epoch."""
        super().__init__(clock)
        self.away = False
        self.held = 0
        """How many commits have been held back."""
        self._open = asyncio.Event()
        self._open.set()

    def shut(self) -> None:
        """Hold every commit back from now on."""
        self.held = 0
        self._open.clear()

    def open(self) -> None:
        """Let commits through again."""
        self._open.set()

    def recover(self) -> None:
        """Be within reach, and let commits through."""
        self.away = False
        self.open()

    async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        """Read, unless the store is away."""
        self._look()
        return await super().read(space, names)

    async def commit(self, batch: Batch) -> Verdict:
        """Commit once commits are let through, unless the store is away."""
        self._look()
        if batch.writes and not self._open.is_set():
            self.held += 1
            await self._open.wait()
        return await super().commit(batch)

    def _look(self) -> None:
        if self.away:
            raise StoreUnavailable("the store is away")
