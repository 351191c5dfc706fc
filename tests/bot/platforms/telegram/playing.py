"""The whole bot on the emulator, and people who play on it."""

from __future__ import annotations

import asyncio
import json
import re
from asyncio import AbstractEventLoop, Task
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.state import Session
from bot.app.errands.results import Results
from bot.app.requests import request
from bot.app.service import Service
from bot.app.turns import TurnKeeper
from bot.config import Telegram, Webhook
from bot.delivery import carrier
from bot.i18n import Text, Translator, clean_name
from bot.i18n.text import Arg
from bot.platforms.telegram import TelegramBot, profile
from bot.platforms.telegram.intake import Incoming
from bot.platforms.telegram.intake.reading import Reader
from bot.store import MailboxStore, carrying_out
from bot.store.backend import Backend
from bot.store.turns_memory import MemoryTurns
from core.grid import Cell
from tests.bot.platforms.bot_clock import BotClock
from tests.bot.platforms.dealing import deal, opens, safe_cells, session_of, skip_time
from tests.bot.platforms.troubled import TroubledBackend
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.clock import VirtualClock
from tests.emulators.telegram.group import Group
from tests.emulators.telegram.inline import InlineMessage
from tests.emulators.telegram.message import Message
from tests.emulators.telegram.people import User
from tests.emulators.telegram.press import Press
from tests.emulators.telegram.private import PrivateChat
from tests.emulators.telegram.rig import serving
from tests.emulators.telegram.server import TOKEN, Server
from tests.emulators.telegram.wire import Json
from tests.emulators.telegram.world import Options, World
from tests.patience import PATIENCE_S

TRANSLATOR = Translator()
_TASKS: ContextVar[set[Task[Any]]] = ContextVar("tasks")
"""The tasks of the worker whose code is running."""


