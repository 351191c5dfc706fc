"""A bell that rings when the world has changed, so that nothing has to sleep and look again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from tests.patience import PATIENCE_S

T = TypeVar("T")


class Changes:
    """Wakes everybody who waits, each time something has changed."""

    def __init__(self) -> None:
        """Start with nobody waiting."""
        self._next: asyncio.Future[None] | None = None

    def next(self) -> asyncio.Future[None]:
        """Return the future of the next change; shield it before cancelling."""
        if self._next is None:
            self._next = asyncio.get_running_loop().create_future()
        return self._next

    def notify(self) -> None:
        """Ring."""
        if self._next is not None:
            self._next.set_result(None)
            self._next = None

    async def until(self, predicate: Callable[[], T], seconds: float = PATIENCE_S) -> T:
        """Return the first true ``predicate()``; raise TimeoutError after real ``seconds``."""
        async with asyncio.timeout(seconds):
            while not (value := predicate()):
                await asyncio.shield(self.next())
            return value
