"""The whole bot on the emulator, and people who play on it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.advisor import SolverPool
from bot.app.button import read_button
from bot.app.documents import DocumentCodec
from bot.app.effects import Redraw
from bot.app.results import Results
from bot.app.service import Service, chat_space
from bot.app.state import Session
from bot.config import Telegram
from bot.i18n import Text, Translator
from bot.platforms.telegram import TelegramBot
from bot.store import MailboxStore, carrying_out
from bot.store.memory import MemoryBackend
from bot.store.turns_memory import MemoryTurns
from core.grid import Cell
from core.move import Open
from tests.bot.platforms.telegram.telegram_rig import BotClock
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.clock import VirtualClock
from tests.emulators.telegram.message import Message
from tests.emulators.telegram.people import User
from tests.emulators.telegram.press import Press
from tests.emulators.telegram.rig import serving
from tests.emulators.telegram.server import TOKEN
from tests.emulators.telegram.world import Options, World

TRANSLATOR = Translator()
_STEP = 0.01


@dataclass
class Playing:
    """A worker that polls the emulator, and its store."""

    world: World
    store: MailboxStore
    bot: TelegramBot

    async def settle(self) -> None:
        """Let virtual time pass until all that was said has been answered and shown."""
        clock = self.world.hub.clock
        assert isinstance(clock, VirtualClock)
        settled = asyncio.create_task(self._settled())
        async with asyncio.timeout(30):
            while not settled.done():
                clock.advance(_STEP)
                await asyncio.sleep(0)
        await settled

    async def _settled(self) -> None:
        await self.world.drained(30)
        await self.store.settled()
        await self.bot.drain()

    async def say(self, chat: Chat, user: User, text: str) -> Message:
        """Return what the bot shows last after ``user`` has written ``text``."""
        chat.say(user, text)
        await self.settle()
        return chat.last

    async def answer(self, chat: Chat, user: User, text: str, to: Message) -> Message:
        """Return what the bot shows last after ``user`` has answered a message."""
        chat.say(user, text, to)
        await self.settle()
        return chat.last

    async def press(self, message: Message, user: User, wanted: str) -> Press:
        """Return how a press went."""
        press = message.press(user, wanted)
        await self.settle()
        return press

    async def session(self, chat: str, number: int = 1) -> Session:
        """Return a game as it is kept."""

        def look(documents: object, _now: int) -> object:
            return documents.get(f"game:{number}")  # type: ignore[attr-defined]  # a Documents

        session = await self.store.view(chat_space(chat), look)
        assert isinstance(session, Session)
        return session

    async def safe_keys(self, message: Message, chat: str, number: int = 1) -> list[str]:
        """Return the data of the buttons of ``message`` that open cells without a mine."""
        game = (await self.session(chat, number)).game
        mines = game.minefield.mines if game.minefield else bytes(len(game.opened))
        return [data for data, cell in opening_keys(message) if not mines[cell]]


def keys(message: Message) -> Iterator[str]:
    """Return the data of every button."""
    for row in message.content.keyboard:
        for key in row:
            if "callback_data" in key:
                yield key["callback_data"]


def opening_keys(message: Message) -> Iterator[tuple[str, Cell]]:
    """Return the data and the cell of every button that opens one."""
    for data in keys(message):
        action, _ = read_button(data)
        move = getattr(action, "move", None)
        if isinstance(move, Open):
            yield data, move.cell


def label(key: str, language: str = "en") -> str:
    """Return what a control is called."""
    return TRANSLATOR.say(Text(f"control.{key}"), language)


@asynccontextmanager
async def playing(folder: Path, options: Options | None = None) -> AsyncIterator[Playing]:
    """Run the bot on a fresh emulator, its files in ``folder``."""
    async with serving(options) as server:
        store = MailboxStore(MemoryBackend(), DocumentCodec())
        advisor = SolverPool(0.1, deadline=60, waits_for_kernels=True)
        clock = server.world.hub.clock
        assert isinstance(clock, VirtualClock)
        keeper = MemoryTurns(lambda: round(clock.now() * 1e6))
        settings = Telegram(TOKEN, server.api_url)
        service = Service(store, advisor, clock=BotClock(clock))
        bot = TelegramBot(settings, folder, store, keeper, service, BotClock(clock))
        results = Results(store, advisor)

        async def carry(space: str, effect: object) -> None:
            if isinstance(effect, Redraw):
                await bot.redraw(effect.chat, effect.number)
            else:
                await results(space, effect)

        stopping = asyncio.Event()
        try:
            async with bot.connected(), carrying_out(store, carry):
                run = asyncio.create_task(bot.run(stopping))
                yield Playing(server.world, store, bot)
                stopping.set()
                while not run.done():
                    clock.advance(_STEP)
                    await asyncio.sleep(0)
                await run
        finally:
            await store.close()
            advisor.close()
