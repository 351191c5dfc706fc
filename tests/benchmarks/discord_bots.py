"""The bots that are compared, each a process of its own: ours, and discord.py's persistent view.

``gateway`` and ``http`` are the whole bot at either intake. The ``library`` is a client as its
documentation builds one: a persistent view of 25 buttons whose callback edits the same message.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

import discord
from discord import app_commands, ui

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.errands.results import Results
from bot.app.service import Service
from bot.clock import LoopClock
from bot.collector import leave_what_is_there
from bot.config import Discord, DiscordHttp
from bot.delivery import carrier
from bot.platforms.discord import DiscordBot
from bot.shard_range import ShardRange
from bot.store import carrying_out, open_store
from tests.emulators.discord.pointing import pointed
from tests.emulators.discord.world import TOKEN

SIDE: Final = 5
VIEW: Final = "library"
BOTS: Final = (VIEW, "gateway", "http")


@dataclass(frozen=True)
class Setup:
    """What a bot is told: the emulator's addresses, its files; to listen, a port and a key."""

    api: str
    gateway: str
    data: Path
    port: int
    key: str
    shards: ShardRange | None = None


async def run_ours(setup: Setup) -> None:
    """Run our bot until it is killed."""
    http = DiscordHttp(setup.key, "127.0.0.1", setup.port) if setup.port else None
    advisor = SolverPool(0.1)
    async with open_store(None, setup.data, DocumentCodec()) as store:
        await advisor.warm()
        leave_what_is_there()
        settings = Discord(TOKEN, setup.api, setup.gateway, http, setup.shards)
        service = Service(store, advisor)
        bot = DiscordBot(settings, store, store.turn_keeper(), service, LoopClock())
        carry = carrier(Results(store, advisor), {"discord": bot}, store)
        async with bot.connected(), carrying_out(store, carry):
            await bot.run(asyncio.Event())


class Field(ui.View):
    """As many buttons as our board has cells."""

    def __init__(self) -> None:
        """Make the buttons."""
        super().__init__(timeout=None)
        for number in range(SIDE * SIDE):
            self.add_item(Key(self, number))


class Key(ui.Button[Any]):
    """A button that edits the message it is on; its text is always another."""

    _presses: Final = count()

    def __init__(self, field: Field, number: int) -> None:
        """Be one of ``field``."""
        super().__init__(label=str(number), custom_id=f"key.{number}", row=number // SIDE)
        self._field = field

    async def callback(self, interaction: discord.Interaction) -> None:
        """Edit the message."""
        await interaction.response.edit_message(content=str(next(self._presses)), view=self._field)


class Library(discord.Client):
    """The library's client, with one command that sends the view."""

    def __init__(self) -> None:
        """Need no privileged intent."""
        super().__init__(intents=discord.Intents.default())
        self.tree = app_commands.CommandTree(self)
        self._field = Field()

    async def setup_hook(self) -> None:
        """Publish the command, and know the view again after a restart."""

        @self.tree.command(name="newgame", description="Send the buttons.")
        async def start(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("0", view=self._field)

        self.add_view(self._field)
        await self.tree.sync()


async def run_library(setup: Setup) -> None:
    """Run the library's client until it is killed."""
    with pointed(setup.api, setup.gateway):
        async with Library() as client:
            await client.start(TOKEN)


def main() -> None:
    """Run the bot that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", choices=BOTS)
    parser.add_argument("--api", required=True)
    parser.add_argument("--gateway", required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--key", default="")
    parser.add_argument("--shards", type=ShardRange.parse)
    given = parser.parse_args()
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    setup = Setup(given.api, given.gateway, given.data, given.port, given.key, given.shards)
    asyncio.run(run_library(setup) if given.bot == VIEW else run_ours(setup))


if __name__ == "__main__":
    main()
