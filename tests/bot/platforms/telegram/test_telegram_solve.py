"""The solver at work on Telegram: from the menu, by steps, by itself, stopped with a button."""

from __future__ import annotations

from bot.app.requests.menu import Page
from tests.bot.platforms.telegram.playing import Playing, label, opening_keys
from tests.emulators.telegram.message import Message
from tests.emulators.telegram.private import PrivateChat


async def test_from_the_menu(play: Playing) -> None:
    """From a board's menu the solver plays by steps and to the end, on the same message."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame 8 8 16")
    await play.press(board, ann, next(opening_keys(board))[0])
    await play.press(board, ann, label("menu"))
    offered = await play.press(board, ann, label("watch"))
    assert "counts as assisted" in offered.toast
    await play.press(board, ann, label("solve_step"))
    if (await play.session(ann)).game.outcome is None:
        assert board.labels[-1] == [label("solve_step"), label("solve_all"), label("back")]
        await play.press(board, ann, label("solve_all"))
    assert (await play.session(ann)).game.outcome
    assert chat.last is board
    assert label("review") in board.labels[1]


async def test_stopped_by_a_button(play: Playing) -> None:
    """The button that stops the solver ends its play before the game is over."""
    chat, board = await _watched(play)
    press = board.forge(chat.user, "1solve.stop")
    await play.settle()
    assert press.answered
    session = await play.session(chat.user)
    assert session.page is Page.WATCH
    assert session.game.outcome is None


async def test_blocked(play: Playing) -> None:
    """Once a player blocks the bot, the solver stops before the game is over."""
    chat, _ = await _watched(play)
    chat.block_bot()
    await play.settle()
    session = await play.session(chat.user)
    assert session.page is Page.WATCHING
    assert session.game.outcome is None


async def _watched(play: Playing) -> tuple[PrivateChat, Message]:
    """Return a private chat and its board, which logic solves, with the solver at work on it."""
    ann, chat = play.in_private()
    board = await play.say(chat, ann, "/newgame medium noguess")
    await play.press(board, ann, next(opening_keys(board))[0])
    board.forge(ann, "1solve.all")
    while (await play.session(ann)).page is not Page.WATCHING:
        await play.pass_time(0.01)
    return chat, board
