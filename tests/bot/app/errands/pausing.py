"""A worker that stands still while another one works."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.app.decision import Decide, Documents
from bot.app.ports import Applied, Repeated
from bot.store import MailboxStore

T = TypeVar("T")


class Pausing(MailboxStore):
    """The store of a worker that does something else before one of its updates, or views."""

    left = -1
    """How many updates come before it."""
    counts_views = False
    """Whether views are counted as well."""
    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def update(self, space: str, operation: str, decide: Decide[T]) -> Applied[T] | Repeated:
        """Do what is to be done before this update, once."""
        await self._pause()
        return await super().update(space, operation, decide)

    async def view(
        self, space: str, look: Callable[[Documents, int], T], since: float = math.inf
    ) -> T:
        """Do it before this view, where these count."""
        if self.counts_views:
            await self._pause()
        return await super().view(space, look, since)

    async def _pause(self) -> None:
        self.left -= 1
        if self.left < 0 and self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            await meanwhile()
