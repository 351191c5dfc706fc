"""Box: the letters of a space, and what is known of its documents."""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final

from bot.store.backend import Stored
from bot.store.fold import Fold, Known, Letter
from bot.store.slices import Slices

MOST_SPACES: Final = 10_000
"""Spaces whose documents are kept decoded between steps."""
MOST_DOCUMENTS: Final = 16
"""Documents of one space that are kept so: a chat with thousands of games needs the newest few."""


@dataclass(slots=True)
class Box:
    """The letters of ``space``, and the documents known of it."""

    space: str
    decode: Callable[[str, Stored], Known]
    """Returns the document of a name; ValueError where it cannot be decoded."""
    letters: deque[Letter] = field(default_factory=deque)
    known: dict[str, Known] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None
    served: int = 0
    """How often a task has served its letters."""
    sure: frozenset[str] = frozenset()
    """The names of documents that are known as the last commit found or left them."""
    sure_at: float = -math.inf
    """When that commit was answered (``time.monotonic``)."""

    def is_sure_of(self, names: Iterable[str], since: float) -> bool:
        """Tell whether a commit answered after ``since`` has found or made all of ``names``."""
        return since < self.sure_at and self.sure.issuperset(names)

    def note_commit(self, fold: Fold, revision: bytes, *, in_order: bool) -> None:
        """Know the documents of ``fold`` as a commit has left them, those written at ``revision``.

        ``in_order``: whether commits are carried out in the order of their answers, so that
        nothing newer is known by now.
        """
        if in_order:
            self.sure, self.sure_at = frozenset(fold.read), time.monotonic()
        for name, write in fold.writes.items():
            gone = write.document is None
            self.known[name] = Known() if gone else Known(revision, write.document)

    def keep_newest(self, used: AbstractSet[str]) -> None:
        """Forget the older documents where there are too many; ``used`` are those just read."""
        if len(self.known) <= MOST_DOCUMENTS:
            return
        for name in used & self.known.keys():
            self.known[name] = self.known.pop(name)
        for name in list(self.known)[: -max(MOST_DOCUMENTS // 2, len(used))]:
            del self.known[name]

    async def read(
        self, names: Iterable[str], found: Mapping[str, Stored], served: int
    ) -> dict[str, Known]:
        """Return the documents of ``names`` as they were ``found`` after ``served``, and know them.

        ValueError when one cannot be decoded. Others have the event loop in between: a game of
        100x100 may take 10 ms, and a chat has many. So each is known at once, and whoever reads it
        meanwhile need not decode it, too.
        """
        read, slices = dict[str, Known](), Slices()
        try:
            for name in names:
                await slices.rest()
                read[name] = self._read_one(name, found)
                if self._is_unserved_since(served):
                    self._know(name, read[name])
        finally:  # a look may be cancelled while others have the event loop
            if self._is_unserved_since(served):
                self.keep_newest(read.keys())
        return read

    def learn(self, name: str, found: Mapping[str, Stored]) -> None:
        """Know the document ``name`` as it was ``found``; ValueError as ``read``."""
        self._know(name, self._read_one(name, found))

    def _read_one(self, name: str, found: Mapping[str, Stored]) -> Known:
        stored = found.get(name)
        if stored is None:
            return Known()
        known = self.known.get(name)
        if known is not None and known.revision == stored.revision:
            return known
        return self.decode(name, stored)

    def _is_unserved_since(self, served: int) -> bool:
        """Tell whether no step has been in work since then, which may know newer documents."""
        return self.task is None and self.served == served

    def _know(self, name: str, known: Known) -> None:
        """Know the document ``name`` as it was read.

        One that has changed is no longer as the last commit left it: together with the others it
        would be of two moments.
        """
        before = self.known.get(name)
        if before is None or before.revision != known.revision:
            self.sure -= {name}
        self.known[name] = known


class Boxes(OrderedDict[str, Box]):
    """The boxes of the spaces that were used last, and of all that have letters."""

    def __init__(self, decode: Callable[[str, Stored], Known]) -> None:
        """Begin with none; ``decode`` reads their documents."""
        super().__init__()
        self._decode = decode

    def at(self, space: str) -> Box:
        """Return the box of ``space``."""
        box = self.get(space)
        if box is None:
            self._evict()
            box = self[space] = Box(space, self._decode)
        self.move_to_end(space)
        return box

    def tasks(self) -> list[asyncio.Task[None]]:
        """Return the tasks that serve boxes now."""
        return [box.task for box in self.values() if box.task]

    def _evict(self) -> None:
        """Forget the idle spaces that were used longest ago, so that there is room for one."""
        while len(self) >= MOST_SPACES:
            idle = next((space for space, box in self.items() if box.task is None), None)
            if idle is None:
                return
            del self[idle]
