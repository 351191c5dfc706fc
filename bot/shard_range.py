"""ShardRange: which of the gateway's shards are a process's, where several share them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self

_FORM: Final = re.compile(r"([0-9]{1,5})(?:-([0-9]{1,5}))?/([0-9]{1,5})", re.ASCII)


@dataclass(frozen=True, slots=True)
class ShardRange:
    """The shards ``first`` to ``last``, both counted from 0, of ``count`` over all processes."""

    first: int
    last: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return what ``0-3/16`` or ``5/16`` says; ValueError for anything else."""
        found = _FORM.fullmatch(text)
        if found is None:
            raise ValueError(text)
        first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
        if not first <= last < count:
            raise ValueError(text)
        return cls(first, last, count)

    def __iter__(self) -> Iterator[int]:
        """Return the numbers of the shards."""
        return iter(range(self.first, self.last + 1))

    def __str__(self) -> str:
        """Return the range in words."""
        if self.first == self.last:
            return f"shard {self.first} of {self.count}"
        return f"shards {self.first} to {self.last} of {self.count}"
