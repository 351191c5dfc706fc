"""Cancelling: one that the Redis client has lost is made good; what must not be cut off is not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def cancellable(work: Awaitable[T]) -> T:
    """Return what ``work`` gives; CancelledError if it was cancelled, even where it went on.

    The client writes under ``asyncio.wait_for``, which up to Python 3.11 forgets a cancellation
    that comes as it ends (python/cpython#86296): the task then runs on, and whoever cancelled it
    waits for ever.
    """
    task = asyncio.current_task()
    before = task.cancelling() if task else 0
    result = await work
    if task and task.cancelling() > before:
        raise asyncio.CancelledError
    return result


async def uninterrupted(work: asyncio.Future[T]) -> T:
    """Return what ``work`` gives once it has ended; CancelledError if cancelled meanwhile.

    So it is even where ``work`` has failed: who was told to end must not go on.
    """
    is_cancelled = False
    while not work.done():
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError:
            is_cancelled = True
    if is_cancelled:
        raise asyncio.CancelledError
    return work.result()
