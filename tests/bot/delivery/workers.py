"""Workers that share a keeper of turns, in a time that passes when everybody waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from heapq import heappop, heappush
from itertools import count
from typing import Any

from bot.app.ports import StoreUnavailable
from bot.app.turns import Return, Ticket
from bot.delivery.turns import Turn, Turns
from bot.store.turns_memory import MemoryTurns


class VirtualTime:
    """The clock of ``Turns`` and of their keeper; counts in us, so that sums are exact."""

    def __init__(self) -> None:
        """Begin at some moment."""
        self.now = 1_000_000_000
        self._sleepers: list[tuple[int, int, asyncio.Event]] = []
        self._numbers = count()

    def __call__(self) -> int:
        """Return the time in us."""
        return self.now

    async def sleep(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
        woken = asyncio.Event()
        until = self.now + round(seconds * 1_000_000)
        heappush(self._sleepers, (until, next(self._numbers), woken))
        await woken.wait()

    async def settle(self) -> None:
        """Let everybody do what they can do now."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(0)
        # asyncio has no public way to ask for this, nor an event.
        while loop._ready:  # type: ignore[attr-defined]  # noqa: ASYNC110  # as said
            await asyncio.sleep(0)

    async def run(self, *work: Coroutine[Any, Any, None]) -> None:
        """Let time pass until all of ``work`` is done."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each) for each in work]
            await self.settle()
            while not all(task.done() for task in tasks):
                self.now, _, woken = heappop(self._sleepers)
                woken.set()
                await self.settle()


class NotingKeeper(MemoryTurns):
    """A keeper that notes what it is asked and how turns are given back, and may be away."""

    def __init__(self, time: Callable[[], int]) -> None:
        """Take the time (us) from ``time``."""
        super().__init__(time)
        self.asked = 0
        self.returned: list[Return] = []
        self.away = False

    async def ask(self, ticket: Ticket, waited: float) -> float:
        """Count, and ask."""
        self.asked += 1
        if self.away:
            raise StoreUnavailable("away")
        return await super().ask(ticket, waited)

    async def renew(self, ticket: Ticket) -> bool:
        """Renew, unless away."""
        if self.away:
            raise StoreUnavailable("away")
        return await super().renew(ticket)

    async def give_back(self, ticket: Ticket, how: Return) -> None:
        """Note and give back, unless away."""
        if self.away:
            raise StoreUnavailable("away")
        self.returned.append(how)
        await super().give_back(ticket, how)


def die(turns: Turns) -> None:
    """End a worker as a kill does: what it has it neither gives back nor renews."""
    if turns._leases._renewing is not None:
        turns._leases._renewing.cancel()


def finish(turn: Turn, how: Return) -> None:
    """End ``turn`` that way."""
    if how.unused:
        turn.unused()
    elif how.postpone:
        turn.postpone(how.postpone)
    elif how.postpone_all:
        turn.postpone(how.postpone_all, everywhere=True)
    else:
        turn.done()
