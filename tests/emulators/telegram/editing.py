"""editMessageText, -Caption, -Media, -ReplyMarkup; deleting and pinning."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.emulators.telegram import keyboard
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.content import Content
from tests.emulators.telegram.files import StoredFile
from tests.emulators.telegram.limits import DELETE_SECONDS
from tests.emulators.telegram.message import Message, Sender
from tests.emulators.telegram.params import Params
from tests.emulators.telegram.targets import (
    Target,
    edited_target,
    message_in,
    readable_chat,
    writable_chat,
)
from tests.emulators.telegram.wire import Json, bad_request
from tests.emulators.telegram.wording import EDITED_CAPTION, EDITED_TEXT, media_options
from tests.emulators.telegram.world import World

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


def edit_message_text(world: World, params: Params) -> Json | bool:
    """Replace a text and its buttons."""
    if not params.text("text"):
        raise bad_request("message text is empty")
    buttons = keyboard.read(params.data("reply_markup"))
    target = edited_target(world, params)
    if target.content.file is not None:
        raise bad_request("there is no text in the message to edit")
    text, entities = EDITED_TEXT.read_some(params.values)
    return show(
        world, target, replace(target.content, text=text, entities=entities, keyboard=buttons)
    )


def edit_message_caption(world: World, params: Params) -> Json | bool:
    """Replace a caption and the buttons."""
    buttons = keyboard.read(params.data("reply_markup"))
    target = edited_target(world, params)
    if target.content.file is None:
        raise bad_request("there is no caption in the message to edit")
    text, entities = EDITED_CAPTION.read(params.values)
    return show(
        world, target, replace(target.content, text=text, entities=entities, keyboard=buttons)
    )


def edit_message_reply_markup(world: World, params: Params) -> Json | bool:
    """Replace the buttons only."""
    buttons = keyboard.read(params.data("reply_markup"))
    target = edited_target(world, params)
    return show(world, target, replace(target.content, keyboard=buttons))


def edit_message_media(world: World, params: Params) -> Json | bool:
    """Replace a picture, its caption and the buttons in one."""
    media = params.data("media")
    if not isinstance(media, dict) or media.get("type") not in {"photo", "animation", "document"}:
        raise bad_request("can't parse InputMedia: Unsupported type specified")
    buttons = keyboard.read(params.data("reply_markup"))
    text, entities = EDITED_CAPTION.read(media)
    target = edited_target(world, params)
    file = new_file(world, params, media, upload=isinstance(target, Message))
    return show(world, target, Content(text, entities, file, buttons, media_options(media)))


def new_file(world: World, params: Params, media: Json, *, upload: bool) -> StoredFile:
    """Return the file an edit shows; inline messages take none that is uploaded with the edit.

    The words of the refusal for inline messages are the emulator's own.
    """
    value = str(media.get("media", ""))
    given = params.upload(value)
    if given is not None and upload:
        return world.hub.files.store(media["type"], given)
    if given is not None:
        raise bad_request("can't upload a new file to an inline message")
    if not value or value.startswith("attach://"):
        raise bad_request("can't parse InputMedia: Media not found")
    return world.hub.files.reuse(media["type"], value)


def show(world: World, target: Target, content: Content) -> Json | bool:
    """Let the message show ``content``; raise ApiError 400 when it does so already."""
    if content == target.content:
        raise bad_request(NOT_MODIFIED)
    if isinstance(target, Message):
        target.show(content)
        return target.card()
    target.versions.append(content)
    world.changes.notify()
    return True


def delete_message(world: World, params: Params) -> bool:
    """Take a message away for everyone."""
    chat = readable_chat(world, params)
    message = message_in(chat, params.integer("message_id"), "message to delete not found")
    own = message.own or chat.kind == "private"
    old = world.hub.now() - message.date > DELETE_SECONDS
    if old or not (own or chat.may("can_delete_messages")):
        raise bad_request("message can't be deleted")
    message.delete()
    return True


def pin_chat_message(world: World, params: Params) -> bool:
    """Pin a message, which the chat announces."""
    chat = writable_chat(world, params)
    message = message_in(chat, params.integer("message_id"), "message to pin not found")
    check_pin_right(chat)
    message.pinned = True
    chat.saw("pinned", message)
    service = Content(service={"pinned_message": message.card(nested=True)})
    chat.post(chat.draft(Sender(world.bot), service))
    return True


def unpin_chat_message(world: World, params: Params) -> bool:
    """Unpin a message, or the newest that is pinned."""
    chat = writable_chat(world, params)
    newest: Any = chat.pinned[0].id if chat.pinned else 0
    number = params.integer("message_id", newest)
    message = message_in(chat, number, "message to unpin not found")
    check_pin_right(chat)
    if not message.pinned:
        raise bad_request("CHAT_NOT_MODIFIED")
    message.pinned = False
    chat.saw("unpinned", message)
    return True


def check_pin_right(chat: Chat) -> None:
    """Raise ApiError 400 where the bot may not pin."""
    if not chat.may("can_pin_messages"):
        raise bad_request("not enough rights to manage pinned messages in the chat")
