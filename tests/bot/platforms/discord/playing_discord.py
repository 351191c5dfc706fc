"""The whole bot on Discord's emulator, and people who play on it."""

from __future__ import annotations

import asyncio
import re
from asyncio import FIRST_COMPLETED
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.state import Session
from bot.app.errands.results import Results
from bot.app.requests import request
from bot.app.requests.actions import Choice, SetChoice
from bot.app.requests.button import write_button
from bot.app.service import Service
from bot.config import Discord, DiscordHttp
from bot.delivery import carrier
from bot.i18n import Text, Translator
from bot.i18n.text import Arg
from bot.platforms.discord import DiscordBot
from bot.shard_range import ShardRange
from bot.store import MailboxStore, carrying_out
from bot.store.backend import Backend
from bot.store.turns_memory import MemoryTurns
from core.grid import Cell
from tests.bot.platforms.bot_clock import BotClock
from tests.bot.platforms.dealing import deal, opens, safe_cells, session_of, skip_time
from tests.bot.platforms.troubled import TroubledBackend
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.content import Content
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.pointing import pointed
from tests.emulators.discord.rig import Rig, emulated
from tests.emulators.discord.world import Options, World
from tests.emulators.telegram.clock import VirtualClock

T = TypeVar("T")

TRANSLATOR = Translator()


