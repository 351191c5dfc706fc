"""A worker that stands still while another one works."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.app.decision import Decide
from bot.app.ports import Applied, Repeated
from bot.store import MailboxStore

T = TypeVar("T")


class Pausing(MailboxStore):
    """The store of a worker that does something else before one of its updates."""

    left = -1
    """How many updates come before it."""
    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def update(self, space: str, operation: str, decide: Decide[T]) -> Applied[T] | Repeated:
        """Do what is to be done before this update, once."""
        self.left -= 1
        if self.left < 0 and self.meanwhile is not None:
            meanwhile, self.meanwhile = self.meanwhile, None
            await meanwhile()
        return await super().update(space, operation, decide)
