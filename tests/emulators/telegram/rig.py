"""A running emulator and the real library's bot pointed at it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

import pytest
from telegram import Bot
from telegram.error import TelegramError
from telegram.request import HTTPXRequest

from tests.emulators.telegram.clock import VirtualClock
from tests.emulators.telegram.server import TOKEN, Server
from tests.emulators.telegram.world import Options, World


@dataclass
class Rig:
    """What a test of the bot needs."""

    world: World
    server: Server
    bot: Bot

    @property
    def clock(self) -> VirtualClock:
        """Return the world's clock, which the test moves."""
        assert isinstance(self.world.hub.clock, VirtualClock)
        return self.world.hub.clock


def client(server: Server) -> Bot:
    """Return the library's bot for ``server``, not yet initialised."""
    # Loading certificates would be most of a short test's time, and loopback has no use for them.
    calls, polls = (HTTPXRequest(httpx_kwargs={"verify": False}) for _ in range(2))
    return Bot(TOKEN, server.base_url, server.base_file_url, calls, polls)


@asynccontextmanager
async def serving(options: Options | None = None) -> AsyncIterator[Server]:
    """Run a server with a fresh world; fail when something did not fit the Bot API.

    Fail as well if no call met the trouble that a test ordered.
    """
    async with Server(World(options)).running() as server:
        yield server
    wrong = [*server.mismatches, *server.world.faults.unmet()]
    assert not wrong, "\n".join(wrong)


@asynccontextmanager
async def emulated(options: Options | None = None) -> AsyncIterator[Rig]:
    """Run a server with a fresh world and python-telegram-bot's ``Bot`` as its client."""
    async with serving(options) as server, client(server) as bot:
        yield Rig(server.world, server, bot)


@contextmanager
def refused(world: World, words: str) -> Iterator[None]:
    """Check that the block's last call is refused, exactly with ``words`` after the prefix.

    The library rewrites what Telegram says, so the words are taken from the emulator's record.
    """
    with pytest.raises(TelegramError):
        yield
    error = world.requests[-1].error
    assert error is not None
    assert error.description.partition(": ")[2] == words
