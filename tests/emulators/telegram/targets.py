"""What a call is about: its chat and its message, and whether the bot may use them."""

from __future__ import annotations

from typing import Any, TypeAlias

from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.group import Group
from tests.emulators.telegram.inline import InlineMessage
from tests.emulators.telegram.message import Message
from tests.emulators.telegram.params import Params
from tests.emulators.telegram.wire import ApiError, bad_request
from tests.emulators.telegram.world import World

Target: TypeAlias = Message | InlineMessage


def known_chat(world: World, value: Any) -> Chat:
    """Return the chat with an id or @username; raise ApiError 400 for an unknown one."""
    if value in {None, ""}:
        raise bad_request("chat_id is empty")
    for chat in world.chats.values():
        named = chat.username and f"@{chat.username}".lower() == str(value).lower()
        if str(chat.id) == str(value) or (named and chat.kind != "private"):
            return chat
    raise bad_request("chat not found")


def readable_chat(world: World, params: Params) -> Chat:
    """Return the chat a call asks about; raise ApiError for one closed to the bot."""
    chat = known_chat(world, params.values.get("chat_id"))
    if chat.refusal is not None and chat.refusal.code != 403:
        raise chat.refusal
    if isinstance(chat, Group) and world.bot.id not in chat.members:
        raise chat.refusal or ApiError(403, "Forbidden: bot is not a member of the group chat")
    return chat


def writable_chat(world: World, params: Params) -> Chat:
    """Return the chat a call sends to; raise ApiError where the bot may not write."""
    chat = known_chat(world, params.values.get("chat_id"))
    if chat.refusal is not None:
        raise chat.refusal
    return chat


def message_in(chat: Chat, number: int, words: str) -> Message:
    """Return the message of ``chat`` not deleted; raise ApiError 400 with ``words`` otherwise."""
    message = chat.messages_by_id.get(number)
    if message is None or message.deleted:
        raise bad_request(words)
    return message


def edited_target(world: World, params: Params) -> Target:
    """Return the message that an edit is about and charge the edit to flood control.

    Raise ApiError where Telegram would: unknown, not the bot's own, chat closed, too many.
    """
    inline_id = params.text("inline_message_id")
    if inline_id:
        return edited_inline(world, inline_id)
    chat = writable_chat(world, params)
    number = params.integer("message_id")
    if not number:
        raise bad_request("message identifier is not specified")
    world.flood.charge(chat.id, group=chat.is_group)
    message = message_in(chat, number, "message to edit not found")
    own = message.own or chat.kind == "channel"
    if not (own and message.editable and message.content.service is None):
        raise bad_request("message can't be edited")
    return message


def edited_inline(world: World, inline_id: str) -> InlineMessage:
    """Return the inline message with ``inline_id``; raise ApiError when there is none."""
    if inline_id not in world.inline_mode.messages:
        raise bad_request("MESSAGE_ID_INVALID")
    world.flood.charge(inline_id)
    return world.inline_mode.messages[inline_id]
