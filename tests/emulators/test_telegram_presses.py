"""Presses on buttons and inline mode of the Telegram emulator."""

from __future__ import annotations

import pytest
from telegram import (
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultCachedPhoto,
    InlineQueryResultPhoto,
    InputMediaPhoto,
    InputTextMessageContent,
    Message,
)

from tests.emulators.telegram.answering import URLS
from tests.emulators.telegram.inline import InlineQuery
from tests.emulators.telegram.press import TOO_OLD
from tests.emulators.telegram.private import PrivateChat
from tests.emulators.telegram.rig import Rig, refused

GIF = b"GIF89a\x0a\x00\x0a\x00"
BOARD = InlineKeyboardMarkup(
    [
        [
            InlineKeyboardButton("·", callback_data="a1"),
            InlineKeyboardButton("·", callback_data="b1"),
        ],
        [InlineKeyboardButton("Hint", callback_data="hint")],
    ]
)


async def shown(rig: Rig) -> PrivateChat:
    """Return a private chat in which the bot shows a board."""
    chat = rig.world.private(rig.world.user("Ann"))
    chat.send("/start")
    await rig.bot.send_message(chat.id, "board", reply_markup=BOARD)
    return chat


async def query(rig: Rig) -> CallbackQuery:
    """Return the newest press as the bot gets it."""
    pressed = (await rig.bot.get_updates())[-1].callback_query
    assert pressed is not None
    return pressed


async def test_a_press_comes_with_the_whole_message(rig: Rig) -> None:
    """A press by label or data carries presser, data and the message with its keyboard."""
    chat = await shown(rig)
    chat.last.press(chat.user, "Hint")
    pressed = await query(rig)
    assert (pressed.data, pressed.from_user.id) == ("hint", chat.user.id)
    assert isinstance(pressed.message, Message)
    assert pressed.message.reply_markup == BOARD
    chat.last.press(chat.user, "b1")
    assert (await query(rig)).chat_instance == pressed.chat_instance
    with pytest.raises(LookupError, match="2 buttons are '·'"):
        chat.last.press(chat.user, "·")


async def test_answers_are_seen_by_the_presser(rig: Rig) -> None:
    """A toast or alert is seen once; the second answer comes too late."""
    chat = await shown(rig)
    press = chat.last.press(chat.user, "a1")
    pressed = await query(rig)
    with refused(rig.world, "MESSAGE_TOO_LONG"):
        await pressed.answer("x" * 201)
    with refused(rig.world, "URL_INVALID"):
        await pressed.answer(url="https://example.org")
    await pressed.answer("x" * 200, show_alert=True, url=URLS[0] + "mines_test_bot?start=x")
    assert (press.answered, press.toast, press.alert) == (True, "x" * 200, True)
    with refused(rig.world, TOO_OLD):
        await pressed.answer("again")


async def test_a_press_lives_150_seconds(rig: Rig) -> None:
    """An answer after 150 seconds is refused in Telegram's words, as is one to an invented id."""
    chat = await shown(rig)
    first, second = (chat.last.press(chat.user, data) for data in ("a1", "b1"))
    rig.clock.advance(150)
    await rig.bot.answer_callback_query(first.id)
    rig.clock.advance(1)
    for number in (second.id, "1"):
        with refused(rig.world, TOO_OLD):
            await rig.bot.answer_callback_query(number)


async def test_a_press_on_what_the_bot_can_no_longer_see(rig: Rig) -> None:
    """A press on a message too old comes with an inaccessible message."""
    chat = await shown(rig)
    chat.last.inaccessible = True
    chat.last.press(chat.user, "a1")
    message = (await query(rig)).message
    assert message is not None
    assert (message.is_accessible, message.message_id) == (False, chat.last.id)


async def test_forged_data_arrives(rig: Rig) -> None:
    """An altered client can send data that no button carries."""
    chat = await shown(rig)
    chat.last.forge(chat.user, "forged")
    assert (await query(rig)).data == "forged"


def article(
    number: str = "1", markup: InlineKeyboardMarkup | None = BOARD
) -> InlineQueryResultArticle:
    """Return a result that becomes a board."""
    content = InputTextMessageContent("<b>board</b>", parse_mode="HTML")
    return InlineQueryResultArticle(number, "8x8", content, reply_markup=markup)


