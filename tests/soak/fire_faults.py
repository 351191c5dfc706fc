"""Faults of the soak under fire: one every few seconds, at random from a seed."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from tests.emulators.discord.world import World as DiscordWorld
from tests.emulators.telegram.wire import too_many_requests
from tests.emulators.telegram.world import World as TelegramWorld
from tests.soak.fire_road import Road
from tests.soak.telegram_workers import Workers
from tests.soak.valkey import Valkey

_LISTEN_S: Final = 10.0
_AWAY_S: Final = (0.0, 1.5)
_DELAY_S: Final = (0.1, 4.0)
_PIECES: Final = (1, 6)
_REFUSED: Final = (1, 20)
_RETRY_S: Final = (1, 8)


@dataclass(frozen=True)
class Struck:
    """The parts that faults strike at."""

    workers: Workers
    number: int
    """How many workers there are."""
    server: Valkey
    road: Road
    telegram: TelegramWorld
    discord: DiscordWorld


class Faults:
    """Carries out faults; ``done`` counts them by kind."""

    def __init__(self, struck: Struck, every: float, seed: int) -> None:
        """Strike at all of ``struck``, about once in ``every`` seconds."""
        self._every = every
        self.done: Counter[str] = Counter()
        self.revived = 0
        """Workers that had ended by themselves."""
        self._struck = struck
        self._random = random.Random(seed)
        self._kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "workers killed": self._kill_worker,
            "stores killed": self._kill_store,
            "connections cut": self._cut,
            "connections delayed": self._delay,
            "connections truncated": self._truncate,
            "calls refused with 429": self._refuse,
        }

    async def strike(self, stopping: asyncio.Event) -> None:
        """Strike again and again until ``stopping``."""
        while not stopping.is_set():
            await asyncio.sleep(self._random.uniform(0.3, 1.7) * self._every)
            self.revived += await self._struck.workers.revive()
            kind = self._random.choice(list(self._kinds))
            await self._kinds[kind]()
            self.done[kind] += 1
        self.revived += await self._struck.workers.revive()

    async def _kill_worker(self) -> None:
        # The new worker is not waited for much longer: the next fault may strike at its start.
        killing = self._struck.workers.kill(self._random.randrange(self._struck.number))
        with suppress(TimeoutError):
            await asyncio.wait_for(killing, _LISTEN_S)

    async def _kill_store(self) -> None:
        self._struck.server.kill()
        await asyncio.sleep(self._random.uniform(*_AWAY_S))
        await self._struck.server.start()

    async def _cut(self) -> None:
        self._struck.road.cut()

    async def _delay(self) -> None:
        self._struck.road.delay(self._random.uniform(*_DELAY_S))

    async def _truncate(self) -> None:
        self._struck.road.truncate(self._random.randint(*_PIECES))

    async def _refuse(self) -> None:
        times, seconds = self._random.randint(*_REFUSED), self._random.randint(*_RETRY_S)
        if self._random.random() < 0.5:
            method = self._random.choice(("editMessageText", "sendMessage", "answerCallbackQuery"))
            self._struck.telegram.fail_next(method, too_many_requests(seconds), times=times)
        else:
            self._struck.discord.limit_next("update_message", seconds)
