"""A handler that notes its updates and obeys the test, and a worker that polls for it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from bot.platforms.telegram.intake.incoming import Incoming
from bot.platforms.telegram.intake.polling import Polling
from bot.platforms.telegram.intake.shelf import Shelf
from tests.bot.platforms.bot_clock import BotClock
from tests.bot.platforms.telegram.telegram_rig import OurRig


@dataclass
class Hands:
    """Takes updates; ``begun`` and ``done`` have their texts (or data) in order."""

    begun: list[str] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    failures: defaultdict[str, list[BaseException]] = field(
        default_factory=lambda: defaultdict(list)
    )
    held: dict[str, asyncio.Event] = field(default_factory=dict)
    call: dict[str, Any] | None = None
    """The call to send back in the webhook's response, if any."""

    def hold(self, *names: str) -> None:
        """Make the handler wait in the updates called ``names``."""
        self.held |= {name: asyncio.Event() for name in names}

    def free(self, *names: str) -> None:
        """Let the handler go on."""
        for name in names:
            self.held.pop(name).set()

    async def __call__(self, incoming: Incoming) -> None:
        """Handle an update as the test has ordered."""
        name = name_of(incoming)
        self.begun.append(name)
        if name in self.held:
            await self.held[name].wait()
        if self.failures[name]:
            raise self.failures[name].pop(0)
        if incoming.slip is not None:
            incoming.slip.call = self.call
        self.done.append(name)


def name_of(incoming: Incoming) -> str:
    """Return the text of a message, the data of a press, else the kind."""
    update = incoming.update
    if update.message is not None:
        return update.message.text or "service"
    if update.callback_query is not None:
        return update.callback_query.data or ""
    return incoming.kind.value


async def reach(rig: OurRig, reached: Callable[[], object]) -> None:
    """Let time pass until ``reached()``."""
    async with rig.clock.passing() as loop:
        await loop.until(reached)


@dataclass
class Worker:
    """A polling worker; ``stop`` ends it as SIGTERM would, ``kill`` as kill -9 would."""

    task: asyncio.Task[None]
    stopping: asyncio.Event
    clock: BotClock

    async def stop(self, rig: OurRig) -> None:
        """End in good order."""
        self.stopping.set()
        await reach(rig, self.task.done)
        await self.task

    async def kill(self) -> None:
        """End at once."""
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


@asynccontextmanager
async def polling(rig: OurRig, hands: Hands, shelf: Shelf) -> AsyncIterator[Worker]:
    """Run a worker, which is killed at the end if it is still there."""
    clock, stopping = BotClock(rig.clock), asyncio.Event()
    polls = Polling(rig.bot, hands, clock, shelf)
    worker = Worker(asyncio.create_task(polls.run(stopping)), stopping, clock)
    try:
        yield worker
    finally:
        await worker.kill()
