"""Box: the letters of a space, and what is known of its documents."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final

from bot.store.backend import Stored
from bot.store.fold import Known, Letter

MOST_DOCUMENTS: Final = 16
"""Of a space that are kept; a chat may play thousands of games, and needs the newest few."""


@dataclass(slots=True)
class Box:
    """The letters of a space, and the documents known of it."""

    letters: deque[Letter] = field(default_factory=deque)
    known: dict[str, Known] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None
    sure: AbstractSet[str] = frozenset()
    """The documents that the last commit found, or made, as they are known."""
    sure_at: float = -math.inf
    """When that was answered (``time.monotonic``)."""

    def keep_newest(self, used: AbstractSet[str]) -> None:
        """Forget the older documents where there are too many; ``used`` are those just read."""
        if len(self.known) <= MOST_DOCUMENTS:
            return
        for name in used & self.known.keys():
            self.known[name] = self.known.pop(name)
        for name in list(self.known)[: -max(MOST_DOCUMENTS // 2, len(used))]:
            del self.known[name]

    def read(
        self,
        names: Iterable[str],
        found: Mapping[str, Stored],
        decode: Callable[[str, Stored], Known],
    ) -> dict[str, Known]:
        """Return the documents of ``names`` as they were ``found``, decoded if not known yet.

        ValueError when one cannot be decoded.
        """
        return {name: self._read(name, found.get(name), decode) for name in names}

    def _read(
        self, name: str, stored: Stored | None, decode: Callable[[str, Stored], Known]
    ) -> Known:
        if stored is None:
            return Known()
        known = self.known.get(name)
        is_known = known is not None and known.revision == stored.revision
        return known if known is not None and is_known else decode(name, stored)

    def learn(self, read: Mapping[str, Known]) -> None:
        """Know documents that were just ``read``, unless a step may know better soon."""
        if self.task is None:
            self.known |= read
            self.keep_newest(read.keys())
