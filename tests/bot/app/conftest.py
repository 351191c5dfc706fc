"""A table to play at: the whole app on a store in memory, with layouts of the test's choice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from itertools import count
from typing import TypeVar

import pytest
from msgspec.structs import replace

from bot.advisor import SolverPool
from bot.app.decision import Decision, Documents, Write
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.spaces import chat_space
from bot.app.documents.state import ChatState, Entry, Session
from bot.app.errands import results, reviewing
from bot.app.errands.results import Results
from bot.app.ports import Applied
from bot.app.requests.actions import Action
from bot.app.requests.commands import read
from bot.app.requests.request import Chat, Player, Request
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Screen
from bot.app.screens.times import duration
from bot.app.service import Service
from bot.i18n import LANGUAGES, Translator
from bot.store import MailboxStore
from bot.store.memory import MemoryBackend
from bot.store.server_clock import ServerClock
from core.board import Board
from core.game import Game, Played
from core.minefield import Minefield
from core.move import Open
from core.rules import Rules
from tests.bot.platforms.dealing import session_of
from tests.patience import PATIENCE_S

TRANSLATOR = Translator()
S = TypeVar("S", bound=MailboxStore)
D = TypeVar("D")


class Time:
    """The store's clock, moved by hand."""

    def __init__(self) -> None:
        """Begin somewhere."""
        self.now = 1_000_000

    def __call__(self) -> int:
        """Return the time in ms."""
        return self.now


class NoTime:
    """A clock that lets no time pass."""

    async def sleep(self, _seconds: float) -> None:
        """Go on at once."""


class Table:
    """One chat, played in from the outside."""

    def __init__(self) -> None:
        """Set the table."""
        self.time = Time()
        self.backend = MemoryBackend(self.time)
        self.advisor = SolverPool(budget=0.1, deadline=60, waits_for_kernels=True)
        self.store = self.another(MailboxStore)
        self.store.carry = Results(self.store, self.advisor)
        self.service = Service(self.store, self.advisor, look_seconds=60, clock=NoTime())
        self.private = True
        self.in_place = False
        self.only_answers = False
        self.server: str | None = None
        self.thread: str | None = None
        self.chat = "test:room"
        self._operations = count()

    async def ask(
        self,
        action: Action | str,
        player: str = "ann",
        operation: str | None = None,
        game: int | None = None,
        language: str = "en",
    ) -> Reply:
        """Return the reply to what ``player`` asks for, or writes, on the board of ``game``.

        ``language`` is what the platform says of them. What is answered can be said in every one.
        """
        asked = self.request(action, player, operation, game, language)
        return said_in_every_language(await self.service.handle(asked))

    async def settled(
        self, action: Action | str, player: str = "ann", game: int | None = None
    ) -> Reply:
        """Return the reply, once all effects that follow on it are carried out."""
        reply = await self.ask(action, player, game=game)
        await self.store.settled()
        return reply

    async def follow(self, request: Request) -> list[Reply]:
        """Return the answer to ``request`` and all that follows on it."""
        replies = [await self.service.carry_out(request)]
        while replies[-1].unfinished:
            replies.append(await self.service.more(request, replies[-1]))
        return [*map(said_in_every_language, replies)]

    def request(
        self,
        action: Action | str,
        player: str = "ann",
        operation: str | None = None,
        game: int | None = None,
        language: str = "en",
    ) -> Request:
        """Return the request that ``ask`` answers."""
        return Request(
            operation or f"op{next(self._operations)}",
            Chat(
                self.chat,
                self.private,
                self.thread,
                self.in_place,
                server=self.server,
                only_answers=self.only_answers,
            ),
            Player(f"test:{player}", player.title()),
            read(action) if isinstance(action, str) else action,
            language,
            game,
        )

    async def say(self, text: str, player: str = "ann", language: str | None = None) -> list[str]:
        """Return the sentences that ``player`` is answered with."""
        return words(await self.ask(text, player), language)

    async def board(self) -> list[str]:
        """Return the rows of the current board in the text notation."""
        return str((await self.shown("/board")).board).split()[1:]

    async def shown(
        self,
        action: Action | str,
        player: str = "ann",
        game: int | None = None,
        language: str = "en",
    ) -> Screen:
        """Return the board that ``player`` is answered with."""
        screen = (await self.ask(action, player, game=game, language=language)).screen
        assert screen
        return screen

    async def screen(self, number: int = 1) -> Screen:
        """Return the board of a game of the chat as anybody sees it by now."""
        screen = await self.service.screen(self.chat, number)
        assert screen
        return screen

    async def session(self, number: int = 1) -> Session:
        """Return a game of the chat as it is kept."""
        return await session_of(self.store, self.chat, number)

    async def wait(self, ms: int) -> None:
        """Let ``ms`` pass on the store's clock, and let the store notice."""
        self.time.now += ms
        await self.store.view(chat_space(self.chat), lambda *_: None)

    async def at(self, ms: int) -> None:
        """Let it be ``ms`` by the store's clock, and let the store notice."""
        await self.wait(ms - self.time.now)

    def another(self, kind: type[S]) -> S:
        """Return the store of another worker.

        Between its answers no time passes either, however busy the machine.
        """
        return kind(self.backend, DocumentCodec(), ServerClock(lambda: 0.0))

    async def shown_time(self, text: str) -> str:
        """Return the time on the board that ``text`` is answered with."""
        return duration((await self.shown(text)).elapsed)

    async def deal(
        self, layout: str, first: int = 0, player: str = "ann", **options: bool | int
    ) -> None:
        """Put a game of ``player`` on the table, whose rules have ``options``.

        Its layout is drawn with M for mines, and ``first`` is opened.
        """
        board = Board.parse(layout)
        rules = replace(Rules(board.grid.rows, board.grid.cols, board.mines), **options)
        played = Game.new(rules).play(Open(first), lambda *_: Minefield(board.grid, board.shown))
        assert isinstance(played, Played)
        await self.put(played.game, player)

    async def put(self, game: Game, player: str = "ann") -> None:
        """Put a running game of ``player`` on the table, a second later than all before.

        Whoever else has moved in it has a seat as well.
        """
        await self.wait(1000)
        others = range(1, 1 + max((timed.by for timed in game.history), default=0))

        def decide(documents: Documents, now: int) -> Decision[None]:
            chat = documents.get("chat")
            chat = chat if isinstance(chat, ChatState) else ChatState()
            number = chat.next_number
            begun = Session(
                number, f"test:{player}", game, private=self.private, thread=self.thread
            )
            seated, _ = begun.seat(Player(f"test:{player}", player.title()))
            for by in others:
                seated, _ = seated.seat(Player(f"test:other{by}", f"Other {by}"))
            session = replace(seated, clock=seated.clock.move(now, game))
            after = replace(
                chat,
                current=number,
                next_number=number + 1,
                games=(*chat.games, Entry(number)),
                last_rules=game.rules,
            )
            return Decision(None, {"chat": Write(after), f"game:{number}": Write(session)})

        done = await self.store.update(
            chat_space(self.chat), f"deal{next(self._operations)}", decide
        )
        assert isinstance(done, Applied)


