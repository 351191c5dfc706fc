"""Keepers of turns to test: several workers on the same state, in a time that tests set."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from bot.app.turns import Budget, Rate, Ticket, TurnKeeper
from bot.config import Wait
from bot.store.embedded import EmbeddedServer
from bot.store.keys import Keys
from bot.store.link import Link
from bot.store.opening import connect
from bot.store.script import Script
from bot.store.turns_memory import MemoryTurns
from bot.store.turns_redis import RedisTurns

BUDGET = Budget("test", Rate(1.0, burst=2), Rate(0.1, burst=3), lease=10.0)
TIME = "local time = redis.call('TIME')"


def ticket(chat: str = "chat", budget: Budget = BUDGET) -> Ticket:
    """Return a new ticket."""
    return Ticket(chat, budget, uuid4().hex)


class ManualClock:
    """A clock that stands still until it is moved, in us."""

    def __init__(self) -> None:
        """Begin at some moment."""
        self.now = 1_700_000_000_000_000

    def __call__(self) -> int:
        """Return the time."""
        return self.now

    def move(self, seconds: float) -> None:
        """Move it on, or back."""
        self.now += round(seconds * 1_000_000)


class TimedScript(Script):
    """The script as it is, except that the server's time is the clock's."""

    def __init__(self, clock: ManualClock) -> None:
        """Put the clock's time where the script asks for the server's."""
        super().__init__("turns.lua")
        assert self._text.count(TIME) == 1
        self._text = self._text.replace(TIME, "local time = {ARGV[#ARGV - 1], ARGV[#ARGV]}")
        self._sha = uuid4().hex
        self._clock = clock

    async def run(
        self, link: Link, keys: list[str], args: list[Any], wait: Wait | None = None
    ) -> tuple[Any, bool]:
        """Run it at the clock's time."""
        now = divmod(self._clock.now, 1_000_000)
        return await link.call(keys[0], ("EVAL", self._text, len(keys), *keys, *args, *now), wait)


class Keepers:
    """Makes keepers that share their state, as several workers do."""

    def __init__(self, kind: str, server: EmbeddedServer) -> None:
        """Make keepers of ``kind``."""
        self.kind = kind
        self.clock = ManualClock()
        self.keys = Keys(prefix=uuid4().hex)
        self.client = connect(f"unix://{server.socket}")
        self._memory = MemoryTurns(self.clock)

    def make(self) -> TurnKeeper:
        """Return another keeper."""
        if self.kind == "memory":
            return self._memory
        return RedisTurns(self.client, self.keys, TimedScript(self.clock))
