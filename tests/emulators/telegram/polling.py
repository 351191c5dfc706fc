"""getUpdates: a long poll that really waits, and only one at a time."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from tests.emulators.telegram.changes import Changes
from tests.emulators.telegram.clock import Clock
from tests.emulators.telegram.limits import POLL_BATCH, POLL_SECONDS
from tests.emulators.telegram.updates import Updates
from tests.emulators.telegram.wire import ApiError, Json, conflict

OTHER_POLLER = (
    "terminated by other getUpdates request; make sure that only one bot instance is running"
)
WEBHOOK_ACTIVE = (
    "can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)
WEBHOOK_SET = "terminated by setWebhook request"


class Poller:
    """Hands updates to the newest poll."""

    def __init__(self, clock: Clock, changes: Changes, updates: Updates) -> None:
        """Serve ``updates``; ``changes`` rings when there may be new ones."""
        self._clock = clock
        self._changes = changes
        self._updates = updates
        self._stop: asyncio.Future[ApiError] | None = None

    @property
    def waiting(self) -> bool:
        """Return whether a poll is being held."""
        return self._stop is not None and not self._stop.done()

    def interrupt(self, words: str) -> None:
        """End the poll being held, if any, with a 409."""
        if self._stop is not None and not self._stop.done():
            self._stop.set_result(conflict(words))

    async def poll(self, offset: int, limit: int, seconds: int) -> list[Json]:
        """Return up to ``limit`` updates, as soon as there is one or after ``seconds``.

        Raise ApiError 409 when another poll begins or a webhook is set meanwhile.
        """
        self.interrupt(OTHER_POLLER)
        self._updates.confirm_below(offset)
        limit = limit if 1 <= limit <= POLL_BATCH else POLL_BATCH
        if not self._updates.pending() and seconds > 0:
            await self._hold(min(seconds, POLL_SECONDS))
        return [update.body for update in self._updates.pending()[:limit]]

    async def _hold(self, seconds: int) -> None:
        stop: asyncio.Future[ApiError] = asyncio.get_running_loop().create_future()
        self._stop = stop
        sleeper = asyncio.ensure_future(self._clock.sleep(seconds, "long poll"))
        self._changes.notify()
        try:
            while not (sleeper.done() or self._updates.pending()):
                waits: set[asyncio.Future[Any]] = {sleeper, stop, self._changes.next()}
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
                if stop.done():
                    raise stop.result()
        finally:
            stop.cancel()
            self._changes.notify()
            sleeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sleeper