@dataclass
class Playing:
    """A worker, and its store."""

    world: World
    store: MailboxStore
    bot: TelegramBot
    solver: SolverPool
    tasks: set[Task[Any]] = field(default_factory=set)

    @property
    def clock(self) -> VirtualClock:
        """Return the clock that the emulator and all workers go by."""
        assert isinstance(self.world.hub.clock, VirtualClock)
        return self.world.hub.clock

    @property
    def backend(self) -> TroubledBackend:
        """Return the backend of the store, if the test has not given another."""
        assert isinstance(self.store._backend, TroubledBackend)
        return self.store._backend

    def in_private(self, name: str = "Ann", language: str = "en") -> tuple[User, PrivateChat]:
        """Return a player and their private chat with the bot."""
        user = self.world.user(name, language)
        return user, self.world.private(user)

    def in_group(self, name: str = "Ann", language: str = "en") -> tuple[User, Group]:
        """Return a player and their supergroup, which the bot is in."""
        user = self.world.user(name, language)
        return user, self.world.supergroup("Sweepers", user)

    def two_in_group(self) -> tuple[User, User, Group]:
        """Return Ann, Bob and a supergroup of Ann's."""
        ann, bob = self.world.user("Ann"), self.world.user("Bob")
        return ann, bob, self.world.supergroup("Sweepers", ann, bob)

    async def settle(self, *others: Playing) -> None:
        """Let time pass until this worker and ``others`` have answered and shown everything."""
        async with self.clock.passing():
            await self._settled(*others)

    async def _settled(self, *others: Playing) -> None:
        await self.world.drained(PATIENCE_S)
        for worker in (self, *others):
            await worker.store.settled()
            await worker.bot.drain()

    async def pass_time(self, seconds: float) -> None:
        """Let ``seconds`` pass, and all that is due in them be done."""
        async with self.clock.passing():
            await self.clock.sleep(seconds, "test")

    async def reach(self, condition: Callable[[], object]) -> None:
        """Let time pass until ``condition`` is true."""
        async with self.clock.passing() as loop:
            await loop.until(condition)

    def read(self, body: Json) -> Incoming:
        """Return an update as the intake hands it on."""
        incoming = Reader(self.bot._bot).read(json.dumps(body).encode())
        assert isinstance(incoming, Incoming)
        return incoming

    async def take(self, body: Json) -> None:
        """Handle an update without the intake, which would acknowledge it once this returns."""
        await self.bot._chat.handle(self.read(body))

    def posted(self) -> Json:
        """Return the newest update; the bot can no longer poll it or those before it."""
        self.world.updates.drop()
        return self.world.updates.posted[-1]

    async def kill(self) -> None:
        """End everything the worker is doing, wherever it is."""
        doomed = [task for task in self.tasks if not task.done()]
        for task in doomed:
            task.cancel()
        await asyncio.gather(*doomed, return_exceptions=True)

    async def say(self, chat: Chat, user: User, text: str) -> Message:
        """Return the bot's last message after ``user`` has written ``text``."""
        chat.say(user, text)
        await self.settle()
        return chat.last

    async def answer(self, chat: Chat, user: User, text: str, to: Message) -> Message:
        """Return the bot's last message after ``user`` has answered ``to`` with ``text``."""
        chat.say(user, text, to)
        await self.settle()
        return chat.last

    async def press(self, message: Message, user: User, wanted: str) -> Press:
        """Return the press of ``user`` on the button ``wanted``, once the bot has answered it."""
        press = message.press(user, wanted)
        await self.settle()
        return press

    async def skip_time(self, seconds: float) -> None:
        """Move the clock on by ``seconds``, and have the store read it."""
        await skip_time(self.store, self.clock, seconds)

    async def session(self, place: Chat | User | str, number: int = 1) -> Session:
        """Return a game as it is kept: in a chat, in private with a player, or by a chat's id."""
        chat = place if isinstance(place, str) else f"telegram:{place.id}"
        return await session_of(self.store, chat, number)

    async def deal(self, chat: Chat, owner: User, layout: str, first: int = 0) -> None:
        """Begin a game whose layout is drawn with M for mines, ``first`` opened."""
        player = request.Player(f"telegram:{owner.id}", clean_name(owner.first_name))
        place = request.Chat(f"telegram:{chat.id}", chat.kind == "private")
        await deal(self.store, place, player, layout, first)

    async def dealt(self, chat: Chat, owner: User, layout: str, first: int = 0) -> Message:
        """Begin a game as ``deal`` does; return the board that its owner has asked for."""
        await self.deal(chat, owner, layout, first)
        return await self.say(chat, owner, "/board")

    async def safe_keys(
        self, message: Message | InlineMessage, place: Chat | User | str, number: int = 1
    ) -> list[str]:
        """Return the data of the buttons of ``message`` that open cells without a mine."""
        safe = safe_cells((await self.session(place, number)).game)
        return [data for data, cell in opening_keys(message) if safe[cell]]

    async def win(self, board: Message, user: User, place: Chat | User, number: int = 1) -> None:
        """Have ``user`` open all cells without a mine by the buttons of ``board``."""
        while safe := await self.safe_keys(board, place, number):
            await self.press(board, user, safe[0])


def keys(message: Message | InlineMessage) -> Iterator[str]:
    """Return the data of every button."""
    for row in message.content.keyboard:
        for key in row:
            if "callback_data" in key:
                yield key["callback_data"]


def opening_keys(message: Message | InlineMessage) -> Iterator[tuple[str, Cell]]:
    """Return the data and the cell of every button that opens one."""
    return ((key, cell) for key, cell, _ in opens(keys(message)))


def key_of(message: Message | InlineMessage, cell: Cell) -> str:
    """Return the data of the button for ``cell``."""
    return next(key for key in keys(message) if re.fullmatch(rf"\d+m\.[o!]\.{cell}\.\d+", key))


def words(key: str, language: str = "en", **args: Arg) -> str:
    """Return the text named ``key`` in ``language``."""
    return TRANSLATOR.say(Text(key, **args), language)


def start_of(message: Message) -> str:
    """Return the start parameter of the link in ``message``."""
    link = message.text.splitlines()[-1]
    parts = urlsplit(link)
    assert (parts.netloc, parts.path) == ("t.me", "/mines_test_bot")
    return parse_qs(parts.query)["start"][0]


