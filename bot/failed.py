"""Failed: whether work that goes on by itself has ended without a result."""

from __future__ import annotations

import asyncio
from typing import TypeVar

T = TypeVar("T")


def has_failed(work: asyncio.Future[T]) -> bool:
    """Tell whether ``work`` has ended without a result."""
    return work.done() and (work.cancelled() or work.exception() is not None)


def note_failure(work: asyncio.Future[T]) -> None:
    """Take note of a failure that nobody may come back to ask for, as at the end of the process."""
    if not work.cancelled():
        work.exception()
