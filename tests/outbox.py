"""What waits in a backend to be carried out."""

from __future__ import annotations

from bot.store.backend import Backend, Pending


async def outbox(backend: Backend, older_than_ms: int = 0) -> list[Pending]:
    """Return all effects that have waited for so long."""
    return [effect async for some in backend.pending(older_than_ms) for effect in some]
