"""StoreTime: what time it is in the store, for effects that wait for a time to come."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.app.ports import Store
from bot.failed import note_failure

_NOWHERE: Final = ""
"""A space without documents: nothing but the store's time is read there."""


class StoreTime:
    """The store's time, asked for once by all who want to know it at the same time."""

    def __init__(self, store: Store) -> None:
        """Ask ``store``."""
        self._store = store
        self._asking: asyncio.Task[int] | None = None

    async def now(self) -> int:
        """Return the time in ms since the epoch; raises what the store's ``view`` does."""
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
            self._asking.add_done_callback(note_failure)
        return await asyncio.shield(self._asking)

    async def _ask(self) -> int:
        try:
            return await self._store.view(_NOWHERE, lambda _, now: now)
        finally:
            self._asking = None
