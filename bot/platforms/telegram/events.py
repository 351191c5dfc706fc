"""Events: what Telegram tells the bot, as requests of the app."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from telegram import CallbackQuery, Message, User
from telegram.constants import ChatType

from bot.app.documents.shown import Shown
from bot.app.requests import actions, board_actions
from bot.app.requests.actions import INVITE_USAGE, Action, Greet, Invite, Left, Misread, Typed
from bot.app.requests.button import ButtonDataError, read_button
from bot.app.requests.coach_actions import Answer, Solve, Solving, Train
from bot.app.requests.commands import COMMANDS, read
from bot.app.requests.move_words import asks_moves
from bot.app.requests.request import Chat, Request
from bot.i18n import Text
from bot.platforms.telegram.display import INLINE, PHOTO, TEXT
from bot.platforms.telegram.ids import chat_id, comments_on, inline_chat_id
from bot.platforms.telegram.intake import Incoming
from bot.platforms.telegram.intake import Pressed as PressedMessage
from bot.platforms.telegram.people import (
    about_mentioned,
    after_mention,
    author_of,
    before_mention,
    of_forwarded,
    own_words,
    person,
)
from core.typed import is_talk, plain

NOTHING: Final = read("")
"""What a sticker, a voice message and the like ask for."""
_COMMAND: Final = re.compile(r"/([0-9A-Za-z_]{1,32})(?:@([0-9A-Za-z_]{1,64}))?")
_PLAYS: Final = (
    actions.Typed,
    actions.Hint,
    actions.SetMode,
    actions.TakeBack,
    actions.Resign,
    actions.Save,
    actions.SetAccess,
    board_actions.Scan,
    Solve,
)
"""Actions on the board that the message answers; on no other where that is an inline board."""
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


@dataclass(frozen=True, slots=True)
class Event:
    """A request, and where its answer goes."""

    request: Request
    pressed: Pressed | None = None
    message: int | None = None
    """The id of the message that was written."""


@dataclass(frozen=True, slots=True)
class _Answered:
    """What a message answers, as far as it is the bot's."""

    game: int | None = None
    """The number of the game whose board it is."""
    exercise: Answer | None = None
    """One of the answers on its buttons, if it is an exercise."""
    inline: bool = False
    """Whether it is an inline board."""
    notice: bool = False
    """Whether it is a text without buttons."""


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
    on_board = _board_button(incoming.board_data)[1] is not None
    return Event(request, Pressed(press.id, place, on_board, *_asked(incoming.pressed)))


def _asked(message: PressedMessage | None) -> tuple[str | None, int | None]:
    """Return who wrote the message that ``message`` answers, and its id, if they are known."""
    answered = message.reply_to_message if message is not None else None
    if message is None or answered is None or _answers_a_topic(message):
        return None, None
    author = answered.sender_chat or answered.sender
    return None if author is None else chat_id(author.id), answered.message_id


def _answers_a_topic(message: Message | PressedMessage) -> bool:
    """Tell whether ``message`` answers nothing but the topic that it stands in.

    In a topic, Telegram gives a message that answers no other as an answer to the topic's creation.
    """
    answered = message.reply_to_message
    if answered is None or not message.is_topic_message:
        return False
    return answered.message_id == message.message_thread_id


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
    private = message.chat.type == message.chat.PRIVATE
    answered = _answered(message, incoming.board_data, me)
    action = _action(message, answered, me, private=private)
    if player is None or action is None:
        return None
    if message.sender_chat is not None and isinstance(action, _IN_PERSON):
        action = Misread(Text("duel.nobody"))
    author = message.from_user
    request = Request(
        operation=f"telegram:{incoming.update_id}",
        chat=_chat(message),
        player=player,
        action=action,
        language=author.language_code if author else None,
        game=answered.game,
        in_person=message.sender_chat is None,
    )
    return Event(request, message=message.message_id)


def _answered(message: Message, board_data: str | None, me: User) -> _Answered:
    """Return what ``message`` answers, if that is the bot's: other bots have boards as well."""
    answered = message.reply_to_message
    if answered is None:
        return _Answered()
    if answered.via_bot is not None and answered.via_bot.id == me.id:
        return _Answered(inline=True)  # a chat of its own, whose games have numbers of their own
    if answered.from_user is None or answered.from_user.id != me.id:
        return _Answered()
    action, game = _board_button(board_data)
    exercise = action if isinstance(action, Answer) else None
    return _Answered(game, exercise, notice=bool(answered.text) and not board_data)


