"""Lines: where a terminal chat's input comes from, a person's prompt or a pipe."""

from __future__ import annotations

import asyncio
import sys
from typing import Protocol


class Lines(Protocol):
    """Lines a player writes, one after the other."""

    async def read(self) -> str | None:
        """Return the next line, or None when there are no more."""


class PipeLines:
    """Lines of standard input."""

    async def read(self) -> str | None:
        """Return the next line, or None at the end of the input."""
        line = await asyncio.to_thread(sys.stdin.readline)
        return line.rstrip("\r\n") if line else None
