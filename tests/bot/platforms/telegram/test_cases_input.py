"""What people type and forge: odd numbers and digits, impossible moves, data of no button."""

from __future__ import annotations

import re
import tracemalloc

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.app.documents.spaces import chat_space
from bot.app.documents.state import read_chat
from bot.app.requests.button import ButtonDataError, read_button, write_button
from tests.bot.buttons import FOREIGN
from tests.bot.platforms.misread import LINES, MOVES, WISHES
from tests.bot.platforms.telegram.playing import Playing, label, opening_keys
from tests.emulators.telegram.content import Content
from tests.emulators.telegram.message import Message, Sender
from tests.emulators.telegram.people import User


async def test_case_27(play: Playing) -> None:
    """Case 27: a board of 100,000 by 100,000 is refused in words, and takes no memory."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/start")
    tracemalloc.start()
    answer = await play.say(chat, ann, "/newgame 100000 100000 1")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.text == "The number of rows must be from 2 to 100."
    assert peak < 2_000_000, "a hundred thousand rows would take more as bits"


@pytest.mark.parametrize(("wish", "words"), WISHES)
async def test_cases_28_29_sizes(play: Playing, wish: str, words: str) -> None:
    """Cases 28, 29: impossible sizes and odd digits are refused with a reason, or understood."""
    ann, chat = play.in_private()
    answer = await play.say(chat, ann, f"/newgame {wish}")
    assert words in answer.text
    assert ("New game" in answer.text) == (not answer.text.startswith(("The", "Write")))


@pytest.mark.parametrize("text", MOVES)
async def test_case_29_moves(play: Playing, text: str) -> None:
    """Case 29: odd text that may be meant as a move is refused in words, without effect."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/newgame simple")
    before = await play.session(ann)
    answer = await play.say(chat, ann, text)
    refusals = ("I cannot read", "That is", "I do not know", "One number is not enough")
    assert answer.text.startswith(refusals)
    assert (await play.session(ann)).game == before.game


@pytest.mark.parametrize(("text", "moves", "words"), LINES)
async def test_several_lines(play: Playing, text: str, moves: int, words: str) -> None:
    """Commands and moves on several lines of a message are carried out one after another."""
    ann, chat = play.in_private()
    await play.say(chat, ann, text)
    assert len((await play.session(ann)).game.history) == moves
    assert any(words in each.text for each in chat.shown)


async def test_several_lines_twice(play: Playing) -> None:
    """A message of several lines that Telegram delivers twice is carried out once."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/newgame 8 8 10\n!1 1\n/newgame 8 8 10\n!2 2\n!3 3")
    await play.take(play.posted())
    await play.settle()
    flags = [sum((await play.session(ann, number)).game.flagged) for number in (1, 2)]
    assert flags == [1, 2]
    kept = await play.store.view(chat_space(f"telegram:{ann.id}"), lambda kept, _: read_chat(kept))
    assert kept.next_number == 3


async def test_several_lines_in_a_group(play: Playing) -> None:
    """Moves below a command are for the board it shows, not for the one that is answered."""
    ann, chat = play.in_group()
    old = await play.dealt(chat, ann, "3x4/2 ##M# ##M# ####")
    before = await play.session(chat)
    await play.answer(chat, ann, "/newgame 8 8 10\n5 5", old)
    assert (await play.session(chat)).game == before.game
    assert len((await play.session(chat, 2)).game.history) == 1
    # Another bot's command, and moves below one of its, are not for this one.
    await play.answer(chat, ann, "/newgame@other_bot 8 8 10\n6 6", old)
    await play.answer(chat, ann, "!1 3\n/hint@other_bot\n!2 3\n/flag 3 4", old)
    flagged = (await play.session(chat)).game.flagged
    assert [at for at, is_flagged in enumerate(flagged) if is_flagged] == [2, 11]
    assert len((await play.session(chat, 2)).game.history) == 1


@pytest.mark.parametrize(("text", "flags"), [("/export\n!1 3", 1), ("/daily easy\n!1 3", 0)])
async def test_moves_below_what_is_elsewhere(play: Playing, text: str, flags: int) -> None:
    """A document that is sent in private ends nothing; a board that is played there does."""
    ann, chat = play.in_group()
    await play.dealt(chat, ann, "3x4/2 ##M# ##M# ####")
    await play.say(chat, ann, text)
    assert sum((await play.session(chat)).game.flagged) == flags
    assert any("I left out" in each.text for each in chat.shown) == (not flags)


async def test_lines_below_a_deletion(play: Playing) -> None:
    """What is left out below a deletion is left out as well when the message comes again."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/delete yes\n/newgame")
    assert "I left out" in chat.last.text
    await play.take(play.posted())
    await play.settle()
    assert not any("New game" in each.text for each in chat.shown)


