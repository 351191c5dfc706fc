"""Boards in chats that the bot cannot write to: what is offered there can be done there."""

from __future__ import annotations

import pytest

from bot.i18n import Text
from tests.bot.platforms.telegram.playing import TRANSLATOR, Playing, label
from tests.emulators.telegram.inline import InlineMessage
from tests.emulators.telegram.people import User


async def begun(play: Playing, user: User) -> InlineMessage:
    """Return a board that was put somewhere, its first cell opened."""
    query = play.world.inline(user, "5 5 4")
    await play.settle()
    message = play.world.choose(query)
    message.press(user, "0b.5.5.4.12")
    await play.settle()
    return message


async def press(play: Playing, message: InlineMessage, user: User, key: str) -> str:
    """Return what somebody is told who presses the control called ``key``."""
    pressed = message.press(user, label(key, (user.language or "en")[:2]))
    await play.settle()
    return pressed.toast


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
async def test_offered(play: Playing, language: str) -> None:
    """No settings, nobody to be invited, no answers to be written, no command to go on with."""
    ann = play.world.user("Ann", language)
    message = await begun(play, ann)
    await press(play, message, ann, "menu")
    offered = [name for row in message.labels for name in row]
    assert label("settings", language) not in offered
    await press(play, message, ann, "access_open")
    assert message.labels[-1] == [label("access_solo", language), label("back", language)]
    await press(play, message, ann, "back")
    await press(play, message, ann, "menu")
    await press(play, message, ann, "give_up")
    await press(play, message, ann, "give_up_yes")
    assert "/" not in message.text.replace("3BV/", "")
    await press(play, message, ann, "again")
    assert TRANSLATOR.say(Text("inline.how"), language) in message.text


async def test_another_board(play: Playing) -> None:
    """Another level is chosen where the board was chosen: behind the bot's name in that chat."""
    ann = play.world.user("Ann")
    message = await begun(play, ann)
    await press(play, message, ann, "menu")
    await press(play, message, ann, "give_up")
    await press(play, message, ann, "give_up_yes")
    key = next(key for row in message.content.keyboard for key in row if "callback_data" not in key)
    assert key == {"text": label("levels"), "switch_inline_query_current_chat": ""}


async def test_review(play: Playing) -> None:
    """What only the answer to a press can say stays until it has been read."""
    ann = play.world.user("Ann")
    message = await begun(play, ann)
    await press(play, message, ann, "menu")
    await press(play, message, ann, "give_up")
    await press(play, message, ann, "give_up_yes")
    pressed = message.press(ann, label("review"))
    await play.settle()
    assert pressed.toast.startswith("Review: simple, given up")
    assert pressed.alert


async def test_width(play: Playing) -> None:
    """The text around the buttons of a large board fits a phone, wherever they are, with a hint."""
    ann = play.world.user("Ann")
    query = play.world.inline(ann, "40 60 300")
    await play.settle()
    message = play.world.choose(query)
    message.press(ann, message.content.keyboard[2][2]["callback_data"])
    await play.settle()
    for key in ("right", "right", "down", "frontier", "hint_price", "hint", "hint", "hint"):
        await press(play, message, ann, key)
        drawn = [line for line in message.text.splitlines() if line[:2].strip().isdecimal()]
        assert len(drawn) >= 8
        assert max(map(len, drawn)) <= 30
