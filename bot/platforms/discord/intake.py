"""Intake: the requests in work, from interactions and messages, and a limit to their number."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from bot.once import ONCE

_LOG = logging.getLogger(__name__)
IN_WORK: Final = 1000
"""Requests that a worker has in work; others are refused before anything of them is done.

Else, while the store is slow, they would fill the worker's memory and be answered too late.
"""


class Intake:
    """Works on requests side by side; none's trouble ends another's."""

    def __init__(self, refused: Callable[[], object] = lambda: None) -> None:
        """Begin with none; call ``refused`` for each that is refused."""
        self._on_refusal = refused
        self._tasks: set[asyncio.Task[None]] = set()
        self._refused = 0
        """How many were refused since there were too many; 0 once half of the work is done."""

    def begin(self, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None] | None:
        """Return the task of ``work``, which raises nothing; None if too many are in work."""
        if len(self._tasks) >= IN_WORK:
            self._refuse()
            return None
        task = asyncio.create_task(_carried(work))
        self._tasks.add(task)
        task.add_done_callback(self._end)
        return task

    async def drain(self) -> None:
        """Wait until what was begun has been done."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _refuse(self) -> None:
        if not self._refused:
            _LOG.warning("%d requests are in work; what else comes is refused", IN_WORK, extra=ONCE)
        self._refused += 1
        self._on_refusal()

    def _end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if self._refused and len(self._tasks) <= IN_WORK // 2:
            _LOG.warning(
                "half of the requests are done; %d were refused", self._refused, extra=ONCE
            )
            self._refused = 0


async def _carried(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    try:
        await work()
    except Exception:  # noqa: BLE001  # one request's trouble must not end others'
        _LOG.exception("a request failed")
