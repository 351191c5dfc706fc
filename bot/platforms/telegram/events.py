"""Events: what Telegram tells the bot, as requests of the app."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from telegram import CallbackQuery, Message, User

from bot.app.documents.shown import Shown
from bot.app.requests import board_actions
from bot.app.requests.actions import Action, Misread
from bot.app.requests.button import ButtonDataError, read_button
from bot.app.requests.request import Chat, Request
from bot.i18n import Text
from bot.platforms.telegram.display import INLINE, PHOTO, TEXT
from bot.platforms.telegram.ids import chat_id, comments_on, inline_chat_id
from bot.platforms.telegram.intake import Incoming, PressedMessage
from bot.platforms.telegram.people import author_of, person
from bot.platforms.telegram.written import (
    answers_a_topic,
    board_button,
    is_private,
    read_answered,
    read_written,
)

_IN_PERSON: Final = (board_actions.Challenge, board_actions.JoinDuel)
"""Actions that begin a board for its player alone: who writes as a group could not press it."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button that was pressed: the id to answer with, and the message it stands on."""

    id: str
    place: Shown | None
    """None where Telegram gives no access to the message."""
    on_board: bool
    asker: str | None = None
    """Who wrote the message that the one with the button answers, in a group."""
    asked_in: int | None = None
    """The id of that message."""

    @property
    def is_inline(self) -> bool:
        """Whether it stands on an inline board, where the bot cannot send anything."""
        return self.place is not None and self.place.look == INLINE


@dataclass(frozen=True, slots=True)
class Event:
    """A request, and where its answer goes."""

    request: Request
    pressed: Pressed | None = None
    message: int | None = None
    """The id of the message that was written."""


def read_event(incoming: Incoming, me: User) -> Event | None:
    """Return what ``incoming`` asks of the bot ``me``; None when it is not for the bot."""
    update = incoming.update
    if update.callback_query is not None:
        return _press(incoming, update.callback_query)
    if update.message is not None:
        return _message(incoming, update.message, me)
    return None


def _press(incoming: Incoming, press: CallbackQuery) -> Event:
    try:
        action, game = read_button(press.data or "")
    except ButtonDataError:
        action, game = Misread(Text("press.foreign")), None
    chat, place = _pressed_at(press, incoming.pressed)
    request = Request(
        operation=f"telegram:{incoming.update_id}",
        chat=chat,
        player=person(press.from_user),
        action=action,
        language=press.from_user.language_code,
        game=game,
    )
    on_board = board_button(incoming.board_data)[1] is not None
    return Event(request, Pressed(press.id, place, on_board, *_asked(incoming.pressed)))


def _asked(message: PressedMessage | None) -> tuple[str | None, int | None]:
    """Return who wrote the message that ``message`` answers, and its id, if they are known."""
    answered = message.reply_to_message if message is not None else None
    if message is None or answered is None or answers_a_topic(message):
        return None, None
    author = answered.sender_chat or answered.sender
    return None if author is None else chat_id(author.id), answered.message_id


def _pressed_at(press: CallbackQuery, message: PressedMessage | None) -> tuple[Chat, Shown | None]:
    if message is None:  # an inline board
        number = press.inline_message_id or ""
        place = Shown(number, INLINE)
        return Chat(inline_chat_id(number), private=False, in_place=True, passing=True), place
    chat = _chat(message)
    if not message.date:  # Telegram gives no access to it
        return chat, None
    look = PHOTO if message.text is None else TEXT
    return chat, Shown(str(message.message_id), look)


def _message(incoming: Incoming, message: Message, me: User) -> Event | None:
    if message.via_bot is not None and message.via_bot.id == me.id:
        return None  # an inline board, which is put there in a player's name and asks for nothing
    player = author_of(message)
    answered = read_answered(message, incoming.board_data, me)
    wanted = read_written(message, answered, me)
    if player is None or not wanted:
        return None
    if message.sender_chat is not None:
        wanted = tuple(map(_not_in_person, wanted))
    action, *below = wanted
    author = message.from_user
    request = Request(
        operation=f"telegram:{incoming.update_id}",
        chat=_chat(message),
        player=player,
        action=action,
        language=author.language_code if author else None,
        game=answered.game,
        in_person=message.sender_chat is None,
        below=tuple(below),
    )
    return Event(request, message=message.message_id)


def _not_in_person(action: Action) -> Action:
    """Return ``action``, or what is said of it to who writes as a group."""
    return Misread(Text("duel.nobody")) if isinstance(action, _IN_PERSON) else action


def _chat(message: Message | PressedMessage) -> Chat:
    part = _thread(message)
    perhaps = _perhaps(message) if part is None else None
    return Chat(chat_id(message.chat.id), is_private(message), part, in_place=True, perhaps=perhaps)


def _thread(message: Message | PressedMessage) -> str | None:
    """Return the part of a group that a message stands in: a topic, or a post's comments."""
    if message.is_topic_message and message.message_thread_id:
        return str(message.message_thread_id)
    if isinstance(message, Message) and message.is_automatic_forward:
        return comments_on(message.message_id)
    answered = message.reply_to_message
    if answered is not None and answered.is_automatic_forward:
        return comments_on(answered.message_id)
    return None


def _perhaps(message: Message | PressedMessage) -> str | None:
    """Return the comments that a message may stand among, if it answers an answer.

    Telegram then names the first message of the thread, but not whether it is a channel's post.
    """
    answered, first = message.reply_to_message, message.message_thread_id
    is_answer_to_answer = answered is not None and first not in {None, answered.message_id}
    return comments_on(first) if first is not None and is_answer_to_answer else None
