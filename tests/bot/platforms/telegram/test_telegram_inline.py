"""Inline boards, in chats where the bot cannot write: they offer only what works there."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.app.documents.state import SILENT_MS
from bot.app.requests.actions import Again
from bot.app.requests.request import Chat, Player, Request
from bot.i18n import LANGUAGES, best_language
from core.rules import FirstOpen, Rules
from tests.bot.platforms.telegram.playing import Playing, label, words
from tests.emulators.telegram.inline import InlineMessage
from tests.emulators.telegram.people import User


async def begun(play: Playing, user: User) -> InlineMessage:
    """Return an inline board, its first cell opened."""
    query = play.world.inline(user, "5 5 4")
    await play.settle()
    message = play.world.choose(query)
    message.press(user, "0b.5.5.4.12")
    await play.settle()
    return message


async def press(play: Playing, message: InlineMessage, user: User, key: str) -> str:
    """Return the notice that ``user`` gets for a press on the control ``key``."""
    pressed = message.press(user, label(key, best_language(user.language)))
    await play.settle()
    return pressed.toast


@pytest.mark.parametrize("language", LANGUAGES)
async def test_offered(play: Playing, language: str) -> None:
    """An inline board offers no settings and nobody to invite, and names no command."""
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
    assert words("inline.how", language) in message.text


@pytest.mark.parametrize(
    ("asked", "said", "rules"),
    [
        ("5 5 4 lives 3 casual", ["Casual, with 3"], Rules(5, 5, 4, lives=3, undo=True)),
        (
            "5 5 4 safe noguess",
            ["The first cell is", "No guessing:"],
            Rules(5, 5, 4, FirstOpen.SAFE, no_guess=True),
        ),
        ("easy drifting", ["Drifting:"], Rules(8, 8, 10, drifting=True)),
        ("easy", [], Rules(8, 8, 10)),
    ],
)
async def test_kinds(play: Playing, asked: str, said: list[str], rules: Rules) -> None:
    """An offered board tells the rules asked for beside its size, and its game has them."""
    ann = play.world.user("Ann")
    query = play.world.inline(ann, asked)
    await play.settle()
    (offered,) = query.results
    for begin, line in zip([*said, "Tap"], offered["description"].splitlines(), strict=True):
        assert line.startswith(begin)
    assert "/" not in offered["description"], "nothing can be written there"
    message = play.world.choose(query)
    message.press(ann, message.content.keyboard[2][2]["callback_data"])
    await play.settle()
    assert (await play.session(f"telegram:inline:{message.id}")).game.rules == rules
    for key in ("menu", "give_up", "give_up_yes", "again"):
        await press(play, message, ann, key)
    assert "/" not in message.text


async def test_solver_and_strangers(play: Playing) -> None:
    """The solver's page and the refusal of another player name no command to be written."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    message = await begun(play, ann)
    await press(play, message, ann, "menu")
    await press(play, message, ann, "watch")
    assert "The solver plays for you" in message.text
    assert "/" not in message.text
    for key in ("back", "menu", "access_open", "access_solo"):
        await press(play, message, ann, key)
    for seconds in (0, SILENT_MS / 1000 + 1):
        await play.skip_time(seconds)
        assert await press(play, message, bob, "menu") == "This is somebody else's game."


async def test_hint_after_the_end(play: Playing) -> None:
    """A hint asked for after the end is refused without naming a command."""
    ann = play.world.user("Ann")
    message = await begun(play, ann)
    before = message.content.keyboard
    for key in ("menu", "give_up", "give_up_yes"):
        await press(play, message, ann, key)
    place = {"inline_message_id": message.id, "chat_instance": message.place}
    late = message.presses.press(ann, before, label("hint_price"), place)
    await play.settle()
    assert late.toast == words("hint.over")
    assert "/" not in late.toast