def words(reply: Reply, language: str | None = None) -> list[str]:
    """Return the sentences of ``reply``."""
    return [TRANSLATOR.say(text, language or reply.language) for text in reply.texts]


def offered(reply: Reply) -> list[Action]:
    """Return what the buttons of ``reply`` do."""
    return [button.action for row in reply.buttons for button in row]


def labels(reply: Reply) -> list[str]:
    """Return what the buttons of ``reply`` are called."""
    return [TRANSLATOR.say(button.label, "en") for row in reply.buttons for button in row]


def drawn(reply: Reply, kind: type[D]) -> D:
    """Return what the picture of ``reply`` shows, which is of ``kind``."""
    assert reply.picture
    assert isinstance(reply.picture.subject, kind)
    return reply.picture.subject


def said_in_every_language(reply: Reply) -> Reply:
    """Return ``reply``, whose sentences and buttons have words in each language."""
    labels = (button.label for row in reply.buttons for button in row)
    for text in (*reply.texts, *labels):
        assert all(TRANSLATOR.say(text, language).strip() for language in LANGUAGES), text
    return reply


def cells_left(game: Game) -> list[int]:
    """Return the cells that are left to open: the closed ones without a mine."""
    assert game.minefield
    mines = game.minefield.mines
    return [cell for cell in game.rules.grid.cells() if not (game.opened[cell] or mines[cell])]


def first_mine(game: Game) -> str:
    """Return the name of a cell with a mine."""
    assert game.minefield
    return named(game, game.minefield.mines.index(1))


def named(game: Game, *cells: int) -> str:
    """Return the names of ``cells`` as they are typed in one message."""
    return " ".join(map(game.rules.grid.name, cells))


def effects_held(store: MailboxStore) -> list[object]:
    """Return the effects from now on, in a list that grows; none of them is carried out."""
    effects = list[object]()

    async def hold(_space: str, effect: object) -> None:
        effects.append(effect)

    store.carry = hold
    return effects


def spaces_looked_at(store: MailboxStore) -> list[str]:
    """Return the spaces that are looked at from now on, in a list that grows."""
    spaces, view = list[str](), store.view

    async def noted(space: str, look: Callable[[Documents, int], object]) -> object:
        spaces.append(space)
        return await view(space, look)

    store.view = noted  # type: ignore[method-assign, assignment]  # notes, and does it
    return spaces


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for reviews, however slow the machine; tests of their first words do not."""
    for module, name in ((reviewing, "_FIRST_S"), (reviewing, "_NEXT_S"), (results, "_PATIENCE_S")):
        monkeypatch.setattr(module, name, PATIENCE_S)


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    """Return a table; what a test, perhaps one that has failed, still holds up is left undone."""
    table = Table()
    yield table
    await table.store.abandon()
    await table.store.close()
    table.advisor.close()
