"""Limits and flood control of the Telegram emulator."""

from __future__ import annotations

from typing import Any

import pytest
from telegram import CopyTextButton, InlineKeyboardButton, InlineKeyboardMarkup, MessageEntity
from telegram.error import RetryAfter

from tests.emulators.helpers import greeted
from tests.emulators.telegram import limits
from tests.emulators.telegram.clock import WallClock
from tests.emulators.telegram.description import at_hand
from tests.emulators.telegram.rig import Rig, emulated, refused
from tests.emulators.telegram.wire import Json
from tests.emulators.telegram.world import Options


@pytest.fixture(autouse=True)
def _timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the library give retry_after in its future form, or it warns."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


def grid(*rows: int) -> InlineKeyboardMarkup:
    """Return a keyboard; ``rows`` are the numbers of buttons in its rows."""
    cell = InlineKeyboardButton("·", callback_data="x")
    return InlineKeyboardMarkup([[cell] * count for count in rows])


async def test_texts(rig: Rig) -> None:
    """A text of 4,096 characters after parsing is taken; a longer or an empty one is refused."""
    chat = greeted(rig)
    sent = await rig.bot.send_message(chat.id, f"<b>{'💣' * 4096}</b>", parse_mode="HTML")
    with refused(rig.world, "message is too long"):
        await rig.bot.send_message(chat.id, "x" * 4097)
    with refused(rig.world, "MESSAGE_TOO_LONG"):
        await sent.edit_text("x" * 4097)
    for empty, words in (("", "message text is empty"), ("\u200b ", "text must be non-empty")):
        with refused(rig.world, words):
            await rig.bot.send_message(chat.id, empty)
        with refused(rig.world, words):
            await sent.edit_text(empty)


async def test_captions(rig: Rig) -> None:
    """A caption of 1,024 characters is taken, a longer one refused."""
    chat = greeted(rig)
    sent = await rig.bot.send_document(chat.id, b"x", caption="x" * 1024)
    with refused(rig.world, "message caption is too long"):
        await rig.bot.send_document(chat.id, b"x", caption="x" * 1025)
    with refused(rig.world, "MEDIA_CAPTION_TOO_LONG"):
        await sent.edit_caption("x" * 1025)


async def test_entities(rig: Rig) -> None:
    """A message has at most 100 entities; that more are refused is a rule of the emulator's."""
    chat = greeted(rig)
    marks = [MessageEntity("bold", 2 * index, 1) for index in range(101)]
    await rig.bot.send_message(chat.id, "x " * 101, entities=marks[:100])
    with refused(rig.world, "ENTITIES_TOO_LONG"):
        await rig.bot.send_message(chat.id, "x " * 101, entities=marks)


async def test_keyboards(rig: Rig) -> None:
    """A keyboard has at most 100 buttons, and at most eight in a row."""
    chat = greeted(rig)
    await rig.bot.send_message(chat.id, "x", reply_markup=grid(*[8] * 12, 4))
    assert sum(map(len, chat.last.labels)) == 100
    with refused(rig.world, "reply markup is too long"):
        await rig.bot.send_message(chat.id, "x", reply_markup=grid(*[8] * 12, 5))
    with refused(rig.world, "reply markup is too long (more than 8 buttons in a row)"):
        await rig.bot.send_message(chat.id, "x", reply_markup=grid(9))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"callback_data": "я" * 33}, "BUTTON_DATA_INVALID"),
        ({"callback_data": ""}, "Text buttons are not allowed in the inline keyboard"),
        ({}, "Text buttons are not allowed in the inline keyboard"),
        ({"url": "javascript:x"}, "BUTTON_URL_INVALID"),
        ({"url": "tg://x", "callback_data": "x"}, "BUTTON_TYPE_INVALID"),
        ({"copy_text": CopyTextButton("x" * 257)}, "BUTTON_COPY_TEXT_INVALID"),
        (
            {"callback_data": "x", "style": "loud"},
            "can't parse InlineKeyboardButton: Unsupported button style specified",
        ),
    ],
)
async def test_bad_buttons(fields: dict[str, Any], words: str) -> None:
    """A button Telegram does not take is refused in its words."""
    async with emulated() as rig:
        markup = InlineKeyboardMarkup([[InlineKeyboardButton("x", **fields)]])
        with refused(rig.world, words):
            await rig.bot.send_message(greeted(rig).id, "x", reply_markup=markup)


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ([], "object expected as reply markup"),
        ({"inline_keyboard": [["x"]]}, "can't parse inline keyboard button: expected an Object"),
        (
            {"inline_keyboard": [[{"url": "tg://x"}]]},
            "can't parse InlineKeyboardButton: Can't find field \"text\"",
        ),
    ],
)
async def test_keyboards_the_library_cannot_make(markup: object, words: str) -> None:
    """A malformed keyboard is refused, and noted as a mismatch with the Bot API."""
    async with emulated() as rig:
        with refused(rig.world, words):
            await rig.bot.send_message(greeted(rig).id, "x", reply_markup=markup)  # type: ignore[arg-type]  # wrong on purpose
        assert bool(rig.server.mismatches) is (rig.server.checked is not None)
        rig.server.mismatches.clear()


