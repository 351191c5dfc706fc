"""Lanes: updates of one chat one after another, those of different chats side by side."""

from __future__ import annotations

import asyncio
import logging

from bot.app.ports import StoreUnavailable
from bot.delivery import cancelled
from bot.failed import note_failure
from bot.in_order import InOrder
from bot.platforms.telegram.intake.incoming import Handle, Incoming

_LOG = logging.getLogger(__name__)


class Lanes:
    """Runs the handler; an update that it fails on is logged, and counts as done."""

    def __init__(self, handle: Handle) -> None:
        """Run ``handle``."""
        self._handle = handle
        self._order = InOrder()
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        """Return how many updates are in work, waiting ones included."""
        return len(self._tasks)

    def start(self, incoming: Incoming) -> asyncio.Task[None]:
        """Return the task that ends when ``incoming`` may be acknowledged.

        It raises StoreUnavailable when it may not. An update that is in work already is not
        handled beside itself: its task is returned.
        """
        number = incoming.update_id
        if number not in self._tasks:
            task = asyncio.create_task(self._run(incoming))
            self._tasks[number] = task
            task.add_done_callback(lambda task: self._end(number, task))
        return self._tasks[number]

    async def idle(self) -> None:
        """Wait until nothing is in work."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def cancel(self) -> None:
        """End everything in work; none of it was acknowledged."""
        await cancelled(self._tasks.values())

    def _end(self, number: int, task: asyncio.Task[None]) -> None:
        del self._tasks[number]
        note_failure(task)

    async def _run(self, incoming: Incoming) -> None:
        async with self._order.lane(incoming.lane):
            await self._handled(incoming)

    async def _handled(self, incoming: Incoming) -> None:
        try:
            await self._handle(incoming)
        except StoreUnavailable:
            raise
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            _log_failed(incoming)  # something the handler waited for was cancelled, not this
        except Exception:  # noqa: BLE001  # whatever it is, the others must not suffer
            _log_failed(incoming)


def _log_failed(incoming: Incoming) -> None:
    _LOG.exception("Update %d (%s) failed", incoming.update_id, incoming.kind.value)
