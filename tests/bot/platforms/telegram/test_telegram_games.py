"""Games on Telegram, from the first message to the last, through the real library."""

from __future__ import annotations

import re

import pytest

from bot.i18n import LANGUAGES
from bot.render import load_theme
from core.game import Outcome
from tests.bot.platforms.telegram.playing import Playing, key_of, keys, label, opening_keys


@pytest.mark.parametrize("language", ["en", "ru", "zh-hans"])
async def test_private_game(play: Playing, language: str) -> None:
    """A game is started from the greeting, played with buttons alone, won and played again."""
    code = language[:2]
    ann, chat = play.in_private("Ann", language)
    greeting = await play.say(chat, ann, "/start")
    await play.press(greeting, ann, label("levels", code))
    await play.press(chat.last, ann, "0n.easy")
    board = chat.last
    assert len(board.labels) == 9
    first = next(opening_keys(board))[0]
    press = await play.press(board, ann, first)
    assert press.answered
    assert press.toast
    await play.win(board, ann, ann)
    session = await play.session(ann)
    assert session.game.outcome is Outcome.WON
    ended = [
        [label("again", code), label("levels", code)],
        [label("review", code), label("share", code)],
    ]
    assert board.labels == ended
    assert board.text.count("\n") >= 8, "the whole board is shown"
    await play.press(board, ann, label("again", code))
    assert chat.last is not board
    assert len(list(opening_keys(chat.last))) == 64


async def test_typed_moves(play: Playing) -> None:
    """A move typed in a private chat brings the board below it, and deletes the old message."""
    ann, chat = play.in_private()
    first = await play.say(chat, ann, "/newgame 5 5 3")
    second = await play.say(chat, ann, "3 3")
    assert second is not first
    assert first.deleted
    assert "Opened" in second.text
    problem = await play.say(chat, ann, "9 9")
    assert (
        problem.text == "That is off the board: rows go from 1 to 5, columns from a to e (1 to 5)."
    )


async def test_a_good_start_is_marked(play: Playing) -> None:
    """One button is marked as a good first cell, except while it has a flag, until one is open."""
    ann = play.world.user("Ann")
    chat, start = play.world.private(ann), load_theme("emoji").start
    board = await play.say(chat, ann, "/newgame easy")
    assert board.labels[2][2] == start
    assert str(board.labels).count(start) == 1
    await play.press(board, ann, label("mode_open"))
    await play.press(board, ann, key_of(board, 2 * 8 + 2))
    assert board.labels[2][2] == "🚩"
    assert start not in str(board.labels)
    board = await play.say(chat, ann, "?c3")
    assert board.labels[2][2] == start
    await play.press(board, ann, label("mode_flag"))
    board = await play.say(chat, ann, "h8")
    assert board.labels[2][2] == "⬜"
    assert start not in str(board.labels)


async def test_group_of_three(play: Playing) -> None:
    """Three people win a game together; the moves are credited, and it is said what each opened."""
    people = [play.world.user(name) for name in ("Ann", "Bob", "Cid")]
    group = play.world.supergroup("Sweepers", *people)
    board = await play.say(group, people[0], "/newgame easy")
    turn = 0
    while safe := await play.safe_keys(board, group):
        await play.press(board, people[turn % 3], safe[-1])
        turn += 1
    session = await play.session(group)
    assert session.game.outcome is Outcome.WON
    assert session.names == ("Ann", "Bob", "Cid")
    assert [move.by for move in session.game.history] == [move % 3 for move in range(turn)]
    [told] = re.findall("^Opened: .*", board.text, re.MULTILINE)
    opened = re.findall(r"(Ann|Bob|Cid) (\d+)", told)
    assert {name for name, _ in opened} == set(session.names)
    assert sum(int(cells) for _, cells in opened) == 64 - 10


async def test_panned_picture(play: Playing) -> None:
    """A 24x24 board is one picture with a window of buttons, which is moved over all of it."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame hard")
    seen: set[int] = set()
    assert board.picture
    assert len(board.picture) < 100_000
    for across in ("right", "left", "right", "left"):
        while True:
            seen |= {cell for _, cell in opening_keys(board)}
            if not any(label(across) in row for row in board.labels):
                break
            await play.press(board, ann, label(across))
        if any(label("down") in row for row in board.labels):
            await play.press(board, ann, label("down"))
    assert seen == set(range(24 * 24))
    assert len(list(keys(board))) <= 100
    press = await play.press(board, ann, next(opening_keys(board))[0])
    assert "Opened" in press.toast


@pytest.mark.parametrize("level", ["easy", "medium"])
async def test_shown_from_the_list(play: Playing, level: str) -> None:
    """A board shown in place of the list of games has no other message: the old one is deleted."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/newgame simple")
    board = await play.say(chat, ann, f"/newgame {level}")
    listed = await play.say(chat, ann, "/games")
    await play.press(listed, ann, "2show")
    assert board.deleted
    assert [one for one in chat.shown if "2p.menu" in keys(one)] == [chat.last]


