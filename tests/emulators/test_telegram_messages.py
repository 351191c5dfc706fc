"""Sending, editing, deleting and pinning in the Telegram emulator."""

from __future__ import annotations

import pytest
from telegram import (
    ForceReply,
    Message,
    MessageEntity,
    ReplyParameters,
)

from tests.emulators.helpers import buttons, greeted
from tests.emulators.telegram.editing import NOT_MODIFIED
from tests.emulators.telegram.rig import Rig, refused


async def test_a_text_is_shown_as_sent(rig: Rig) -> None:
    """A sent text is in the chat with entities and buttons, and the library reads it back."""
    chat = greeted(rig)
    sent = await rig.bot.send_message(
        chat.id, "<b>💣 Mines</b> & co", parse_mode="HTML", reply_markup=buttons("a", "b")
    )
    assert (chat.last.text, chat.last.labels) == ("💣 Mines & co", [["a", "b"]])
    assert sent.parse_entities() == {sent.entities[0]: "💣 Mines"}
    assert sent.from_user is not None
    assert sent.from_user.id == rig.bot.id
    assert rig.world.calls("sendMessage")[0]["text"] == "<b>💣 Mines</b> & co"


async def test_an_edit_replaces_text_and_buttons(rig: Rig) -> None:
    """An edit without buttons removes them; every state stays in the history."""
    chat = greeted(rig)
    sent = await rig.bot.send_message(chat.id, "one", reply_markup=buttons("a"))
    edited = await sent.edit_text("two")
    assert isinstance(edited, Message)
    assert (edited.text, edited.reply_markup) == ("two", None)
    assert [one.text for one in chat.last.versions] == ["one", "two"]
    assert [one.what for one in chat.history] == ["sent", "sent", "edited"]


async def test_buttons_alone_can_be_edited(rig: Rig) -> None:
    """Editing the markup leaves the text alone."""
    chat = greeted(rig)
    sent = await rig.bot.send_message(chat.id, "one", reply_markup=buttons("a"))
    await sent.edit_reply_markup(buttons("b"))
    assert (chat.last.text, chat.last.labels) == ("one", [["b"]])


async def test_an_edit_that_changes_nothing_is_refused(rig: Rig) -> None:
    """An edit to the same text and buttons is refused as "not modified", in Telegram's words."""
    sent = await rig.bot.send_message(greeted(rig).id, "one", reply_markup=buttons("a"))
    with refused(rig.world, NOT_MODIFIED):
        await sent.edit_text("one", reply_markup=buttons("a"))


async def test_what_cannot_be_edited(rig: Rig) -> None:
    """An edit of a deleted, foreign, caption-less or reply-forcing message is refused."""
    chat = greeted(rig)
    foreign = chat.send("mine")
    sent = await rig.bot.send_message(chat.id, "one")
    bound = await rig.bot.send_message(chat.id, "two", reply_markup=ForceReply())
    with refused(rig.world, "there is no caption in the message to edit"):
        await sent.edit_caption("x")
    for number in (foreign.id, bound.message_id):
        with refused(rig.world, "message can't be edited"):
            await rig.bot.edit_message_text("x", chat.id, number)
    chat.last.delete()
    chat.last.delete()
    with refused(rig.world, "message to edit not found"):
        await sent.edit_text("x")
    with refused(rig.world, "message identifier is not specified"):
        await rig.bot.edit_message_text("x", chat.id)


async def test_replies(rig: Rig) -> None:
    """A reply carries what it answers; one to a message that is gone is refused unless allowed."""
    chat = greeted(rig)
    question = chat.send("?")
    sent = await rig.bot.send_message(chat.id, "!", reply_parameters=ReplyParameters(question.id))
    assert sent.reply_to_message is not None
    assert sent.reply_to_message.text == "?"
    question.delete()
    with refused(rig.world, "message to be replied not found"):
        await rig.bot.send_message(chat.id, "!", reply_parameters=ReplyParameters(question.id))
    lenient = ReplyParameters(question.id, allow_sending_without_reply=True)
    assert (await rig.bot.send_message(chat.id, "!", reply_parameters=lenient)).text == "!"


async def test_deleting(rig: Rig) -> None:
    """The bot deletes messages of a private chat once, and not after 48 hours."""
    chat = greeted(rig)
    sent = await rig.bot.send_message(chat.id, "one")
    later = await rig.bot.send_message(chat.id, "two")
    assert await sent.delete()
    with refused(rig.world, "message to delete not found"):
        await sent.delete()
    rig.clock.advance(48 * 3600 + 1)
    with refused(rig.world, "message can't be deleted"):
        await later.delete()
    assert [one.text for one in chat.shown] == ["two"]


async def test_pinning(rig: Rig) -> None:
    """A pin is announced and shown by getChat; unpinning takes the newest by default."""
    chat = greeted(rig)
    sent = await rig.bot.send_message(chat.id, "board", protect_content=True)
    await sent.pin()
    assert rig.world.updates.posted[-1]["message"]["pinned_message"]["text"] == "board"
    described = await rig.bot.get_chat(chat.id)
    assert described.pinned_message == sent
    assert await rig.bot.unpin_chat_message(chat.id)
    with refused(rig.world, "message to unpin not found"):
        await rig.bot.unpin_chat_message(chat.id)
    with refused(rig.world, "message to pin not found"):
        await rig.bot.pin_chat_message(chat.id, 1)


async def test_chat_action(rig: Rig) -> None:
    """A chat action is in the chat's history; an unknown one is refused."""
    chat = greeted(rig)
    await rig.bot.send_chat_action(chat.id, "upload_photo")
    assert (chat.history[-1].what, chat.history[-1].note) == ("action", "upload_photo")
    with refused(rig.world, "wrong parameter action in request"):
        await rig.bot.send_chat_action(chat.id, "juggling")


async def test_people_edit_their_messages(rig: Rig) -> None:
    """An edit by a person comes as an edited message, with its date."""
    greeted(rig).send("c4").edit("d5")
    update = (await rig.bot.get_updates())[-1]
    assert update.edited_message is not None
    assert update.edited_message.text == "d5"
    assert update.edited_message.edit_date is not None


async def test_given_entities(rig: Rig) -> None:
    """Entities may be given instead of a parse mode, counted in UTF-16; bad ones are refused."""
    chat = greeted(rig)
    sent = await rig.bot.send_message(chat.id, "💣x", entities=[MessageEntity("bold", 2, 1)])
    assert sent.parse_entity(sent.entities[0]) == "x"
    for bad in (MessageEntity("bold", 1, 1), MessageEntity("bold", 0, 9)):
        with refused(
            rig.world,
            "can't parse entities: Entity begins or ends in the middle of a UTF-16 symbol",
        ):
            await rig.bot.send_message(chat.id, "💣x", entities=[bad])
    with refused(rig.world, "can't parse MessageEntity: Unsupported type specified"):
        await rig.bot.send_message(chat.id, "x", entities=[MessageEntity("loud", 0, 1)])


async def test_there_may_be_nothing_to_see(rig: Rig) -> None:
    """A chat in which the bot has said nothing has no last message."""
    with pytest.raises(LookupError, match="the bot has sent nothing"):
        _ = greeted(rig).last
