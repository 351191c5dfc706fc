"""Outbox: the newest screen of each destination is shown, within a budget of edits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from bot.app.ports import Clock, NotNow

D = TypeVar("D", bound=Hashable)
S = TypeVar("S")

_LOG = logging.getLogger(__name__)


class RetryLater(NotNow):
    """Raised by a sender when the platform wants ``seconds`` to pass before the next screen.

    ``everywhere``: in no chat of the platform may anything be sent before that.
    """

    def __init__(self, seconds: float, *, everywhere: bool = False) -> None:
        """Keep the time to wait."""
        super().__init__(f"retry after {seconds} s")
        self.seconds = seconds
        self.everywhere = everywhere


class Outbox(Generic[D, S]):
    """Sends screens, one at a time for each destination.

    A screen that waits is replaced by a newer one, so the last one posted always arrives.
    """

    def __init__(
        self, send: Callable[[D, S], Awaitable[None]], clock: Clock, interval: float
    ) -> None:
        """Send with ``send``, at least ``interval`` seconds apart for one destination."""
        self._send = send
        self._clock = clock
        self._interval = interval
        self._waiting: dict[D, S] = {}
        self._couriers: dict[D, asyncio.Task[None]] = {}

    def post(self, destination: D, screen: S) -> None:
        """Have ``screen`` shown at ``destination``, in the place of one that still waits."""
        self._waiting[destination] = screen
        if destination not in self._couriers:
            self._couriers[destination] = asyncio.create_task(self._carry(destination))

    async def drain(self) -> None:
        """Wait until everything posted has been sent."""
        while self._couriers:
            await asyncio.gather(*self._couriers.values())

    async def _carry(self, destination: D) -> None:
        try:
            while destination in self._waiting:
                await self._clock.sleep(await self._deliver(destination))
        finally:
            del self._couriers[destination]

    async def _deliver(self, destination: D) -> float:
        """Send what waits; return the seconds to pass before the next."""
        screen = self._waiting.pop(destination)
        try:
            await self._send(destination, screen)
        except RetryLater as wait:
            self._waiting.setdefault(destination, screen)
            return wait.seconds
        except Exception:  # noqa: BLE001  # one destination's trouble must not end its courier
            _LOG.exception("a screen could not be sent")
        return self._interval
