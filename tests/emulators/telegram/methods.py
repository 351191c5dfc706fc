"""Every method the emulator answers, by the name in the URL."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import Any, Final

from tests.emulators.telegram import (
    answering,
    downloading,
    editing,
    identity,
    intake,
    membership,
    sending,
)
from tests.emulators.telegram.params import Params
from tests.emulators.telegram.wire import ApiError
from tests.emulators.telegram.world import World

Handler = Callable[[World, Params], Any | Awaitable[Any]]

METHODS: Final[dict[str, Handler]] = {
    "answerCallbackQuery": answering.answer_callback_query,
    "answerInlineQuery": answering.answer_inline_query,
    "deleteMessage": editing.delete_message,
    "deleteMyCommands": identity.delete_my_commands,
    "deleteWebhook": intake.delete_webhook,
    "editMessageCaption": editing.edit_message_caption,
    "editMessageMedia": editing.edit_message_media,
    "editMessageReplyMarkup": editing.edit_message_reply_markup,
    "editMessageText": editing.edit_message_text,
    "getChat": membership.get_chat,
    "getChatAdministrators": membership.get_chat_administrators,
    "getChatMember": membership.get_chat_member,
    "getChatMemberCount": membership.get_chat_member_count,
    "getFile": downloading.get_file,
    "getMe": identity.get_me,
    "getMyCommands": identity.get_my_commands,
    "getMyDescription": identity.get_my_description,
    "getMyName": identity.get_my_name,
    "getMyShortDescription": identity.get_my_short_description,
    "getUpdates": intake.get_updates,
    "getWebhookInfo": intake.get_webhook_info,
    "leaveChat": membership.leave_chat,
    "pinChatMessage": editing.pin_chat_message,
    "sendAnimation": sending.send_animation,
    "sendChatAction": sending.send_chat_action,
    "sendDocument": sending.send_document,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "setMyCommands": identity.set_my_commands,
    "setMyDescription": identity.set_my_description,
    "setMyName": identity.set_my_name,
    "setMyShortDescription": identity.set_my_short_description,
    "setWebhook": intake.set_webhook,
    "unpinChatMessage": editing.unpin_chat_message,
}
NAMES: Final = {name.lower(): name for name in METHODS}  # Telegram ignores the case


def named(name: str) -> str:
    """Return the method's proper name; raise ApiError 404 for one that is not modelled."""
    if name.lower() not in NAMES:
        raise ApiError(404, "Not Found: method not found")
    return NAMES[name.lower()]


async def call(world: World, method: str, params: Params) -> Any:
    """Return the result of ``method``; raise ApiError."""
    result = METHODS[method](world, params)
    return await result if isawaitable(result) else result
