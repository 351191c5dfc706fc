"""Face, mines and time stand above every board on Telegram, however it is shown."""

from __future__ import annotations

import pytest

from tests.bot.platforms.status_line import assert_status, nearly_won
from tests.bot.platforms.telegram.playing import Playing, opening_keys
from tests.emulators.telegram.message import Message

LANGUAGES = ["en", "ru", "zh-hans"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("side", [5, 10, 16])
async def test_private(play: Playing, side: int, language: str) -> None:
    """The status stands above a board of any size, before, during and after play, with a hint."""
    ann, chat = play.in_private("Ann", language)
    fresh = await play.say(chat, ann, f"/newgame {side} {side} 3")
    assert bool(fresh.picture) == (side == 16)
    assert_status(fresh.text, language)
    await play.say(chat, ann, f"/language {language[:2]}")
    board = await play.dealt(chat, ann, nearly_won(side), side * (side - 1))
    assert_status(board.text, language)
    board = await play.say(chat, ann, "/hint")
    assert_status(board.text, language)
    won = await play.say(chat, ann, f"1 {side}")
    assert_status(won.text, language)
    assert won.text.startswith("😎")


def columns(board: Message) -> list[str]:
    """Return the names of the columns that are shown of a board as text."""
    names = (line.split() for line in board.text.splitlines() if line.startswith("  "))
    return next(names)


async def test_as_text(play: Playing) -> None:
    """The status stands above a board as text, with the map of chances, or played blindfold."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/settings text on")
    for wanted in ("/newgame medium", "a1", "/hint", "/newgame easy blindfold", "a1"):
        shown = await play.say(chat, ann, wanted)
        assert_status(shown.text)
        assert shown.picture is None


async def test_part_as_text(play: Playing) -> None:
    """Of a board too large for one text another part is shown for a press, or a cell that is named.

    So it is after its end, too.
    """
    ann, chat = play.in_private()
    await play.say(chat, ann, "/settings text on")
    board = await play.say(chat, ann, "/newgame 40 60 200")
    assert columns(board) == [*"abcdefghijkl"]
    await play.press(board, ann, "▶")
    assert columns(board) == [*"lmnopqrstuvw"]
    await play.say(chat, ann, "a1")
    board = await play.say(chat, ann, "/giveup")
    assert columns(board) == [*"abcdefghijkl"]
    await play.press(board, ann, "▶")
    assert columns(board) == [*"lmnopqrstuvw"]
    board = await play.say(chat, ann, "/board 40 12")
    assert columns(board) == [*"fghijklmnopq"]
    assert "\n40 " in board.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_inline(play: Playing, language: str) -> None:
    """The status stands above an inline board, before and after the first press."""
    ann, bob = play.world.user("Ann", language), play.world.user("Bob", language)
    for wanted in ("8 8 10", "10 10 10", "16 16 40"):
        query = play.world.inline(ann, wanted)
        await play.settle()
        message = play.world.choose(query)
        assert_status(message.text, language)
        assert message.text.startswith("🙂")
        assert len(message.text.splitlines()) == 2
        message.press(bob, message.content.keyboard[0][0]["callback_data"])
        await play.settle()
        assert_status(message.text, language)


async def test_for_several(play: Playing) -> None:
    """The status stands above a group's board, both boards of a duel and a tournament's round."""
    ann, bob, cid = (play.world.user(name) for name in ("Ann", "Bob", "Cid"))
    group = play.world.supergroup("Sweepers", ann, bob, cid)
    board = await play.say(group, ann, "/newgame easy")
    assert_status(board.text)
    await play.press(board, ann, next(opening_keys(board))[0])
    await play.say(group, ann, "/duel easy")
    invitation, board = sorted(group.shown[-2:], key=lambda each: len(each.labels))
    await play.press(invitation, bob, "⚔ Accept")
    assert_status(board.text)
    assert_status(group.last.text)
    await play.say(group, cid, "/tournament 2 simple")
    boards = [each for each in group.shown if list(opening_keys(each))]
    assert len(boards) == 4
    for each in boards:
        assert_status(each.text)


async def test_of_the_day(play: Playing) -> None:
    """The status stands above the board of the day."""
    ann = play.world.user("Ann")
    assert_status((await play.say(play.world.private(ann), ann, "/daily easy")).text)