async def test_moves_below_an_invitation(play: Playing) -> None:
    """Moves below an invitation to a duel are for its board, not for the one that is answered."""
    ann, chat = play.in_private()
    old = await play.dealt(chat, ann, "3x4/2 ##M# ##M# ####")
    await play.answer(chat, ann, "/duel easy\n?8 8", old)
    assert any("h8 has no flag" in each.text for each in chat.shown), "which is off the old board"


@pytest.mark.parametrize("kind", ["blockquote", "expandable_blockquote", "strikethrough"])
async def test_quoted_lines(play: Playing, kind: str) -> None:
    """What is marked as a quotation, or struck out, is no move; what is beside it is one."""
    ann, chat = play.in_private()
    await play.deal(chat, ann, "3x4/2 ##M# ##M# ####")
    said = (
        *(("🚩 d2", "🚩 d2"), ("🚩 d2\n!c1", "🚩 d2"), ("!d1\n!d2\n!d3", "!d2")),
        ("!dx2", "x"),  # what stands around a quotation is not one word
        ("🚩 d2\n🚩 d2\n!c2", "🚩 d2"),
    )
    for text, quoted in said:
        places = [units(text[: found.start()]) for found in re.finditer(quoted, text)]
        marks = ({"type": kind, "offset": at, "length": units(quoted)} for at in places)
        chat.post(chat.draft(Sender(ann), Content(text, tuple(marks))))
        await play.settle()
    board = (await play.session(ann)).game.board
    flagged = [board.grid.name(cell) for cell in board.grid.cells() if board.flagged[cell]]
    assert flagged == ["c1", "d1", "c2", "d3"]


async def test_forwarded(play: Playing) -> None:
    """What is forwarded is no move and no yes, but a shared board and a command are what they are.

    In a group nothing is said to words that others were told elsewhere.
    """
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    chat, group = play.world.private(ann), play.world.supergroup("Sweepers", ann)
    group.admins[play.world.bot.id] = frozenset()  # so that all messages are read
    await play.deal(chat, ann, "3x4/2 ##M# ##M# ####")
    await play.say(chat, ann, "/giveup please")
    before = (await play.session(ann)).game
    for text in ("d1", "3 4", "!c1", "yes", "undo", "a1-b3", "giveup"):
        chat.pass_on(ann, bob, text)
        await play.settle()
        assert chat.last.text == (
            "A forwarded message makes no move. Write it yourself, like 3 4, or see /help."
        )
    assert (await play.session(ann)).game == before
    greeted = group.shown
    shared = await play.say(chat, ann, "/share")
    for text in (f"@{play.world.bot.username} 3 4", "Daily", shared.text):
        group.pass_on(ann, bob, text)
        await play.settle()
        assert group.shown == greeted
    for text in (shared.text, "/newgame simple"):
        chat.pass_on(ann, bob, text)
        await play.settle()
    sizes = [(await play.session(ann, n)).game.rules.cols for n in (2, 3)]
    assert sizes == [4, 5]


def units(text: str) -> int:
    """Return the length of ``text`` as Telegram counts."""
    return len(text.encode("utf-16-le")) // 2


