"""People who press buttons as fast as the bot shows them, or at a rate of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Final, Protocol

from bot.app.documents.spaces import chat_space
from bot.app.documents.state import Session
from bot.store import MailboxStore
from tests.benchmarks import pressing
from tests.benchmarks.discord_bots import SIDE
from tests.benchmarks.pressing import moves_in
from tests.emulators.discord.channel import Channel, Sort
from tests.emulators.discord.content import Content
from tests.emulators.discord.guild import Guild
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.tree import every

MINES: Final = 8
_PATIENCE_S: Final = 60.0
_FIRST: Final = SIDE * SIDE // 2
_MODE: Final = SIDE * SIDE
"""The first button after those of the cells."""


class WatchedChannel(Channel):
    """A channel with somebody in it who notices at once when something is shown."""

    def __init__(self, guild: Guild, name: str, user: User) -> None:
        """Open the channel in the place of the one that ``guild`` makes."""
        made = guild.channel(name)
        super().__init__(guild.hub, guild.interactions, made.id, Sort.TEXT, made.name, guild, None)
        guild.channels[self.id] = self
        self.user = user
        self.shown_at = 0.0
        self._shown = asyncio.Event()
        self._read: Content | None = None
        self._keys: list[str] = []

    def saw(self, what: str, message: Message) -> None:
        """Note when the bot has shown something."""
        super().saw(what, message)
        self.shown_at = time.perf_counter()
        self._shown.set()

    @property
    def keys(self) -> list[str]:
        """Return the ids of the buttons of the last message."""
        if self._read is not self.last.content:
            self._read = self.last.content
            parts = every(self._read.components)
            self._keys = [part["custom_id"] for part in parts if "custom_id" in part]
        return self._keys

    def expect(self) -> None:
        """Forget what was shown so far."""
        self._shown.clear()

    async def next_shown(self) -> None:
        """Wait for what is shown next; TimeoutError when it does not come."""
        async with asyncio.timeout(_PATIENCE_S):
            await self._shown.wait()


class Plan(Protocol):
    """Chooses the buttons to be pressed."""

    turning: bool
    """Whether each press changes the buttons."""

    async def begin(self, channel: WatchedChannel) -> bool:
        """Learn what there is to know about the board just sent; tell whether it can be played."""

    def choose(self, keys: list[str]) -> str:
        """Return which of ``keys``, the ids of the buttons shown, is to be pressed."""


class AnyButton:
    """Presses one button after the other."""

    turning = False

    def __init__(self) -> None:
        """Begin with the first."""
        self._number = 0

    async def begin(self, channel: WatchedChannel) -> bool:
        """Know nothing."""
        del channel
        return True

    def choose(self, keys: list[str]) -> str:
        """Return the next button."""
        self._number += 1
        return keys[self._number % len(keys)]


class RealMoves:
    """Opens safe cells, all but one so that the game goes on, then puts and takes flags."""

    turning = True

    def __init__(self, store: MailboxStore) -> None:
        """Learn where the mines are from ``store``."""
        self._store = store
        self._cells: Iterator[int] = iter(())
        self._mines: list[int] = []
        self._flags = 0

    async def begin(self, channel: WatchedChannel) -> bool:
        """Open the first cell, which may win at once, and look behind the others."""
        number = int(channel.keys[0].partition("m")[0])
        await pressed(channel, channel.keys[_FIRST])
        game = (await _game(self._store, channel, number)).game
        cells, self._mines = moves_in(game)
        self._cells = iter(cells)
        self._flags = 0
        return game.outcome is None

    def choose(self, keys: list[str]) -> str:
        """Return the next move's button."""
        for cell in self._cells:
            if "m.o." in keys[cell]:
                return keys[cell]
        self._flags += 1
        button = _MODE if self._flags == 1 else self._mines[self._flags % len(self._mines)]
        return keys[button]


async def _game(store: MailboxStore, channel: WatchedChannel, number: int) -> Session:
    space = chat_space(f"discord:{channel.id}")
    session = await store.view(space, lambda documents, _: documents.get(f"game:{number}"))
    assert isinstance(session, Session)
    return session


async def pressed(channel: WatchedChannel, key: str, *, turning: bool = True) -> float:
    """Press, and return the seconds until the message was changed.

    Where a press changes the buttons (``turning``) an edit that does not is an earlier one's.
    """
    before = channel.keys
    channel.expect()
    began = time.perf_counter()
    channel.last.forge(channel.user, key)
    await channel.next_shown()
    while turning and channel.keys == before:
        channel.expect()
        await channel.next_shown()
    return channel.shown_at - began


class Player(pressing.Player):
    """One person in a channel of their own."""

    def __init__(self, channel: WatchedChannel, plan: Plan, command: dict[str, int]) -> None:
        """Play in ``channel`` by ``plan``; ``command``: options of what starts a game."""
        super().__init__()
        self.channel = channel
        self.plan = plan
        self.command = command

    async def begin(self) -> None:
        """Have boards sent until there is one to be played."""
        while True:
            before = len(self.channel.shown)
            self.channel.expect()
            self.channel.slash(self.channel.user, "newgame", **self.command)
            await self.channel.next_shown()
            while len(self.channel.shown) == before:  # the board before, shown once more
                self.channel.expect()
                await self.channel.next_shown()
            if await self.plan.begin(self.channel):
                return

    async def press(self) -> float:
        """Press a button; return the seconds until the edit."""
        key = self.plan.choose(self.channel.keys)
        return await pressed(self.channel, key, turning=self.plan.turning)
