"""Patience: pauses that grow, and waits that end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

from bot.app.ports import Clock


class Backoff:
    """Pauses that double, each shortened at random by up to half.

    Without chance all workers would come back in the same moment.
    """

    def __init__(self, first: float, most: float) -> None:
        """Begin at ``first`` seconds and stay at ``most``."""
        self._first = first
        self._most = most
        self._next = first

    def pause(self) -> float:
        """Return the seconds to wait now."""
        pause, self._next = self._next, min(self._next * 2, self._most)
        return pause * random.uniform(0.5, 1.0)  # noqa: S311  # no secret hangs on it

    def reset(self) -> None:
        """Begin anew, after a success."""
        self._next = self._first


async def within(clock: Clock, seconds: float, work: asyncio.Future[Any]) -> bool:
    """Return whether ``work`` ended within ``seconds``; it goes on otherwise."""
    nap = asyncio.ensure_future(clock.sleep(seconds))
    try:
        await asyncio.wait({work, nap}, return_when=asyncio.FIRST_COMPLETED)
        return work.done()
    finally:
        nap.cancel()


async def ended(clock: Clock, seconds: float, wait: Coroutine[Any, Any, object]) -> bool:
    """Return whether ``wait`` ended within ``seconds``; it is cancelled otherwise."""
    task = asyncio.ensure_future(wait)
    try:
        return await within(clock, seconds, task)
    finally:
        task.cancel()
