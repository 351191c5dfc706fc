"""In order: work about the same thing one after another, as it came; all else side by side."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class _Lane:
    """Whose turn it is, and how many there are; an asyncio.Lock lets them in as they came."""

    __slots__ = ("length", "turn")

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.length = 0


class InOrder:
    """Keeps lanes for as long as somebody is in them."""

    def __init__(self) -> None:
        """Begin with none."""
        self._lanes: dict[str, _Lane] = {}

    def __len__(self) -> int:
        """Return how many lanes there are."""
        return len(self._lanes)

    @asynccontextmanager
    async def lane(self, name: str) -> AsyncIterator[None]:
        """Run the block when those have run that came to the lane ``name`` before it."""
        lane = self._lanes.setdefault(name, _Lane())
        lane.length += 1
        try:
            async with lane.turn:
                yield
        finally:
            lane.length -= 1
            if not lane.length:
                del self._lanes[name]