async def asked(rig: Rig) -> InlineQuery:
    """Return a query somebody has typed and the bot has answered with two boards."""
    typed = rig.world.inline(rig.world.user("Ann"), "8 8 10")
    got = (await rig.bot.get_updates())[-1].inline_query
    assert got is not None
    assert (got.query, got.chat_type) == ("8 8 10", "group")
    await got.answer([article(), article("2", None)], cache_time=0, is_personal=True)
    assert typed.answered
    return typed


async def test_an_inline_board_is_played(rig: Rig) -> None:
    """A chosen result is reported, pressed without a message, and edited by its own id."""
    typed = await asked(rig)
    board = rig.world.choose(typed)
    chosen = (await rig.bot.get_updates())[-1].chosen_inline_result
    assert chosen is not None
    assert chosen.inline_message_id == board.id
    board.press(rig.world.user("Bob"), "a1")
    pressed = await query(rig)
    assert (pressed.message, pressed.inline_message_id) == (None, board.id)
    assert await pressed.edit_message_text("board 2", reply_markup=BOARD)
    assert (board.text, len(board.versions), board.labels[1]) == ("board 2", 2, ["Hint"])
    with refused(rig.world, "MESSAGE_ID_INVALID"):
        await rig.bot.edit_message_text("x", inline_message_id="invented")


async def test_a_result_without_buttons_has_no_id(rig: Rig) -> None:
    """The bot can reach an inline message only through a keyboard."""
    assert rig.world.choose(await asked(rig), 1).id == ""
    chosen = (await rig.bot.get_updates())[-1].chosen_inline_result
    assert chosen is not None
    assert chosen.inline_message_id is None


async def test_an_inline_board_in_a_group_of_the_bot(rig: Rig) -> None:
    """An inline board sent to a chat of the bot comes to it as a message, too, sent via itself."""
    typed = await asked(rig)
    group = rig.world.group("Friends", typed.user)
    rig.world.choose(typed, chat=group)
    message = (await rig.bot.get_updates())[-1].message
    assert message is not None
    assert message.via_bot is not None
    assert message.via_bot.id == rig.bot.id


async def test_inline_pictures(rig: Rig) -> None:
    """A picture is offered by file_id; a new one cannot be uploaded into an inline message."""
    chat = await shown(rig)
    first = await rig.bot.send_photo(chat.id, GIF)
    second = await rig.bot.send_photo(chat.id, GIF + b"2")
    typed = rig.world.inline(chat.user, "24 24")
    photo = InlineQueryResultCachedPhoto("p", first.photo[-1].file_id, reply_markup=BOARD)
    await rig.bot.answer_inline_query(typed.id, [photo])
    board = rig.world.choose(typed)
    media = InputMediaPhoto(second.photo[-1].file_id, "c")
    await rig.bot.edit_message_media(media, inline_message_id=board.id)
    assert (board.text, board.content.file) == ("c", chat.last.content.file)
    with refused(rig.world, "can't upload a new file to an inline message"):
        await rig.bot.edit_message_media(InputMediaPhoto(GIF), inline_message_id=board.id)


async def test_bad_inline_answers(rig: Rig) -> None:
    """Too many, equal or unknown results are refused, and answers that come late."""
    typed = rig.world.inline(rig.world.user("Ann"), "x")
    link = InlineQueryResultPhoto("1", "https://x.org/1.jpg", "https://x.org/2.jpg")
    unknown = "can't parse InlineQueryResult: type is not modelled by the emulator"
    empty = InlineQueryResultArticle("1", "x", InputTextMessageContent(""))
    many = [article(str(number)) for number in range(51)]
    for results, words in (
        (many, "RESULTS_TOO_MUCH"),
        ([article(), article()], "RESULT_ID_DUPLICATE"),
        ([article("x" * 65)], "RESULT_ID_INVALID"),
        ([link], unknown),
        ([empty], "message text is empty"),
    ):
        with refused(rig.world, words):
            # The library cuts long answers itself; the raw call does not.
            await rig.bot._post(
                "answerInlineQuery",
                {"inline_query_id": typed.id, "results": results},
            )
    rig.clock.advance(151)
    with refused(rig.world, TOO_OLD):
        await rig.bot.answer_inline_query(typed.id, [article()])
