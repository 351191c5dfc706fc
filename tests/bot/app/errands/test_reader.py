"""Readers: what players have chosen in private, as all workers know it."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

import pytest
from msgspec.structs import replace

from bot.app.decision import Documents
from bot.app.decisions.data import forget_player
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.reader import READER, Reader
from bot.app.documents.spaces import player_space
from bot.app.documents.state import Session, Settings
from bot.app.errands import readers as reader
from bot.app.errands.readers import Readers, told_to
from bot.app.requests.actions import Choice, Delete, SetChoice, SetLanguage
from bot.app.requests.coach_actions import SetPublic, ShowStats
from bot.app.requests.coordinates import Coordinates
from bot.app.requests.request import Chat, Player, Request
from bot.app.screens.reply import Reply
from bot.app.screens.screen import screen_of
from bot.i18n import Text
from bot.store import MailboxStore
from bot.store.memory import MemoryBackend
from core.game import Game
from core.grid import CellName
from core.rules import Rules
from tests.bot.platforms.troubled import TroubledBackend

T = TypeVar("T")
GROUP, ALONE = Chat("test:group", private=False), Chat("test:bob")
BOB = Player("test:bob", "Bob")
ASKED = Request("op", GROUP, BOB, SetLanguage("en"), "ru")
SCREEN = screen_of(Session(1, "", Game.new(Rules(5, 5, 3))), 0, Settings())
SAID = Reply((Text("inspect.closed", cell=CellName.of(1, 2)),), private=True)


def chosen(operation: str, action: SetLanguage | SetChoice) -> Request:
    """Return the request that chooses ``action`` in private."""
    return Request(operation, ALONE, BOB, action, "ru")


def readers(backend: MemoryBackend) -> Readers:
    """Return what a worker knows, which keeps it in ``backend``."""
    return Readers(MailboxStore(backend, DocumentCodec()))


async def test_each_choice_is_kept() -> None:
    """Language and coordinates can be chosen one after the other, and both stay."""
    backend = MemoryBackend()
    here = readers(backend)
    assert await here.of(ASKED) == Reader()
    await here.note(chosen("1", SetLanguage("zh")))
    kept = dict(backend.documents)
    await here.note(chosen("again", SetLanguage("zh")))
    assert backend.documents == kept  # what changes nothing is not written
    assert await here.of(ASKED) == Reader("zh")
    await here.note(chosen("2", SetChoice(Choice.COORDINATES, "zero")))
    await here.note(chosen("3", SetChoice(Choice.COORDINATES, "nine")))
    await here.note(chosen("4", SetChoice(Choice.SMART_TAP, "off")))
    await here.note(replace(ASKED, operation="5"))
    assert await here.of(ASKED) == Reader("zh", Coordinates.ZERO)


async def test_damaged() -> None:
    """A player whose document is damaged is answered like one who chose nothing."""
    backend = MemoryBackend()
    await readers(backend).note(chosen("1", SetLanguage("zh")))
    [(key, (stored, expires))] = backend.documents.items()
    backend.documents[key] = type(stored)(b"other", b"garbage"), expires
    told = await readers(backend).told(ASKED, SAID)
    assert told == replace(SAID, language="ru")
    assert key in backend.quarantined


def test_older_documents() -> None:
    """A document of an older version has no coordinates."""
    data = DocumentCodec().encode(READER, ("ru",))
    assert DocumentCodec().decode(READER, data) == Reader("ru")


async def test_told() -> None:
    """Cells are named in the reader's coordinates; a language not chosen is the platform's."""
    named = replace(SAID, texts=tuple(map(Coordinates.ONE.spell, SAID.texts)))
    for how, cell in ((Coordinates.ZERO, "1:2"), (Coordinates.LETTERS, "c2")):
        told = told_to(Reader("", how), named, ASKED)
        assert told.texts == (Text("inspect.closed", cell=cell),)
        assert told.language == "ru"
    unknown = replace(ASKED, language=None)
    assert told_to(Reader(), named, unknown) == named
    assert told_to(Reader("zh"), named, unknown).language == "zh"


async def test_of_whom_it_is() -> None:
    """One's own statistics are told as one reads them, all else as the group does."""
    here = readers(MemoryBackend())
    await here.note(chosen("1", SetLanguage("zh")))
    everybodys = replace(SAID, private=False, language="en")
    for action, language in (
        (ShowStats(), "zh"),
        (ShowStats(name="Ann"), "en"),
        (SetPublic(on=True), "zh"),
        (SetLanguage("en"), "en"),
    ):
        told = await here.address(replace(ASKED, action=action), everybodys)
        assert told.language == language
    assert await here.told(ASKED, everybodys) == everybodys


async def test_a_choice_says_what_the_client_speaks() -> None:
    """A request that chooses something notes the client's language as well."""
    backend = MemoryBackend()
    here, choose = readers(backend), chosen("1", SetChoice(Choice.COORDINATES, "zero"))
    await here.note(choose)
    await here.hear(choose)
    assert await readers(backend).of(ASKED) == Reader("", Coordinates.ZERO, client="ru")


async def test_client_that_speaks_none_of_ours() -> None:
    """Of a client whose language is none of the bot's nothing is kept."""
    backend = MemoryBackend()
    await readers(backend).hear(replace(ASKED, language="tlh"))
    assert not backend.documents