async def test_case_30(play: Playing) -> None:
    """Case 30: an impossible move gets the reason: off the board, open, flagged, over, no game."""
    ann, chat = play.in_private()
    said = [(await play.say(chat, ann, "3 3")).text, (await play.say(chat, ann, "/hint")).text]
    assert set(said) == {"There is no game here now. Start one with /newgame, or see /games."}
    board = await play.dealt(chat, ann, "3x4/2 ##M# ##M# ####")
    for text, words in (
        ("4 1", "That is off the board: rows go from 1 to 3, columns from a to d (1 to 4)."),
        ("!a1", "a1"),
        ("?d1", "d1 has no flag."),
        ("@d1", "d1 is no open number, so it cannot be chorded."),
    ):
        assert words in (await play.say(chat, ann, text)).text
    await play.say(chat, ann, "!c1")
    assert "c1 has a flag on it." in (await play.say(chat, ann, "/open c1")).text
    off = board.forge(ann, "1m.o.9999.1")
    opened = board.forge(ann, "1m.o.0.1")
    await play.settle()
    assert off.toast
    assert opened.toast == "a1 is open already."
    await play.say(chat, ann, "/giveup")
    assert "This game is over." in (await play.say(chat, ann, "2 4")).text


@given(FOREIGN)
def test_case_33_reading(data: str) -> None:
    """Case 33: any data is either refused, or read as an action that a button can carry."""
    try:
        action, game = read_button(data)
    except ButtonDataError:
        return
    assert read_button(write_button(action, game)) == (action, game)


@pytest.fixture
async def shown(play: Playing) -> tuple[User, Message]:
    """Return Ann and her board; the store has been out of reach since that was sent."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame simple")
    play.backend.away = True
    return ann, board


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.lists(FOREIGN, min_size=1, max_size=8))
async def test_case_33_refused(play: Playing, shown: tuple[User, Message], data: list[str]) -> None:
    """Case 33: forged data is refused without the store, which is out of reach here."""
    ann, board = shown
    presses = [board.forge(ann, each) for each in data if not is_ours(each)]
    await play.settle()
    for press in presses:
        assert press.toast == "This button is not from here. Start a game with /newgame."


def is_ours(data: str) -> bool:
    """Tell whether a button of ours might carry ``data``."""
    try:
        read_button(data)
    except ButtonDataError:
        return False
    return True


async def test_case_33_foreign(play: Playing) -> None:
    """Case 33: presses forged for other games, cells and chats are answered, and change no game."""
    ann, eve = play.world.user("Ann"), play.world.user("Eve")
    chat, other = play.world.private(ann), play.world.private(eve)
    await play.say(chat, ann, "/newgame simple")
    theirs = await play.say(other, eve, "/help")
    before = await play.session(ann)
    for data in ("1m.o.0.0", "1end", "2m.o.0.0", "999999999m.o.0.0", "1m.o.9999999.0",
                 "1l.9999999", "1i.9999999", "1w.solo", "1h.1", "1undo", "1p.menu",
                 "0del.1"):  # fmt: skip
        press = theirs.forge(eve, data)
        await play.settle()
        assert press.answered, data
        assert press.toast or data == "0del.1", data
    assert await play.session(ann) == before
    for data in ("1m.o.9999999.0", "1m.o.0.9999999", "1l.9999999", "1i.9999999", "1m.!.25.0"):
        press = chat.last.forge(ann, data)
        await play.settle()
        assert press.answered, data
        assert press.toast, data
    assert (await play.session(ann)).game == before.game


async def test_case_34(play: Playing) -> None:
    """Case 34: a player who presses on another's solo board gets a notice, and changes nothing."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob", "ru")
    group = play.world.supergroup("Sweepers", ann, bob)
    board = await play.say(group, ann, "/newgame easy")
    await play.press(board, ann, label("menu"))
    await play.press(board, ann, label("access_open"))
    await play.press(board, ann, label("access_solo"))
    shown = len(group.shown)
    for data in (
        next(opening_keys(board))[0],
        label("hint_price"),
        label("menu"),
        label("mode_open"),
    ):
        press = await play.press(board, bob, data)
        assert press.toast == "Это чужая игра. Начните свою: /newgame"
    assert not (await play.session(group)).game.history
    assert len(group.shown) == shown
    assert "Opened" in (await play.press(board, ann, next(opening_keys(board))[0])).toast
