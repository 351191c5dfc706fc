"""The bot's calls to the emulator, with a clock on which waiting takes no time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import discord

from bot.platforms.discord.api import Answer, Api
from bot.platforms.discord.components import Payload, text
from bot.platforms.discord.events import read_interaction
from tests.bot.platforms.bot_clock import Hurry
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.pointing import pointed
from tests.emulators.discord.rig import emulated
from tests.emulators.discord.world import Options, World
from tests.emulators.telegram.clock import VirtualClock


@dataclass
class Calling:
    """An emulated world with a user in a channel, and the bot's client of it."""

    world: World
    api: Api
    clock: Hurry
    time: VirtualClock
    """The world's clock, which stands still unless a test lets its time pass."""
    channel: Channel
    user: User

    def asked(self) -> Interaction:
        """Return a command that waits for its answer."""
        data: dict[str, Any] = {"id": "1", "name": "x", "type": 1, "options": []}
        return self.world.interactions.begin(2, self.user, self.channel, data)

    async def pressed(self) -> tuple[Message, Interaction]:
        """Return a message with a button, and a press of it."""
        await self.api.create(str(self.channel.id), said("board"), "n")
        board = self.channel.last
        return board, board.forge(self.user, "x")

    async def respond(self, to: Interaction, answer: Answer) -> str | None:
        """Give the first answer to an interaction."""
        read = read_interaction(to.payload())
        return await self.api.respond(read.id, read.token, answer)


def said(words: str, *, ephemeral: bool = False) -> Payload:
    """Return a message that says ``words``."""
    return Payload((text(words),), ephemeral=ephemeral)


@asynccontextmanager
async def calling(options: Options | None = None) -> AsyncIterator[Calling]:
    """Run an emulator with a channel, and a client that is logged in but not connected."""
    async with emulated(options or Options(flood=False)) as rig:
        ann, clock = rig.world.user("Ann"), Hurry()
        channel = rig.world.guild("Field", ann).channel("mines")
        with pointed(rig.server.api_url, rig.server.gateway_url):
            async with discord.Client(intents=discord.Intents(guilds=True)) as client:
                await client.login(rig.world.token)
                api = Api(client.http, clock)
                yield Calling(rig.world, api, clock, rig.clock, channel, ann)
                await api.close()