async def test_drawn() -> None:
    """In a group a board for one reader uses their coordinates, and else stays as it is."""
    here = readers(MemoryBackend())
    assert await here.drawn(ASKED, SCREEN) == SCREEN
    await here.note(chosen("1", SetChoice(Choice.COORDINATES, "zero")))
    assert (await here.drawn(ASKED, SCREEN)).coordinates is Coordinates.ZERO
    assert await here.drawn(replace(ASKED, chat=ALONE), SCREEN) == SCREEN


async def test_other_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another worker notices a choice within a minute."""
    backend = MemoryBackend()
    here, there = readers(backend), readers(backend)
    assert await there.of(ASKED) == Reader()
    await here.note(chosen("1", SetLanguage("zh")))
    assert await there.of(ASKED) == Reader()
    monkeypatch.setattr(reader, "_FRESH_S", 0.0)
    assert await there.of(ASKED) == Reader("zh")


class Late(MailboxStore):
    """A store that something happens in before the answer to a look at it has arrived."""

    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def view(
        self, space: str, look: Callable[[Documents, int], T], since: float = math.inf
    ) -> T:
        """Answer as it was before."""
        found = await super().view(space, look, since)
        if (happens := self.meanwhile) is not None:
            self.meanwhile = None
            await happens()
        return found


async def test_answer_that_comes_late() -> None:
    """What was read before a choice, or a deletion, is not gone by after it."""
    store = Late(MemoryBackend(), DocumentCodec())
    here = Readers(store)
    store.meanwhile = partial(here.note, chosen("1", SetLanguage("zh")))
    assert await here.of(ASKED) == Reader()
    assert await here.of(ASKED) == Reader("zh")

    async def delete() -> None:
        await store.update(player_space(BOB.id), "deleted", forget_player)
        here.forget(BOB.id)

    here = Readers(store)
    store.meanwhile = delete
    assert await here.of(ASKED) == Reader("zh")
    assert await here.of(ASKED) == Reader()


async def test_a_choice_that_comes_again() -> None:
    """A choice delivered again to another worker changes nothing, and has it read what is kept."""
    backend = MemoryBackend()
    here, there = readers(backend), readers(backend)
    assert await there.of(ASKED) == Reader()
    for operation, language in (("1", "zh"), ("2", "en")):
        await here.note(chosen(operation, SetLanguage(language)))
    await there.note(chosen("1", SetLanguage("zh")))
    assert await there.of(ASKED) == Reader("en")


async def test_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker remembers a limited number of players."""
    monkeypatch.setattr(reader, "_REMEMBERED", 2)
    here = readers(MemoryBackend())
    for name in "abc":
        await here.of(replace(ASKED, player=Player(name, name)))
    assert list(here._seen) == ["b", "c"]


async def test_without_a_store() -> None:
    """If the store is away, a notice is told the way the group reads it."""
    backend = TroubledBackend()
    backend.away = True
    here = readers(backend)
    assert await here.told(ASKED, SAID) == SAID
    assert await here.drawn(ASKED, SCREEN) == SCREEN
    assert await here.told(replace(ASKED, chat=ALONE), SAID) == SAID
    assert await here.address(ASKED, SAID) == SAID


async def test_known_without_a_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the store is away, a worker goes by what it knew of a reader last."""
    backend = TroubledBackend()
    here = readers(backend)
    await here.note(chosen("1", SetLanguage("zh")))
    monkeypatch.setattr(reader, "_FRESH_S", 0.0)
    backend.away = True
    assert await here.of(ASKED) == Reader("zh")
    assert here.told_now(ASKED, SAID).language == "zh"
    assert readers(backend).told_now(ASKED, SAID).language == "ru"


async def test_heard() -> None:
    """A client's language is known to all workers until it changes; a chosen one stays."""
    backend = MemoryBackend()
    here, there = readers(backend), readers(backend)
    silent = replace(ASKED, language=None)
    assert await here.heard(silent) == silent
    await here.hear(replace(ASKED, operation="1", language="ru-RU"))
    assert (await here.heard(silent)).language == "ru"
    assert (await there.heard(silent)).language == "ru"
    assert (await here.heard(replace(silent, chat=ALONE))).language == "ru"
    await here.note(chosen("2", SetLanguage("zh")))
    await here.hear(replace(ASKED, operation="3", language="en-GB"))
    assert await here.of(silent) == Reader("zh", client="en")
    await here.hear(replace(ASKED, operation="4", language="de"))
    assert await here.of(silent) == Reader("zh")


async def test_heard_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client's language is written only when it changes, and a limited number is remembered."""
    monkeypatch.setattr(reader, "_REMEMBERED", 2)
    here = readers(MemoryBackend())
    await here.hear(replace(ASKED, operation="1"))
    assert (await here.of(ASKED)).client == "ru"
    seen = here._seen[BOB.id]
    await here.hear(replace(ASKED, operation="2"))
    assert here._seen[BOB.id] is seen
    for name in "abc":
        await here.hear(replace(ASKED, operation=name, player=Player(name, name)))
    assert list(here._heard) == ["b", "c"]


async def test_deletion_is_not_heard() -> None:
    """A request for deletion does not store the client's language."""
    here = readers(MemoryBackend())
    await here.hear(replace(ASKED, action=Delete(sure=True)))
    assert await here.of(ASKED) == Reader()


async def test_heard_after_a_deletion() -> None:
    """A player who returns after a deletion has their client's language noted anew."""
    backend = MemoryBackend()
    here = readers(backend)
    await here.hear(ASKED)
    backend.documents.clear()
    here.forget(BOB.id)
    assert await here.of(ASKED) == Reader()
    await here.hear(replace(ASKED, operation="later"))
    heard = await readers(backend).heard(replace(ASKED, language=None))
    assert heard.language == "ru"
