"""What a newer version has written, met by this one while both run side by side.

A value that this version does not know is kept as it is, and something else stands in for it; or
the whole document is left alone, where nothing could.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any
from uuid import uuid4
from zlib import crc32

import pytest
from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write
from bot.app.documents.codec import DocumentCodec, DocumentError
from bot.app.documents.dailies import DAILIES, Dailies
from bot.app.documents.duel import DUEL, Duel, Duellist, duel_space
from bot.app.documents.mode import Mode
from bot.app.documents.practice import TRAINING, Practice, Training
from bot.app.documents.reader import READER, Reader
from bot.app.documents.shared import SHARED, SharedBoard, share_space
from bot.app.documents.spaces import CHAT, chat_space, game_name, player_space
from bot.app.documents.state import ChatState, HintState, Session, Settings
from bot.app.documents.stats import STATS, Stats, Tally
from bot.app.errands.days import board_name, day_space
from bot.app.requests.actions import Hint
from bot.app.requests.day import OnDay
from bot.app.requests.short_code import code_of
from bot.i18n import Text
from bot.render import beside_texts, status_texts
from bot.render.picture import PICTURE_THEMES
from bot.store.backend import ABSENT, Batch, Put
from bot.store.envelope import seal
from core import codec
from core.game import Game
from core.rules import Rules
from tests.bot.app.conftest import TRANSLATOR, Table, labels, words

LEFT = "5x5/4 ####M ##### ##### ##M## M###M"
GAME = Game.new(Rules(8, 8, 10))
EVERYTHING = (
    *("/board", "f c3", "/hint", "/settings", "/language", "/stats", "/daily", "/top", "/games"),
    *("/share", "/train", "/export", "/settings coordinates one", "/giveup yes", "/board", "/card"),
    *("/review", "/review replay", "/share", "/again", "/listed off", "/listed on"),
)
"""What a player does, of which each meets one of the documents below."""


async def write(table: Table, space: str, name: str, change: Callable[[Any], object]) -> None:
    """Have another worker write what ``change`` makes of a document."""

    def decide(documents: Documents, _now: int) -> Decision[None]:
        return Decision(None, {name: Write(change(documents.get(name)))})

    await table.store.update(space, uuid4().hex, decide)


async def kept(table: Table, space: str, name: str) -> Any:
    """Return a document as it is kept."""
    return await table.store.view(space, lambda documents, _: documents.get(name))


async def everything_is_answered(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """Check that whatever a player does is answered in words, and that all of it can be drawn."""
    for command in EVERYTHING:
        reply = await table.settled(command)
        assert not {text.key for text in reply.texts} & {"game.failed", "game.busy"}, command
        for screen in filter(None, (reply.screen, reply.begun)):
            assert screen.theme in PICTURE_THEMES
            for text in (*status_texts(screen), *beside_texts(screen)):
                assert TRANSLATOR.say(text, reply.language)
        assert reply.picture is None or reply.picture.theme in PICTURE_THEMES
        assert all(words(reply)), command
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_theme(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """In the place of a look that only a newer version has pictures look as usual; it is kept."""
    await table.deal(LEFT)
    here = chat_space(table.chat)
    chosen = Settings(theme="sepia")
    await write(table, here, CHAT, lambda chat: replace(chat, settings=chosen))
    table.in_place = True
    reply = await table.ask("/settings")
    assert "Pictures: Classic" in words(reply)
    assert "🎨 Dark" in labels(reply)
    table.in_place = False
    await everything_is_answered(table, caplog)
    assert (await kept(table, here, CHAT)).settings.theme == "sepia"


async def test_language(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """In the place of a language that only a newer version speaks another is spoken; it is kept."""
    await table.deal(LEFT)
    here = chat_space(table.chat)
    await write(table, here, CHAT, lambda chat: replace(chat, settings=Settings(language="de")))
    await write(table, here, game_name(1), lambda session: replace(session, language="de"))
    await write(table, player_space("test:ann"), READER, lambda _: Reader("de", client="de"))
    await everything_is_answered(table, caplog)
    assert (await kept(table, here, CHAT)).settings.language == "de"
    assert (await kept(table, here, game_name(1))).language == "de"


async def test_achievements(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """An achievement that only a newer version knows is not told of, and kept."""
    await table.deal(LEFT)
    here, own = chat_space(table.chat), player_space("test:ann")
    earned = ((0, "marathon"), (0, "first_win"), (1, "marathon"))
    await write(table, here, game_name(1), lambda session: replace(session, earned=earned))
    await write(table, own, STATS, lambda _: Stats(achievements={"marathon": "test:room:1"}))
    (told,) = (await table.screen()).earned
    assert TRANSLATOR.say(told, "en") == "🏅 Ann: a first win"
    await everything_is_answered(table, caplog)
    assert (await kept(table, here, game_name(1))).earned == earned
    assert "marathon" in (await kept(table, own, STATS)).achievements


async def test_levels(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    """What is kept of a level that only a newer version has is not told of, and kept."""
    await table.deal(LEFT)
    here, own, day = chat_space(table.chat), player_space("test:ann"), OnDay(0, "huge")
    tally = Tally(3, 2, best=5000, newest=((1, True), (2, True), (3, False)))
    await write(table, here, game_name(1), lambda session: replace(session, daily=day))
    await write(table, own, STATS, lambda _: Stats({"huge": {Mode.RANKED: tally}}))
    await write(table, own, DAILIES, lambda _: Dailies().claim(day, table.chat)[0])
    await everything_is_answered(table, caplog)
    assert (await kept(table, own, STATS)).tallies["huge"] == {Mode.RANKED: tally}
    assert "huge" in (await kept(table, own, DAILIES)).claims


@pytest.mark.parametrize("alone", [(), (("test:ann", 6),)])
async def test_steps_of_a_hint(table: Table, alone: tuple[tuple[str, int], ...]) -> None:
    """Whoever was told more of a hint than this version can tell is told it from the start."""
    await table.deal(LEFT)
    told = HintState(1, 0 if alone else 5, alone)
    await write(table, chat_space(table.chat), game_name(1), lambda s: replace(s, hint=told))
    first = await table.ask("/hint")
    assert first.screen
    assert first.screen.chances == {}


async def test_last_step_of_a_hint_again(table: Table) -> None:
    """What was told last of a hint by a newer version is told again as far as is known here."""
    await table.deal(LEFT)
    told = HintState(1, 5)
    await write(table, chat_space(table.chat), game_name(1), lambda s: replace(s, hint=told))
    again = await table.ask(Hint(again=True))
    assert again.screen
    assert again.screen.chances


async def leave_unreadable_board(table: Table, space: str, name: str, document: object) -> None:
    """Have a newer version write a ``document``, of whose board the game is in an unknown form."""
    data = DocumentCodec().encode(name, document)
    known = codec.encode(GAME)
    body = bytes((codec.FORM + 1,)) + known[1:-4]
    newer = body + crc32(body).to_bytes(4)
    assert data.count(known) == 1
    operation = uuid4().hex
    put = {name: Put(seal(data.replace(known, newer)))}
    batch = Batch(operation, space, (operation,), (operation,), {name: ABSENT}, put, ())
    await table.backend.commit(batch)


async def test_boards(table: Table) -> None:
    """A board in a newer form is left alone: it is said so, and costs nobody the day's try."""
    board, code = SharedBoard.of(GAME), code_of("any")
    bob = Duellist("test:bob", "Bob", "test:bob", 1, in_place=False)
    duel = Duel(board, (bob,), ("test:bob",), until=table.time.now + 1)
    await leave_unreadable_board(table, share_space(code), SHARED, board)
    await leave_unreadable_board(table, day_space(0), board_name("easy"), board)
    await leave_unreadable_board(table, duel_space(code), DUEL, duel)
    for command in (f"/play {code}", "/daily easy", f"/duel {code}"):
        assert await table.say(command) == [TRANSLATOR.say(Text("game.busy"), "en")], command
    assert "▫ easy 8×8: not played yet" in await table.say("/daily")


NEW: Any = "new"
"""What only a newer version has among the values of a kind."""


@pytest.mark.parametrize(
    ("name", "document"),
    [
        (CHAT, ChatState(settings=Settings(coordinates=NEW))),
        (CHAT, ChatState(settings=Settings(access=NEW))),
        (game_name(1), Session(1, "test:ann", GAME, page=NEW)),
        (READER, Reader(coordinates=NEW)),
        (STATS, Stats({"easy": {NEW: Tally()}})),
        (TRAINING, Training({NEW: Practice()})),
    ],
)
def test_what_nothing_stands_in_for(name: str, document: object) -> None:
    """A document with a value in whose place nothing can stand is refused, as one of a new form."""
    data = DocumentCodec().encode(name, document)
    with pytest.raises(DocumentError, match="cannot be read"):
        DocumentCodec().decode(name, data)
