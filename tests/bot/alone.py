"""A backend in memory whose commits no replica confirms."""

from __future__ import annotations

from msgspec.structs import replace

from bot.store.backend import Batch, Committed, Seen, Verdict
from bot.store.memory import MemoryBackend


class Alone(MemoryBackend):
    """Keeps documents without any replica."""

    async def commit(self, batch: Batch) -> Verdict:
        """Apply ``batch``, unconfirmed."""
        verdict = await super().commit(batch)
        if isinstance(verdict, Committed | Seen):
            return replace(verdict, confirmed=False)
        return verdict