def label(key: str, language: str = "en") -> str:
    """Return what a control is called."""
    return words(f"control.{key}", language)


@asynccontextmanager
async def playing(
    folder: Path,
    options: Options | None = None,
    backend: Backend | None = None,
    webhook: Webhook | None = None,
    *,
    published: bool = True,
) -> AsyncIterator[Playing]:
    """Run the bot on a fresh emulator, its files in ``folder``."""
    async with (
        serving(options) as server,
        deployment(server, folder, backend).worker(webhook=webhook, published=published) as play,
    ):
        yield play


@dataclass
class Deployment:
    """What workers share: an emulator, documents, turns."""

    server: Server
    folder: Path
    backend: Backend
    keeper: TurnKeeper

    @asynccontextmanager
    async def worker(
        self,
        backend: Backend | None = None,
        *,
        polls: bool = True,
        webhook: Webhook | None = None,
        published: bool = True,
    ) -> AsyncIterator[Playing]:
        """Run a worker, which ``polls`` for updates, has a ``webhook`` or gets them from the test.

        It publishes the commands first, unless they are ``published`` as if by a worker before it.
        """
        tasks: set[Task[Any]] = set()
        noting = _TASKS.set(tasks)
        asyncio.get_running_loop().set_task_factory(_noting_tasks)
        clock = self.server.world.hub.clock
        assert isinstance(clock, VirtualClock)
        store = MailboxStore(backend or self.backend, DocumentCodec())
        solver = SolverPool(0.1, deadline=60, waits_for_kernels=True)
        settings = Telegram(TOKEN, self.server.api_url, webhook)
        service = Service(store, solver, look_seconds=60, clock=BotClock(clock))
        bot = TelegramBot(settings, self.folder, store, self.keeper, service, BotClock(clock))
        play = Playing(self.server.world, store, bot, solver, tasks)
        if published:
            told = profile._profile(profile._calls(TRANSLATOR))
            await profile._note(int(TOKEN.partition(":")[0]), told, store)
        try:
            async with AsyncExitStack() as stack:
                await stack.enter_async_context(bot.connected())
                carry = carrier(Results(store, solver), {"telegram": bot}, store)
                await stack.enter_async_context(carrying_out(store, carry))
                stopping = asyncio.Event()
                run = asyncio.create_task(bot.run(stopping) if polls else stopping.wait())
                _TASKS.reset(noting)
                try:
                    yield play
                finally:
                    # Where a test has failed, something may wait for the store, or for the time.
                    if isinstance(store._backend, TroubledBackend):
                        store._backend.recover()
                    stopping.set()
                    async with clock.passing():
                        await asyncio.wait([run])
                        await stack.aclose()
                await asyncio.gather(run, return_exceptions=run.cancelled())
        finally:
            await store.close()
            solver.close()


def deployment(server: Server, folder: Path, backend: Backend | None = None) -> Deployment:
    """Return an empty deployment; documents are kept in memory unless a ``backend`` is given."""
    clock = server.world.hub.clock
    keeper = MemoryTurns(lambda: round(clock.now() * 1e6))
    memory = TroubledBackend(lambda: round(clock.now() * 1000))
    return Deployment(server, folder, backend or memory, keeper)


@asynccontextmanager
async def two_workers(
    folder: Path, backends: list[Backend], webhook: Webhook | None = None
) -> AsyncIterator[list[Playing]]:
    """Run two workers that share documents and turns, and get updates from the test alone."""
    async with serving() as server:
        shared = deployment(server, folder)
        one = shared.worker(backends[0], polls=False, webhook=webhook)
        two = shared.worker(backends[-1], polls=False, webhook=webhook)
        async with one as first, two as second:
            yield [first, second]


def _noting_tasks(loop: AbstractEventLoop, coroutine: Any, **given: Any) -> Task[Any]:
    """Make a task, and note it as one of the worker whose code asks for it."""
    task: Task[Any] = Task(coroutine, loop=loop, **given)
    if (tasks := _TASKS.get(None)) is not None:
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    return task