@pytest.mark.parametrize("language", LANGUAGES)
async def test_refused(play: Playing, language: str) -> None:
    """No refusal of a press tells the player to write something."""
    ann = play.world.user("Ann", language)
    message = await begun(play, ann)

    async def told(row: int, column: int) -> str:
        """Return the notice for a press on a button of the keyboard ``before``."""
        place = {"inline_message_id": message.id, "chat_instance": message.place}
        data = before[row][column]["callback_data"]
        pressed = message.presses.press(ann, before, data, place)
        await play.settle()
        return pressed.toast

    await press(play, message, ann, "mode_open")
    row, column = next(
        (row, column)
        for row, names in enumerate(message.labels)
        for column, name in enumerate(names)
        if name == "⬜"
    )
    before = message.content.keyboard
    await told(row, column)
    await press(play, message, ann, "mode_flag")
    before = message.content.keyboard
    said = [await told(row, column)]
    for key in ("menu", "give_up", "give_up_yes"):
        await press(play, message, ann, key)
    said += [await told(row, column), await told(-1, 0)]
    assert len(set(said)) == 2, "there is a flag, and twice that the game is over"
    assert all(said)
    assert not re.search(r"[/?]", "".join(said)), said


@pytest.mark.parametrize("language", LANGUAGES)
async def test_levels(play: Playing, language: str) -> None:
    """An empty query offers the levels, in the player's language and for that player alone."""
    query = play.world.inline(play.world.user("Ann", language), " ")
    await play.settle()
    assert len(query.results) == 5
    how = words("inline.how", language)
    assert all(each["description"] == how for each in query.results)
    (answer,) = play.world.calls("answerInlineQuery")
    assert answer["is_personal"] in {True, "true"}


async def test_no_blindfold(play: Playing) -> None:
    """A blindfold board, which has no buttons, is not offered inline; the levels are."""
    query = play.world.inline(play.world.user("Ann"), "5 5 4 blindfold")
    await play.settle()
    assert len(query.results) == 5


async def test_another_board(play: Playing) -> None:
    """After the end another level is chosen by an inline query in the same chat."""
    ann = play.world.user("Ann")
    message = await begun(play, ann)
    await press(play, message, ann, "menu")
    await press(play, message, ann, "give_up")
    await press(play, message, ann, "give_up_yes")
    key = next(key for row in message.content.keyboard for key in row if "callback_data" not in key)
    assert key == {"text": label("levels"), "switch_inline_query_current_chat": ""}


async def test_review(play: Playing) -> None:
    """A review is told in an alert, as it has no other place, a hint in a passing notice."""
    ann = play.world.user("Ann")
    message = await begun(play, ann)
    hint = message.press(ann, label("hint_price"))
    await play.settle()
    assert len(hint.toast) > 60
    assert not hint.alert
    await press(play, message, ann, "menu")
    await press(play, message, ann, "give_up")
    await press(play, message, ann, "give_up_yes")
    pressed = message.press(ann, label("review"))
    await play.settle()
    assert pressed.toast.startswith("Review: simple, given up")
    assert pressed.alert


async def test_width(play: Playing) -> None:
    """A large inline board's lines fit a phone wherever one looks, with a hint and at the end."""
    ann = play.world.user("Ann")
    query = play.world.inline(ann, "40 60 300")
    await play.settle()
    message = play.world.choose(query)
    message.press(ann, message.content.keyboard[2][2]["callback_data"])
    await play.settle()
    hint, end = ("hint_price", "hint", "hint", "hint"), ("menu", "give_up", "give_up_yes")
    for key in ("right", "right", "down", "frontier", *hint, *end, "right", "down"):
        before = message.content
        await press(play, message, ann, key)
        drawn = [line for line in message.text.splitlines() if line[:2].strip().isdecimal()]
        assert len(drawn) >= 8
        assert max(map(len, drawn)) <= 30
        assert message.content != before or key in end


async def test_begun_again_while_it_is_shown(
    play: Playing, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game begun while the one before is being shown on the same message causes no error."""
    ann = play.world.user("Ann")
    message = await begun(play, ann)
    for key in ("menu", "give_up", "give_up_yes"):
        await press(play, message, ann, key)
    display, service = play.bot._display, play.bot._chat._service
    here = Chat(f"telegram:inline:{message.id}", private=False, in_place=True, passing=True)
    edit = display._edit

    async def slowly(*given: Any) -> None:
        monkeypatch.setattr(display, "_edit", edit)
        await edit(*given)
        asked = Request("late", here, Player(f"telegram:{ann.id}", "Ann"), Again())
        await service.carry_out(asked)

    monkeypatch.setattr(display, "_edit", slowly)
    await press(play, message, ann, "again")
    assert not (await play.session(here.id, 3)).game.history
    assert not [each for each in caplog.records if each.levelname == "ERROR"]
