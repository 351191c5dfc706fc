"""A store that is away, or holds commits back, when a test says so."""

from __future__ import annotations

import asyncio

from bot.app.ports import StoreUnavailable
from bot.store import MailboxStore
from bot.store.backend import Batch, Stored, Verdict
from bot.store.memory import MemoryBackend


class TroubledBackend(MemoryBackend):
    """Documents in memory, which a test can put out of reach or hold commits to."""

    away = False
    held = 0
    """How many commits have been held back."""

    def shut(self) -> None:
        """Hold every commit back from now on."""
        self._open = asyncio.Event()

    def open(self) -> None:
        """Let commits through again."""
        self._open.set()

    async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        """Read, unless the store is away."""
        self._look()
        return await super().read(space, names)

    async def commit(self, batch: Batch) -> Verdict:
        """Commit once commits are let through, unless the store is away."""
        self._look()
        if hasattr(self, "_open") and batch.writes:
            self.held += 1
            await self._open.wait()
        return await super().commit(batch)

    def _look(self) -> None:
        if self.away:
            raise StoreUnavailable("the store is away")


def backend_of(store: MailboxStore) -> TroubledBackend:
    """Return the backend of a ``store`` that was given one of these."""
    backend = store._backend
    assert isinstance(backend, TroubledBackend)
    return backend