@dataclass
class PlayingDiscord:
    """A worker on the emulator, and its store."""

    world: World
    store: MailboxStore
    bot: DiscordBot
    running: asyncio.Task[None]
    stopping: asyncio.Event

    @property
    def clock(self) -> VirtualClock:
        """Return the clock that the emulator and the bot share."""
        assert isinstance(self.world.hub.clock, VirtualClock)
        return self.world.hub.clock

    @property
    def backend(self) -> TroubledBackend:
        """Return the backend of the store, if the test has not given another."""
        assert isinstance(self.store._backend, TroubledBackend)
        return self.store._backend

    def in_server(self, name: str = "Ann", locale: str = "en-US") -> tuple[User, Channel]:
        """Return a player and a channel of their server, which the bot is in."""
        user = self.world.user(name, locale)
        return user, self.world.guild("Sweepers", user).channel("mines")

    def two_in_server(self) -> tuple[User, User, Channel]:
        """Return Ann, Bob and a channel of Ann's server."""
        ann, bob = self.world.user("Ann"), self.world.user("Bob")
        return ann, bob, self.world.guild("Sweepers", ann, bob).channel("mines")

    def in_private(self, name: str = "Ann", locale: str = "en-US") -> tuple[User, Channel]:
        """Return a player and their direct messages with the bot."""
        user = self.world.user(name, locale)
        return user, self.world.dm(user)

    def as_guest(self, locale: str = "en-US") -> tuple[User, Channel]:
        """Return a player who brings the bot along, and a channel of a server that it is not in."""
        ann, bob = self.world.user("Ann", locale, installed=True), self.world.user("Bob")
        return ann, self.world.guild("Strangers", bob, ann, installed=False).channel("talk")

    async def settle(self, interaction: Interaction | None = None, answered: int = 0) -> None:
        """Wait until the bot has answered an interaction and shown all that follows from it.

        ``answered`` is the number of messages that the bot is to have sent by then.
        """
        async with self.clock.passing():
            await self._answered(interaction, answered)
            await self._shown()

    async def passing(self, what: Awaitable[T]) -> T:
        """Await ``what`` while time passes."""
        async with self.clock.passing():
            return await what

    async def reach(self, condition: Callable[[], object]) -> None:
        """Let time pass until ``condition`` is true."""
        async with self.clock.passing() as loop:
            await loop.until(condition)

    async def _answered(self, interaction: Interaction | None, answered: int) -> None:
        if interaction is not None:
            await interaction.settled()
        if answered:
            await self.world.called("create_message", answered)

    async def _shown(self) -> None:
        await self.bot.drain()
        await self.store.settled()
        await self.bot.drain()

    async def press(self, message: Message, user: User, wanted: str) -> Interaction:
        """Let ``user`` press a button; return the interaction once all is shown."""
        press = message.press(user, wanted)
        await self.settle(press)
        return press

    async def say(self, channel: Any, user: User, text: str) -> None:
        """Let ``user`` write, and wait for the bot's message about it."""
        before = len(self.world.calls("create_message"))
        channel.say(user, text)
        await self.settle(answered=before + 1)

    async def mention(self, channel: Channel, user: User, text: str) -> None:
        """Let ``user`` write ``text`` to the bot in a server, and wait for its message about it."""
        await self.say(channel, user, f"{self.world.bot.mention} {text}")

    async def slash(self, channel: Any, user: User, command: str, **options: Any) -> Interaction:
        """Let ``user`` send a slash command; return the interaction once all is shown."""
        made: Interaction = channel.slash(user, command, **options)
        await self.settle(made)
        return made

    async def begin(self, channel: Any, user: User, **wish: Any) -> Message:
        """Let ``user`` begin a game and press its first button that opens; return its board."""
        board = (await self.slash(channel, user, "newgame", **wish)).reply
        await self.press(board, user, next(opening_keys(board))[0])
        return board

    async def solving(self, channel: Any, user: User) -> Message:
        """Let the solver play a game of ``user`` in the emulator's time; return its board."""
        board = (await self.slash(channel, user, "newgame", level="easy", noguess=True)).reply
        await self.settle(board.forge(user, "1solve.step"))
        board.forge(user, "1solve.all")
        await self.reach(lambda: label("solve_stop") in str(board.labels))
        return board

    async def sent(self, channel: Channel, user: User, command: str, **options: Any) -> Interaction:
        """Send a command with options that no client of Discord's would send; return it."""
        made = commanded(channel, user, command, **options)
        await self.settle(made)
        return made

    async def deal(self, channel: Channel, owner: User, layout: str, first: int = 0) -> None:
        """Begin a game: ``layout`` draws its mines as M, and ``first`` is opened."""
        player = request.Player(f"discord:{owner.id}", owner.name)
        place = request.Chat(f"discord:{channel.id}", channel.guild is None)
        await deal(self.store, place, player, layout, first)

    async def dealt(self, channel: Channel, owner: User, layout: str, first: int = 0) -> Message:
        """Begin a game as ``deal`` does; return the board that its owner has asked for."""
        await self.deal(channel, owner, layout, first)
        return (await self.slash(channel, owner, "board")).reply

    async def skip_time(self, seconds: float) -> None:
        """Move the clock, and have the store notice it."""
        await skip_time(self.store, self.clock, seconds)

    async def session(self, channel: Any, number: int = 1) -> Session:
        """Return a game as the store keeps it."""
        return await session_of(self.store, f"discord:{channel.id}", number)

    async def reach_session(self, channel: Any, condition: Callable[[Session], object]) -> None:
        """Let time pass until ``condition`` is true of the channel's first stored game."""
        while not condition(await self.session(channel)):
            await self.passing(self.clock.sleep(0.01, "test"))

    async def play_out(self, channel: Channel, number: int = 1) -> None:
        """Let time pass until a game that the solver plays is over and shown."""
        while not (await self.session(channel, number)).game.outcome:
            await self.passing(self.clock.sleep(1, "test"))
        await self.settle()

    async def check_edited(self, board: Message, before: Content) -> None:
        """Check that a first move which no answer could show stands, and that an edit shows it."""
        await self.world.called("update_message", 1)
        await self.settle()
        assert len((await self.session(board.home)).game.history) == 1
        assert board.home.shown == [board]
        assert board.content != before

    async def resume_solver(self, board: Message, user: User) -> None:
        """Let ``user`` have the solver, which is to be at work on ``board``, play it to the end."""
        await self.press(board, user, label("solve_stop"))
        await self.passing(board.press(user, label("solve_all")).settled())
        await self.settle()
        assert (await self.session(board.home)).game.outcome

    def refused(self) -> list[str]:
        """Return the calls that Discord has refused."""
        return [call.name for call in self.world.requests if call.error]

    async def safe_keys(self, message: Message, channel: Any, number: int = 1) -> list[str]:
        """Return the ids of the buttons of ``message`` that open cells without a mine."""
        safe = safe_cells((await self.session(channel, number)).game)
        return [data for data, cell in opening_keys(message) if safe[cell]]

    async def win(self, board: Message, player: User, channel: Any, number: int = 1) -> None:
        """Have ``player`` open all cells without a mine by the buttons of ``board``."""
        while safe := await self.safe_keys(board, channel, number):
            await self.press(board, player, safe[0])

    async def won(self, channel: Channel, user: User) -> Message:
        """Let ``user`` begin the channel's first game and win it; return its board."""
        board = await self.begin(channel, user, rows=5, cols=5, mines=3)
        await self.win(board, user, channel)
        return board


def commanded(channel: Channel, user: User, command: str, **options: Any) -> Interaction:
    """Send a slash command with options of any kind, by the names that the bot knows."""
    given = [{"name": name, "type": 3, "value": value} for name, value in options.items()]
    data = {"id": "1", "name": command, "type": 1, "options": given}
    return channel.interactions.begin(2, user, channel, data)


def opening_keys(message: Message) -> Iterator[tuple[str, Cell]]:
    """Return the id and the cell of every button that opens one."""
    return ((key, cell) for key, cell, _ in opens(message.keys))


