"""Naughty names and texts through every field: names, saved games, moves, commands, data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.i18n import clean_name
from tests.bot.platforms.naughty import DIRECTIONS, NAUGHTY, SURROGATE
from tests.bot.platforms.telegram.playing import Playing, opening_keys, playing
from tests.emulators.telegram.world import Options

APOLOGY = "Something went wrong here"


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[Playing]:
    """Return a running bot in a world that takes any number of messages."""
    async with playing(tmp_path, Options(flood=False, check=False)) as play:
        yield play


def is_in_order(text: str) -> bool:
    """Tell whether ``text`` has no marks of direction but isolates, all of them closed."""
    controls = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u200e\u200f\u061c"
    opened = text.count("\u2068")
    return not set(controls) & set(text) and opened == text.count("\u2069")


async def test_case_31_names(play: Playing) -> None:
    """Case 31: players of any name play together; names are cleaned, isolated, and no mentions."""
    names = [*NAUGHTY[::6], *DIRECTIONS, "", "@everyone", "<b>x</b>", "*x* _y_", "😀" * 5000]
    people = [play.world.user(name) for name in names]
    group = play.world.supergroup("Sweepers", *people)
    await play.settle()
    for person in people:
        group.say(person, "/stats")
    board = await play.say(group, people[0], "/newgame easy")
    for person in people:
        board.forge(person, "1p.menu")
        board = await play.answer(group, person, "!a1 ?a1", board)
    session = await play.session(f"telegram:{group.id}")
    assert session.names == tuple(map(clean_name, names))
    await play.say(group, people[0], "/giveup")
    assert all(is_in_order(each.text) for each in group.shown)
    kinds = {entity["type"] for each in group.shown for entity in each.content.entities}
    assert not kinds & {"mention", "text_mention", "text_link"}


@pytest.mark.parametrize("name", ["<b>Ann</b> & *Bob*", "\u202eevil", "@everyone", "א" * 40, ""])
async def test_case_31_last_move(play: Playing, name: str) -> None:
    """Case 31: a name beside the board is shown as written, and cannot disturb what is around."""
    ann, other = play.world.user("Ann"), play.world.user(name)
    group = play.world.supergroup("Sweepers", ann, other)
    await play.settle()
    await play.deal(group, ann, "3x5/2 ##M## ##M## #####")
    board = await play.say(group, ann, "/board")
    await play.answer(group, other, "!c1", board)
    shown = board.text.translate(dict.fromkeys((0x2060, 0x2068, 0x2069)))
    assert f"last move: {clean_name(name)}" in shown
    assert {entity["type"] for entity in board.content.entities} == {"bold"}
    assert is_in_order(board.text)


async def test_websites(play: Playing) -> None:
    """A board has no link preview, even if a player is named like a website."""
    ann, bob = play.world.user("example.com"), play.world.user("Bob")
    group = play.world.supergroup("Sweepers", ann, bob)
    board = await play.say(group, ann, "/newgame easy")
    for person in (ann, bob):
        await play.press(board, person, next(opening_keys(board))[0])
    for method in ("sendMessage", "editMessageText"):
        assert play.world.calls(method)
        for call in play.world.calls(method):
            assert call["link_preview_options"] == {"is_disabled": True}


async def test_case_31_surrogate(play: Playing) -> None:
    """Case 31: half a character in a name, which Telegram never sends, stops no other chat."""
    ann, bob = play.world.user(f"A{SURROGATE}n"), play.world.user("Bob")
    chats = [play.world.private(each) for each in (ann, bob)]
    chats[0].say(ann, "/newgame simple")
    chats[1].say(bob, "/newgame simple")
    await play.settle()
    assert "New game" in chats[1].last.text
    assert not chats[0].shown


async def test_case_32_saves(play: Playing) -> None:
    """Case 32: /save and /load with any naughty string get a proper answer, not an apology."""
    ann = play.world.user("Ann")
    chat = play.world.private(ann)
    await play.say(chat, ann, "/start")
    for text in NAUGHTY[:45]:
        await play.deal(chat, ann, "3x5/2 ##M## ##M## #####")
        await play.say(chat, ann, f"/save {text}")
        said = [each.text for each in chat.shown[-2:]]
        assert any(each.startswith(("Saved as", "Name the game", "Another")) for each in said), text
        await play.say(chat, ann, f"/load {text}")
        await play.say(chat, ann, "/giveup")
    for text in NAUGHTY[45:]:
        chat.say(ann, f"/load {text}")
    await play.settle()
    assert not any(APOLOGY in each.text for each in chat.shown)
    assert all(is_in_order(each.text) for each in chat.shown)


BEFORE = ("", "/newgame ", "/open ", "/language ", "/", "@mines_test_bot ")


@pytest.mark.parametrize("before", BEFORE)
async def test_case_32_texts(play: Playing, before: str) -> None:
    """Case 32: every naughty string as a message is answered in words; nothing fails."""
    ann = play.world.user("Ann")
    chat = play.world.private(ann)
    await play.say(chat, ann, "/newgame 9 9 10")
    for text in NAUGHTY:
        chat.say(ann, f"{before}{text}"[:4096])
    await play.settle()
    assert len(chat.shown) >= 2
    assert not any(APOLOGY in each.text for each in chat.shown)
    assert (await play.say(chat, ann, "/board")).labels


async def test_case_32_data(play: Playing) -> None:
    """Case 32: every naughty string as the data of a press is refused, and answered."""
    ann = play.world.user("Ann")
    chat = play.world.private(ann)
    board = await play.say(chat, ann, "/newgame simple")
    presses = [board.forge(ann, text[:64]) for text in NAUGHTY]
    await play.settle()
    assert {press.toast for press in presses} == {
        "This button is not from here. Start a game with /newgame."
    }


async def test_case_32_queries(play: Playing) -> None:
    """Case 32: every naughty string as an inline query is answered with boards."""
    ann = play.world.user("Ann")
    for at in range(0, len(NAUGHTY), 5):
        queries = [play.world.inline(ann, text) for text in NAUGHTY[at : at + 5]]
        await play.settle()
        assert all(query.results for query in queries)