async def test_a_chat_takes_a_short_burst() -> None:
    """A chat takes three messages at once, edits included, then one each time a 429 names."""
    async with emulated() as rig:
        chat = greeted(rig)
        sent = await rig.bot.send_message(chat.id, "0")
        await sent.edit_text("1")
        await sent.edit_text("2")
        for text in ("3", "4"):
            with pytest.raises(RetryAfter) as caught:
                await sent.edit_text(text)
            wait = caught.value._retry_after.total_seconds()
            assert wait == 1 / limits.CHAT_RATE
            rig.clock.advance(wait)
            await sent.edit_text(text)
        assert [one.text for one in chat.last.versions] == ["0", "1", "2", "3", "4"]


async def test_a_group_takes_twenty_a_minute() -> None:
    """The twenty-first message of a minute to a group is refused, in a private chat it is not."""
    async with emulated() as rig:
        group, chat = rig.world.group("Friends", rig.world.user("Bob")), greeted(rig)
        for _ in range(20):
            rig.clock.advance(1)
            await rig.bot.send_message(group.id, "x")
            await rig.bot.send_message(chat.id, "x")
        rig.clock.advance(1)
        await rig.bot.send_message(chat.id, "x")
        with refused(rig.world, "retry after 40"):
            await rig.bot.send_message(group.id, "x")


async def test_all_chats_together_take_thirty_a_second() -> None:
    """The thirty-first message of a second is refused although its chat has had none."""
    async with emulated() as rig:
        chats = [greeted(rig, f"P{index}") for index in range(31)]
        for chat in chats[:30]:
            await rig.bot.send_message(chat.id, "x")
        with refused(rig.world, "retry after 1"):
            await rig.bot.send_message(chats[30].id, "x")
        rig.clock.advance(1)
        await rig.bot.send_message(chats[30].id, "x")


async def test_answers_and_actions_are_free() -> None:
    """Answering presses and showing actions costs nothing."""
    async with emulated() as rig:
        chat = greeted(rig)
        hello = chat.send("x")
        for _ in range(40):
            press = hello.forge(chat.user, "x")
            await rig.bot.answer_callback_query(press.id)
            await rig.bot.send_chat_action(chat.id, "typing")
        await rig.bot.send_message(chat.id, "x")


async def test_a_frozen_chat(rig: Rig) -> None:
    """A test can close one chat for 137 seconds while others stay open."""
    ann, bob = greeted(rig), greeted(rig, "Bob")
    rig.world.flood.freeze(ann.id, 137)
    with refused(rig.world, "retry after 137"):
        await rig.bot.send_message(ann.id, "x")
    await rig.bot.send_message(bob.id, "x")
    rig.clock.advance(130)
    with refused(rig.world, "retry after 7"):
        await rig.bot.send_message(ann.id, "x")
    rig.clock.advance(7)
    await rig.bot.send_message(ann.id, "x")


async def test_the_wall_clock_serves_too() -> None:
    """For benchmarks the world can run on real time."""
    async with emulated(Options(clock=WallClock())) as rig:
        assert rig.world.updates.pending() == []
        assert await rig.bot.get_updates(timeout=0) == ()
        await WallClock().sleep(0, "nothing")


def field(owner: Json, name: str) -> str:
    """Return what the Bot API says of a field."""
    [found] = [one for one in owner["fields"] if one["name"] == name]
    return str(found["description"])


def test_limits_are_those_described() -> None:
    """The numbers in limits.py stand in the Bot API description, where that is at hand."""
    description = at_hand()
    if description is None:
        pytest.skip("the Bot API description is not beside the repository")
    methods, types = description.methods, description.types
    assert f"1-{limits.TEXT} " in field(methods["sendMessage"], "text")
    assert f"0-{limits.CAPTION} " in field(methods["sendPhoto"], "caption")
    assert f"0-{limits.TOAST} " in field(methods["answerCallbackQuery"], "text")
    assert f"1-{limits.CALLBACK_DATA} " in field(types["InlineKeyboardButton"], "callback_data")
    assert f"1-{limits.COPY_TEXT} " in field(types["CopyTextButton"], "text")
    assert f"up to {limits.INLINE_QUERY} " in field(types["InlineQuery"], "query")
    assert f"1-{limits.RESULT_ID} " in field(types["InlineQueryResultArticle"], "id")
    assert f"most {limits.COMMANDS} " in field(methods["setMyCommands"], "commands")
    assert f"0-{limits.BOT_NAME} " in field(methods["setMyName"], "name")
    assert f"1-{limits.POLL_BATCH} " in field(methods["getUpdates"], "limit")
    assert f"1-{limits.SECRET} " in field(methods["setWebhook"], "secret_token")
    assert f"than {limits.INLINE_RESULTS} " in str(methods["answerInlineQuery"]["description"])