async def test_inline_game(play: Playing) -> None:
    """An inline board in a chat without the bot is played by whoever presses."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    query = play.world.inline(ann, "8 8 10")
    await play.settle()
    assert len(query.results) == 1
    message = play.world.choose(query)
    first = message.press(bob, message.content.keyboard[3][3]["callback_data"])
    await play.settle()
    assert "Opened" in first.toast
    space = f"telegram:inline:{message.id}"
    while safe := await play.safe_keys(message, space):
        message.press(ann, safe[0])
        await play.settle()
    assert (await play.session(space)).game.outcome is Outcome.WON
    assert message.text.count("\n") >= 8


async def test_inline_games_end(play: Playing) -> None:
    """The documents of an inline board expire 90 days after its last move."""
    ann = play.world.user("Ann")
    query = play.world.inline(ann, "8 8 10")
    await play.settle()
    message = play.world.choose(query)
    key = message.content.keyboard[3][3]["callback_data"]
    for _ in range(2):
        message.press(ann, key)
        await play.settle()
        await play.skip_time(89 * 24 * 3600)
        assert await _kept_of(play, message.id) == ["chat", "game:1", "shown:1"]
        key = (await play.safe_keys(message, f"telegram:inline:{message.id}"))[0]
    await play.skip_time(2 * 24 * 3600)
    assert await _kept_of(play, message.id) == []


async def _kept_of(play: Playing, message: object) -> list[str]:
    """Return the names of those documents that are kept of an inline message."""
    space, names = f"chat:telegram:inline:{message}", ["chat", "game:1", "shown:1"]
    return await play.store.view(space, lambda docs, _: [name for name in names if docs.get(name)])


async def test_inline_game_in_the_bots_own_chat(play: Playing) -> None:
    """An inline board in the chat with the bot is played there, and not read as a message."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/start")
    before = chat.shown
    query = play.world.inline(ann, "8 8 10", "sender")
    await play.settle()
    message = play.world.choose(query, chat=chat)
    await play.settle()
    assert chat.messages[-1].heard
    assert chat.shown == before
    first = message.press(ann, message.content.keyboard[3][3]["callback_data"])
    await play.settle()
    assert "Opened" in first.toast


async def test_commands_to_an_inline_board(play: Playing) -> None:
    """A command that answers an inline board is not about the group's own game."""
    ann, group = play.in_group()
    own = await play.say(group, ann, "/newgame easy")
    await play.press(own, ann, next(opening_keys(own))[0])
    query = play.world.inline(ann, "8 8 10")
    await play.settle()
    play.world.choose(query, chat=group)
    board = group.messages[-1]
    before = await play.session(group)
    for command in ("/giveup", "/hint", "/save x", "/undo", "/open h8", "/solve all"):
        said = await play.answer(group, ann, command, board)
        assert said.text == "Tap its cells: this board cannot be played by typing."
    assert await play.session(group) == before
    assert "easy" in (await play.answer(group, ann, "/newgame easy", board)).text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_board_of_another_topic(play: Playing, language: str) -> None:
    """A board in play stays in its topic; /load moves one that nobody played on for an hour."""
    ann, bob = (play.world.user(name, language) for name in ("Ann", "Bob"))
    group = play.world.supergroup("Sweepers", ann, bob, forum=True)
    mines, talk = group.topic("Mines"), group.topic("Talk")
    await play.settle()
    mines.say(ann, "/newgame easy")
    mines.say(ann, "/open d4")
    await play.settle()
    board = mines.shown[-1]
    talk.say(bob, "/load 1")
    await play.settle()
    assert "/games" in talk.shown[-1].text
    assert not board.deleted
    assert (await play.session(group)).thread == str(board.topic)
    talk.say(bob, "/games")
    await play.settle()
    (way,) = talk.shown[-1].content.keyboard[0]
    assert way["url"].endswith(f"/{board.id}")
    await play.skip_time(3601)
    talk.say(bob, "/load 1")
    await play.settle()
    assert [*opening_keys(talk.shown[-1])]
    assert board.deleted


async def test_buttons_that_move_the_window(play: Playing) -> None:
    """Only a large board has buttons that move its window; the menu takes their place."""
    ann, chat = play.in_private()
    for asked, has_ways in (("/newgame expert", True), ("/newgame easy", False)):
        board = await play.say(chat, ann, asked)
        assert ("▶" in str(board.labels)) == has_ways
        await play.press(board, ann, label("menu"))
        assert "▶" not in str(board.labels)
        assert label("access_open") not in str(board.labels), "nobody else is there"