def key_of(message: Message, cell: Cell) -> str:
    """Return the id of the button for ``cell``."""
    return next(key for key in message.keys if re.fullmatch(rf"\d+m\.[o!]\.{cell}\.\d+", key))


def words(key: str, language: str = "en", **args: Arg) -> str:
    """Return the text named ``key`` in ``language``."""
    return TRANSLATOR.say(Text(key, **args), language)


def label(key: str, language: str = "en") -> str:
    """Return the label of a control."""
    return words(f"control.{key}", language)


async def pinning(play: PlayingDiscord, user: User) -> Channel:
    """Return a channel of a server whose boards are pinned, and where the bot may do so."""
    guild = play.world.guild("Sweepers", user)
    channel = guild.channel("mines")
    guild.role("pinner", Permission.PIN_MESSAGES, play.world.bot)
    settings = (await play.slash(channel, user, "settings")).reply
    await play.press(settings, user, write_button(SetChoice(Choice.PIN, "on")))
    return channel


async def plays(play: PlayingDiscord) -> None:
    """Check that the bot plays."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Sweepers", ann).channel("mines")
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
    await play.press(board, ann, key_of(board, 12))
    assert len((await play.session(channel)).game.history) == 1


@dataclass
class Deployment:
    """What workers share: an emulator, documents, turns."""

    rig: Rig
    backend: Backend
    keeper: MemoryTurns

    @asynccontextmanager
    async def worker(
        self,
        *,
        by_http: bool = False,
        token: str | None = None,
        advisor: SolverPool | None = None,
        shards: ShardRange | None = None,
    ) -> AsyncIterator[PlayingDiscord]:
        """Run a worker, at the gateway or ``by_http``, with a ``token`` and a solver of its own.

        It has these ``shards``, or all.
        """
        world, server = self.rig.world, self.rig.server
        store = MailboxStore(self.backend, DocumentCodec())
        advisor = advisor or SolverPool(0.02, deadline=60, waits_for_kernels=True)
        clock = BotClock(self.rig.clock)
        service = Service(store, advisor, look_seconds=60, clock=clock)
        http = DiscordHttp(world.endpoint.verify_key, "127.0.0.1", 0) if by_http else None
        known = token or world.token
        settings = Discord(known, server.api_url, server.gateway_url, http, shards)
        bot = DiscordBot(settings, store, self.keeper, service, clock, self.rig.clock.now)
        stopping = asyncio.Event()
        try:
            await advisor.warm()
            async with AsyncExitStack() as stack:
                async with self.rig.clock.passing():
                    await stack.enter_async_context(bot.connected())
                    carry = carrier(Results(store, advisor), {"discord": bot}, store)
                    await stack.enter_async_context(carrying_out(store, carry))
                    run = asyncio.create_task(bot.run(stopping))
                    ready = asyncio.create_task(bot.ready())
                    await asyncio.wait({run, ready}, return_when=FIRST_COMPLETED)
                if run.done():
                    run.result()
                if bot.endpoint:
                    world.endpoint.url = f"http://127.0.0.1:{bot.endpoint.port}/"
                try:
                    yield PlayingDiscord(world, store, bot, run, stopping)
                finally:
                    # Where a test has failed, something may wait for the store, or for the time.
                    if isinstance(self.backend, TroubledBackend):
                        self.backend.recover()
                    async with self.rig.clock.passing():
                        stopping.set()
                        await run
                        await stack.aclose()
        finally:
            async with self.rig.clock.passing():
                await store.close()
            advisor.close()


@asynccontextmanager
async def deployment(
    options: Options | None = None,
    backend: Backend | None = None,
    before: Callable[[World], None] = lambda _: None,
) -> AsyncIterator[Deployment]:
    """Run a fresh emulator after ``before`` has prepared it; keep documents in ``backend``."""
    async with emulated(options or Options(flood=False, check=False)) as rig:
        before(rig.world)
        keeper = MemoryTurns(lambda: round(rig.clock.now() * 1e6))
        with pointed(rig.server.api_url, rig.server.gateway_url):
            memory = TroubledBackend(lambda: round(rig.clock.now() * 1000))
            yield Deployment(rig, backend or memory, keeper)


@asynccontextmanager
async def playing_discord(
    options: Options | None = None,
    *,
    by_http: bool = False,
    advisor: SolverPool | None = None,
    backend: Backend | None = None,
    before: Callable[[World], None] = lambda _: None,
) -> AsyncIterator[PlayingDiscord]:
    """Run the bot on a fresh emulator, at the gateway or ``by_http``, with a solver of its own."""
    async with (
        deployment(options, backend, before) as shared,
        shared.worker(by_http=by_http, advisor=advisor) as play,
    ):
        yield play
