"""In order: work about the same thing one after another, as it came; all else side by side."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class _Lane:
    """A lock for whose turn it is, given in the order they came, and how many are in the lane."""

    __slots__ = ("length", "turn")

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.length = 0


class InOrder:
    """Lanes by name, each kept for as long as something is in it."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lanes: dict[str, _Lane] = {}

    @asynccontextmanager
    async def lane(self, name: str) -> AsyncIterator[None]:
        """Run the block after all those that came to the lane ``name`` before it."""
        lane = self._lanes.setdefault(name, _Lane())
        lane.length += 1
        try:
            async with lane.turn:
                yield
        finally:
            lane.length -= 1
            if not lane.length:
                del self._lanes[name]
