"""Waits with a limit, and for what was cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any

from bot.app.ports import Clock


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


async def cancelled(tasks: Iterable[asyncio.Task[Any]]) -> list[Any]:
    """Cancel ``tasks``; return what each ended with, a result or what it raised, once all have."""
    ending = list(tasks)
    for task in ending:
        task.cancel()
    results: list[Any] = await asyncio.gather(*ending, return_exceptions=True)
    return results
