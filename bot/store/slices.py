"""Slices: work that takes long lets others have the event loop in between."""

from __future__ import annotations

import asyncio
import time
from typing import Final

_SLICE_S: Final = 0.005
"""How long work may keep the event loop."""


class Slices:
    """Work that is done in slices, each as long as others may be kept waiting."""

    def __init__(self) -> None:
        """Begin the first."""
        self._began = time.monotonic()

    async def rest(self) -> None:
        """Let others have their turn if this slice has been long enough, and begin the next."""
        if time.monotonic() - self._began > _SLICE_S:
            await asyncio.sleep(0)
            self._began = time.monotonic()
