"""A store that is away, or does not get to commit, when a test says so."""

from __future__ import annotations

import asyncio

from bot.app.ports import StoreUnavailable
from bot.store.backend import Batch, Stored, Verdict
from bot.store.memory import MemoryBackend


class TroubledBackend(MemoryBackend):
    """Documents in memory, behind a door."""

    away = False
    held = 0
    """Commits that wait before the door."""

    def shut(self) -> None:
        """Let no commit through from now on."""
        self._open = asyncio.Event()

    def open(self) -> None:
        """Let them through again."""
        self._open.set()

    async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        """Read, if the store is there."""
        self._look()
        return await super().read(space, names)

    async def commit(self, batch: Batch) -> Verdict:
        """Commit, if the store is there, when the door is open."""
        self._look()
        if hasattr(self, "_open") and batch.writes:
            self.held += 1
            await self._open.wait()
        return await super().commit(batch)

    def _look(self) -> None:
        if self.away:
            raise StoreUnavailable("the store is away")
