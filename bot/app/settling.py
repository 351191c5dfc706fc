"""Settling: waiting for what was played to be counted, before it is told."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from bot.app.ports import Store

_SETTLE_S: Final = 1.0


async def settle(store: Store) -> None:
    """Wait for what was played here to be counted; what takes long is in the next answer."""
    with suppress(TimeoutError):
        await asyncio.wait_for(store.settled(), _SETTLE_S)
