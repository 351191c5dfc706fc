"""A running emulator and the real library's client pointed at it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar, overload

import discord
import pytest
from discord import app_commands

from tests.emulators.discord.pointing import pointed
from tests.emulators.discord.server import Server
from tests.emulators.discord.world import Options, World
from tests.emulators.telegram.changes import Changes
from tests.emulators.telegram.clock import VirtualClock

Bot = TypeVar("Bot", bound=discord.Client)


@dataclass
class Rig:
    """A running server with its world and clock."""

    server: Server

    @property
    def world(self) -> World:
        """Return the world."""
        return self.server.world

    @property
    def clock(self) -> VirtualClock:
        """Return the world's clock, which the test moves."""
        assert isinstance(self.world.hub.clock, VirtualClock)
        return self.world.hub.clock


class Client(discord.Client):
    """The library's client with a command tree, and without its pauses before identifying."""

    def __init__(self, intents: discord.Intents | None = None, **settings: Any) -> None:
        """Ask for no privileged intent, and be ready as soon as the guilds are known."""
        usual = {"guild_ready_timeout": 0.01, "max_messages": None} | settings
        super().__init__(intents=intents or discord.Intents.default(), **usual)
        self.tree = app_commands.CommandTree(self)
        self.seen: list[str] = []  # names of the library's events
        self.news = Changes()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Note the event, and wake whoever waits for it."""
        super().dispatch(event, *args, **kwargs)
        self.seen.append(event)
        self.news.notify()

    async def saw(self, event: str, times: int = 1) -> None:
        """Return once the library has told of ``event`` so many ``times``; raise TimeoutError."""
        await self.news.until(lambda: self.seen.count(event) >= times)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for nothing: the emulator counts identifies and does not space them."""


@asynccontextmanager
async def emulated(options: Options | None = None) -> AsyncIterator[Rig]:
    """Run a server with a fresh world; fail if a call did not fit Discord's description.

    Fail as well if no call met the trouble that a test ordered.
    """
    async with Server(options).running() as server:
        yield Rig(server)
    wrong = [*server.mismatches, *server.world.faults.unmet()]
    assert not wrong, "\n".join(wrong)


@overload
def client(rig: Rig) -> AbstractAsyncContextManager[Client]: ...
@overload
def client(rig: Rig, bot: Bot) -> AbstractAsyncContextManager[Bot]: ...
@asynccontextmanager
async def client(rig: Rig, bot: discord.Client | None = None) -> AsyncIterator[Any]:
    """Connect ``bot`` to the emulator while the block runs; an error ends the block."""
    bot = bot or Client()
    with pointed(rig.server.api_url, rig.server.gateway_url):
        async with bot:
            await bot.login(rig.world.token)
            async with connected(bot):
                yield bot


@asynccontextmanager
async def connected(bot: discord.Client) -> AsyncIterator[None]:
    """Keep ``bot`` connected while the block runs; raise at the end what broke its connection."""
    running = asyncio.create_task(bot.connect())
    ready = asyncio.create_task(bot.wait_until_ready())
    try:
        await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
        if ready.done():
            yield
    finally:
        await bot.close()
        for task in (running, ready):
            task.cancel()
        await asyncio.gather(running, ready, return_exceptions=True)
    if not running.cancelled():
        running.result()


@contextmanager
def refused(world: World, code: int, words: str = "") -> Iterator[None]:
    """Check that the block's last call is refused with ``code``, and ``words`` in its body."""
    with pytest.raises(discord.HTTPException):
        yield
    error = world.requests[-1].error
    assert error is not None
    assert (error.code, words in str(error.card())) == (code, True), error.card()
