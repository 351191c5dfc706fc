"""Keys: the only place that writes the names of keys."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from zlib import crc32

_REMEMBERED: Final = 256
"""Spaces whose partition need not be worked out again, nor written: a press names keys of its own
some seven times. To remember all that come takes megabytes, to work one out a microsecond."""
PARTITIONS: Final = 1024
"""More than any number of nodes a cluster will have, few enough to sweep them all."""
PROBES: Final = 16
"""Spaces that are asked what any server can answer, as some may be away: their keys are on each of
up to seven servers of a cluster, and on many of more."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys under one prefix; the braces make all keys of a space share a cluster slot."""

    prefix: str = "ms"

    def document(self, space: str, name: str) -> str:
        """Return the key of the document ``name``."""
        return f"{_of(self.prefix, space)}:d:{space}:{name}"

    def seen(self, space: str) -> str:
        """Return the key of the operations the space has seen."""
        return f"{_of(self.prefix, space)}:o:{space}"

    def turn(self, space: str) -> str:
        """Return the key of the worker whose turn it is: the others let it go first."""
        return f"{_of(self.prefix, space)}:t:{space}"

    def last(self, space: str) -> str:
        """Return the key of the last step with effects: its worker, and their ids."""
        return f"{_of(self.prefix, space)}:l:{space}"

    def quarantine(self, space: str, name: str) -> str:
        """Return the key where a damaged document is set aside."""
        return f"{_of(self.prefix, space)}:q:{space}:{name}"

    def channel(self, space: str) -> str:
        """Return the channel that tells of commits."""
        return f"{_of(self.prefix, space)}:n:{space}"

    def outbox(self, partition: int) -> str:
        """Return the key of a partition's effects that wait to be carried out."""
        return f"{self.prefix}:{{p{partition}}}:outbox"

    def outbox_of(self, space: str) -> str:
        """Return the key of the outbox that the space's effects go to."""
        return f"{_of(self.prefix, space)}:outbox"

    def sending(self, platform: str, chat: str) -> str:
        """Return the key of whose turn it is to send to the chat, and when."""
        return f"{self._budget_of(platform)}:c:{chat}"

    def sending_overall(self, platform: str) -> str:
        """Return the key of what is left of the budget that the platform's chats share."""
        return f"{self._budget_of(platform)}:all"

    def _budget_of(self, platform: str) -> str:
        return f"{self.prefix}:{{s:{platform}}}"


@lru_cache(_REMEMBERED)
def _of(prefix: str, space: str) -> str:
    """Return what all keys of ``space`` begin with: the same in every process and release."""
    return f"{prefix}:{{p{crc32(space.encode()) % PARTITIONS}}}"