def _action(message: Message, answered: _Answered, me: User, *, private: bool) -> Action | None:
    """Return what a message asks for; in a group most messages are not meant for the bot."""
    text = own_words(message)
    if not text:
        is_odd = private and bool(message.text or message.effective_attachment)
        return NOTHING if is_odd else _came_or_went(message, me)
    if command := _COMMAND.match(text):
        if not (private or _is_ours(command, me)):
            return None
        action = _invite(message) if command[1].lower() == "invite" else read(text)
        action = about_mentioned(action, message)
        return _tapped_alone() if answered.inline and _plays(action) else action
    named = after_mention(text, me)
    if named is not None and not named.strip():
        return Greet()
    said = before_mention(text, me) if named is None else named
    action = read(text if said is None else said)
    # A channel's post is forwarded by Telegram, to those whom it was written to.
    if message.forward_origin is not None and not message.is_automatic_forward:
        return of_forwarded(action, private=private)
    is_about_me = named is None and said is not None and _is_talk(action)
    is_meant = private or not (said is None or is_about_me)
    is_wordy = is_talk(text) and not asks_moves(action)
    return _said(action, answered, is_meant=is_meant, is_wordy=is_wordy)


def _plays(action: Action) -> bool:
    """Tell whether ``action`` is about the board that is answered, not one that it begins."""
    return isinstance(action, _PLAYS) and action != Solve(Solving.FRESH)


def _is_talk(action: Action) -> bool:
    """Tell whether words that end with the bot's name ask for nothing: they are about the bot."""
    return isinstance(action, Misread) or (isinstance(action, Typed) and is_talk(action.text))


def _said(action: Action, answered: _Answered, *, is_meant: bool, is_wordy: bool) -> Action | None:
    """Return what is asked for by words without a command, which may not be meant for the bot.

    ``is_wordy``: there are words in it that moves do not have.
    """
    if isinstance(action, Typed) and (is_meant or not is_wordy):
        if answered.exercise is not None:
            return Train(action.text, (answered.exercise.drill, answered.exercise.seed))
        if is_meant and answered.inline:
            return _tapped_alone()
        if is_meant or answered.game is not None:
            return action
        if answered.notice and asks_moves(action):
            return action
    # In a group an answer to the bot that is no move is talk among players.
    return action if is_meant else None


def _tapped_alone() -> Misread:
    """Return what is said to who types at an inline board, which can only be tapped."""
    return Misread(Text("inline.tap"))


def _is_ours(command: re.Match[str], me: User) -> bool:
    """Tell whether a group's command is meant for the bot: others there have their own."""
    if command[2]:
        return command[2].casefold() == me.name[1:].casefold()
    return plain(command[1]) in COMMANDS


def _came_or_went(message: Message, me: User) -> Action | None:
    """Return what follows when the bot comes into a group, or somebody leaves it."""
    # Those with whom a group is created are not named as its new members.
    if message.group_chat_created or any(each.id == me.id for each in message.new_chat_members):
        return Greet()
    gone = message.left_chat_member
    return Left(chat_id(gone.id)) if gone is not None and gone.id != me.id else None


def _invite(message: Message) -> Action:
    answered = message.reply_to_message
    if _answers_a_topic(message) or answered is None:
        return Misread(INVITE_USAGE)
    author = None if answered.is_automatic_forward else answered.from_user
    if author is None or author.is_bot:
        return Misread(INVITE_USAGE)
    invited = person(author)
    return Invite(invited.id, invited.name)


def _board_button(board_data: str | None) -> tuple[Action | None, int | None]:
    """Return what the first button of a message does, and in which game.

    Nothing where there is none, or one of a version whose buttons are not read any more.
    """
    try:
        return read_button(board_data or "")
    except ButtonDataError:
        return None, None


def _chat(message: Message | PressedMessage) -> Chat:
    private, part = message.chat.type == ChatType.PRIVATE, _thread(message)
    perhaps = _perhaps(message) if part is None else None
    return Chat(chat_id(message.chat.id), private, part, in_place=True, perhaps=perhaps)


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
