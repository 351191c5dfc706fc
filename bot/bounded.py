"""BoundedDict: a dictionary that holds only the entries that were set last."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class BoundedDict(OrderedDict[K, V]):
    """Holds a limited number of entries: those that were set, or moved to the end, last.

    What a process keeps of chats and players has to have an end: it serves for months.
    """

    def __init__(self, most: int) -> None:
        """Begin with nothing; hold at most ``most`` entries."""
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Set an entry, and forget the oldest where there are too many."""
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)
