"""sendMessage, sendPhoto, sendAnimation, sendDocument, sendChatAction."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from tests.emulators.telegram import keyboard
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.content import Content
from tests.emulators.telegram.files import StoredFile
from tests.emulators.telegram.message import Message, Sender
from tests.emulators.telegram.params import Params
from tests.emulators.telegram.targets import message_in, writable_chat
from tests.emulators.telegram.wire import Json, bad_request
from tests.emulators.telegram.wording import SENT_CAPTION, SENT_TEXT, media_options
from tests.emulators.telegram.world import World

ACTIONS: Final = frozenset(
    {"typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice",
     "upload_document", "choose_sticker", "find_location", "record_video_note",
     "upload_video_note"}
)  # fmt: skip
OTHER_MARKUPS: Final = ("keyboard", "remove_keyboard", "force_reply")


def send_message(world: World, params: Params) -> Json:
    """Send a text."""
    if not params.text("text"):
        raise bad_request("message text is empty")
    buttons, editable = read_markup(params.data("reply_markup"))
    chat = open_chat(world, params)
    text, entities = SENT_TEXT.read_some(params.values)
    content = Content(text, entities, keyboard=buttons)
    return post(world, params, chat, content, editable=editable)


def send_file(kind: str, world: World, params: Params) -> Json:
    """Send a photo, an animation or a document."""
    buttons, editable = read_markup(params.data("reply_markup"))
    caption, entities = SENT_CAPTION.read(params.values)
    chat = open_chat(world, params)
    if kind in chat.barred:
        raise bad_request(f"not enough rights to send {kind}s to the chat")
    file = given_file(world, kind, params)
    content = Content(caption, entities, file, buttons, media_options(params.values))
    return post(world, params, chat, content, editable=editable)


send_photo = partial(send_file, "photo")
send_animation = partial(send_file, "animation")
send_document = partial(send_file, "document")


def given_file(world: World, kind: str, params: Params) -> StoredFile:
    """Return the file of a send: its own part, ``attach://`` or a file_id."""
    value = params.text(kind)
    upload = params.uploads.get(kind) or params.upload(value)
    if upload is not None:
        return world.hub.files.store(kind, upload)
    if not value or value.startswith("attach://"):
        raise bad_request(f"there is no {kind} in the request")
    return world.hub.files.reuse(kind, value)


def read_markup(markup: Any) -> tuple[keyboard.Keyboard, bool]:
    """Return the inline keyboard, and whether the message can be edited later."""
    if isinstance(markup, dict) and any(name in markup for name in OTHER_MARKUPS):
        return (), False
    return keyboard.read(markup), True


def open_chat(world: World, params: Params) -> Chat:
    """Return the chat to send to and charge the message to flood control."""
    chat = writable_chat(world, params)
    world.flood.charge(chat.id, group=chat.is_group)
    return chat


def post(world: World, params: Params, chat: Chat, content: Content, *, editable: bool) -> Json:
    """Put the bot's message into the chat and return its Message object."""
    in_topic = bool(params.integer("message_thread_id"))
    answered = reply_target(chat, params.data("reply_parameters"), in_topic=in_topic)
    sender = Sender(None, chat) if chat.kind == "channel" else Sender(world.bot)
    message = chat.draft(sender, content, answered)
    message.own, message.editable = True, editable
    message.topic = thread(chat, params, answered)
    if params.flag("protect_content"):
        message.effects["has_protected_content"] = True
    return chat.post(message).card()


def thread(chat: Chat, params: Params, answered: Message | None) -> int | None:
    """Return the topic a message goes to; raise ApiError 400 for an unknown one."""
    number = params.integer("message_thread_id")
    if not number:
        return answered.topic if answered else None
    if message_in(chat, number, "message thread not found").topic != number:
        raise bad_request("message thread not found")  # comments are no topic
    return number


def reply_target(chat: Chat, asked: Any, *, in_topic: bool) -> Message | None:
    """Return the message answered; raise ApiError 400 if it is gone and that is not allowed.

    In a topic it is never allowed (Bot API, ReplyParameters).
    """
    if not asked:
        return None
    message = chat.messages_by_id.get(int(asked["message_id"]))
    if message is not None and not message.deleted:
        return message
    if asked.get("allow_sending_without_reply") and not in_topic:
        return None
    raise bad_request("message to be replied not found")


def send_chat_action(world: World, params: Params) -> bool:
    """Show "typing" and the like; free of flood control."""
    if params.text("action") not in ACTIONS:
        raise bad_request("wrong parameter action in request")
    chat = writable_chat(world, params)
    chat.saw("action", None, params.text("action"))
    return True
