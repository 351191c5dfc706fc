"""A backend in memory that no replica confirms anything to."""

from __future__ import annotations

from msgspec.structs import replace

from bot.store.backend import Batch, Committed, Seen, Verdict
from bot.store.memory import MemoryBackend


class Alone(MemoryBackend):
    """Keeps documents where no replica does."""

    async def commit(self, batch: Batch) -> Verdict:
        """Apply ``batch``, unconfirmed."""
        verdict = await super().commit(batch)
        if isinstance(verdict, Committed | Seen):
            return replace(verdict, confirmed=False)
        return verdict
