"""The whole bot on Discord's emulator, and people who play on it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bot.advisor import SolverPool
from bot.app.button import ButtonDataError, read_button
from bot.app.documents import DocumentCodec
from bot.app.effects import Redraw
from bot.app.ports import Documents
from bot.app.results import Results
from bot.app.service import Service, chat_space
from bot.app.state import Session
from bot.config import Discord, DiscordHttp
from bot.i18n import Text, Translator
from bot.platforms.discord import DiscordBot
from bot.store import MailboxStore, carrying_out
from bot.store.memory import MemoryBackend
from bot.store.turns_memory import MemoryTurns
from core.grid import Cell
from core.move import Open
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.pointing import pointed
from tests.emulators.discord.rig import emulated
from tests.emulators.discord.world import Options, World
from tests.emulators.telegram.clock import VirtualClock

TRANSLATOR = Translator()
_PACE = 0.3
"""Seconds of the emulator a second."""


class Hand:
    """The app's clock on the emulator's time."""

    def __init__(self, clock: VirtualClock) -> None:
        """Sleep on ``clock``."""
        self._clock = clock

    async def sleep(self, seconds: float) -> None:
        """Sleep until the test has let ``seconds`` pass."""
        await self._clock.sleep(seconds, "bot")


@dataclass
class PlayingDiscord:
    """A worker at the emulator's gateway, and its store."""

    world: World
    store: MailboxStore
    bot: DiscordBot
    running: asyncio.Task[None]

    async def settle(self, interaction: Interaction | None = None, answered: int = 0) -> None:
        """Wait until an interaction is answered, and all that follows from it is shown.

        ``answered`` is the number of messages that the bot is to have sent by then.
        """
        clock = self.world.hub.clock
        assert isinstance(clock, VirtualClock)
        settled = asyncio.create_task(self._settled(interaction, answered))
        last = time.monotonic()
        async with asyncio.timeout(20):
            while not settled.done():
                # In step with the solver's threads, so that a deadline means what it says.
                now = time.monotonic()
                clock.advance((now - last) * _PACE)
                last = now
                await asyncio.sleep(0)
        await settled

    async def _settled(self, interaction: Interaction | None, answered: int) -> None:
        if interaction is not None:
            await interaction.settled(20)
        if answered:
            await self.world.called("create_message", answered, 20)
        await self.bot.drain()
        await self.store.settled()
        await self.bot.drain()

    async def press(self, message: Message, user: User, wanted: str) -> Interaction:
        """Return how a press went."""
        press = message.press(user, wanted)
        await self.settle(press)
        return press

    async def say(self, channel: Any, user: User, text: str) -> None:
        """Let ``user`` write, and wait for the bot's message about it."""
        before = len(self.world.calls("create_message"))
        channel.say(user, text)
        await self.settle(answered=before + 1)

    async def slash(self, channel: Any, user: User, command: str, **options: Any) -> Interaction:
        """Return how a slash command went."""
        made: Interaction = channel.slash(user, command, **options)
        await self.settle(made)
        return made

    async def session(self, channel: Any, number: int = 1) -> Session:
        """Return a game as it is kept."""

        def look(documents: Documents, _now: int) -> object:
            return documents.get(f"game:{number}")

        session = await self.store.view(chat_space(f"discord:{channel.id}"), look)
        assert isinstance(session, Session)
        return session

    async def safe_keys(self, message: Message, channel: Any, number: int = 1) -> list[str]:
        """Return the ids of the buttons of ``message`` that open cells without a mine."""
        game = (await self.session(channel, number)).game
        mines = game.minefield.mines if game.minefield else bytes(len(game.opened))
        return [data for data, cell in opening_keys(message) if not mines[cell]]


def components(message: Message) -> Iterator[dict[str, Any]]:
    """Return every component of a message, nested ones too."""
    waiting = list(message.content.components)
    while waiting:
        part = dict(waiting.pop(0))
        yield part
        waiting = [*part.get("components", []), *waiting]


def keys(message: Message) -> list[str]:
    """Return the ids of all buttons."""
    return [part["custom_id"] for part in components(message) if "custom_id" in part]


def opening_keys(message: Message) -> Iterator[tuple[str, Cell]]:
    """Return the id and the cell of every button that opens one."""
    for data in keys(message):
        try:
            action, _ = read_button(data)
        except ButtonDataError:
            continue
        move = getattr(action, "move", None)
        if isinstance(move, Open):
            yield data, move.cell


def label(key: str, language: str = "en") -> str:
    """Return what a control is called."""
    return TRANSLATOR.say(Text(f"control.{key}"), language)


@asynccontextmanager
async def playing_discord(
    options: Options | None = None,
    *,
    by_http: bool = False,
    backend: MemoryBackend | None = None,
) -> AsyncIterator[PlayingDiscord]:
    """Run the bot on a fresh emulator, at the gateway or ``by_http``."""
    async with emulated(options or Options(flood=False, check=False)) as rig:
        world = rig.world
        store = MailboxStore(backend or MemoryBackend(), DocumentCodec())
        advisor = SolverPool(0.02, deadline=60, waits_for_kernels=True)
        keeper = MemoryTurns(lambda: round(rig.clock.now() * 1e6))
        service = Service(store, advisor, look_seconds=60)
        http = DiscordHttp(world.endpoint.verify_key, "127.0.0.1", 0) if by_http else None
        settings = Discord(world.token, rig.server.api_url, rig.server.gateway_url, http)
        with pointed(rig.server.api_url, rig.server.gateway_url):
            bot = DiscordBot(settings, store, keeper, service, Hand(rig.clock), rig.clock.now)
            results = Results(store, advisor)

            async def carry(space: str, effect: object) -> None:
                if isinstance(effect, Redraw):
                    await bot.redraw(effect.chat, effect.number)
                else:
                    await results(space, effect)

            stopping = asyncio.Event()
            try:
                await advisor.warm()
                async with bot.connected(), carrying_out(store, carry):
                    run = asyncio.create_task(bot.run(stopping))
                    ready = asyncio.create_task(bot.ready())
                    await asyncio.wait({run, ready}, return_when=asyncio.FIRST_COMPLETED)
                    if run.done():
                        run.result()
                    if bot.endpoint:
                        world.endpoint.url = f"http://127.0.0.1:{bot.endpoint.port}/"
                    yield PlayingDiscord(world, store, bot, run)
                    stopping.set()
                    await run
            finally:
                await store.close()
                advisor.close()
