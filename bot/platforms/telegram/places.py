"""Places: which message an answer takes the place of, or stands below, so that it is found."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Final

from msgspec.structs import replace
from telegram import Message

from bot.app.documents.shown import Shown
from bot.app.errands.readers import is_about_oneself
from bot.app.requests import actions
from bot.app.screens.illustration import Animation, EndedPage, ResultCard
from bot.app.screens.reply import Reply
from bot.platforms.telegram.events import Event, Pressed
from bot.platforms.telegram.ids import chat_id, commented_post, supergroup_number
from bot.platforms.telegram.owned import is_for_asker

_BURIED: Final = 5
"""Messages below a board in a group that take it out of sight."""


def buried_by(event: Event) -> Callable[[Shown], bool]:
    """Return what tells whether a board is out of sight where ``event`` was written.

    In a basic group the numbers of messages do not tell: all chats are counted together.
    """
    message, counts = event.message, supergroup_number(event.request.chat.id) is not None

    def is_buried(shown: Shown) -> bool:
        return counts and message is not None and message - int(shown.message) > _BURIED

    return is_buried


def answered_by(event: Event, reply: Reply) -> int | None:
    """Return the message that ``reply`` is to answer; None for none, as in private.

    None also for a menu among comments: a press on it tells that it is a comment only if it
    answers the post itself.
    """
    chat, action = event.request.chat, event.request.action
    if event.pressed is not None and is_about_oneself(action):
        return event.pressed.asked_in  # so that it stays known whose they are
    is_comment = commented_post(chat.thread) is not None
    is_menu = bool(reply.buttons) and not is_for_asker(action)
    return None if chat.private or (is_comment and is_menu) else event.message


def replaced_by(event: Event, pressed: Pressed, reply: Reply) -> Shown | None:
    """Return the pressed menu, if ``reply`` takes its place; None for a message of its own."""
    is_kept = is_to_keep(reply) and not _is_in_part(event.request.action)
    return None if pressed.on_board or is_kept else pressed.place


def is_to_keep(reply: Reply) -> bool:
    """Tell whether the picture of ``reply`` is to stay: it replaces none, nor is it replaced."""
    kept = Animation | ResultCard
    return reply.picture is not None and isinstance(reply.picture.subject, kept)


def _is_in_part(action: actions.Action) -> bool:
    """Tell whether another part of what is shown already was asked for."""
    return isinstance(action, EndedPage) and bool(action.where)


def is_of_its_own(event: Event, reply: Reply, *, has_picture: bool) -> bool:
    """Tell whether a page without a picture cannot be the caption of the picture there is.

    A board as text has no room in a caption, and statistics go with the card of their own level.
    """
    is_other = reply.picture is not None or is_about_oneself(event.request.action)
    return is_other and not has_picture


def moved_chat(message: Message | None) -> tuple[str, str] | None:
    """Return a chat's old and new id, where a message says that it was given another.

    Both chats have such a message, of which either may be read first.
    """
    if message is not None and message.migrate_to_chat_id is not None:
        return chat_id(message.chat.id), chat_id(message.migrate_to_chat_id)
    if message is not None and message.migrate_from_chat_id is not None:
        return chat_id(message.migrate_from_chat_id), chat_id(message.chat.id)
    return None


def moved_to(chat: str, event: Event) -> Event:
    """Return ``event`` as if it came from ``chat``, the id that its own chat has now.

    Its messages are left out: they have other ids there.
    """
    there = replace(event.request.chat, id=chat)
    pressed = event.pressed and dataclasses.replace(event.pressed, place=None, asked_in=None)
    return Event(replace(event.request, chat=there), pressed)
