"""Written: what a message asks of the bot, and which of its messages that one answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from telegram import Message, User
from telegram.constants import ChatType

from bot.app.requests import actions, board_actions
from bot.app.requests.actions import INVITE_USAGE, Action, Greet, Invite, Left, Misread, Typed
from bot.app.requests.button import ButtonDataError, read_button
from bot.app.requests.coach_actions import Answer, Solve, Solving, Train
from bot.app.requests.commands import COMMANDS, read
from bot.app.requests.lines import apart, in_turn
from bot.app.requests.move_words import asks_moves
from bot.i18n import Text
from bot.platforms.telegram.ids import chat_id
from bot.platforms.telegram.intake import PressedMessage
from bot.platforms.telegram.people import (
    about_mentioned,
    after_mention,
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


@dataclass(frozen=True, slots=True)
class Answered:
    """What a message answers, as far as it is the bot's."""

    game: int | None = None
    """The number of the game whose board it is."""
    exercise: Answer | None = None
    """One of the answers on its buttons, if it is an exercise."""
    inline: bool = False
    """Whether it is an inline board."""
    notice: bool = False
    """Whether it is a text without buttons."""


def read_answered(message: Message, board_data: str | None, me: User) -> Answered:
    """Return what ``message`` answers, if that is the bot's: other bots have boards as well."""
    answered = message.reply_to_message
    if answered is None:
        return Answered()
    if answered.via_bot is not None and answered.via_bot.id == me.id:
        return Answered(inline=True)  # a chat of its own, whose games have numbers of their own
    if answered.from_user is None or answered.from_user.id != me.id:
        return Answered()
    action, game = board_button(board_data)
    exercise = action if isinstance(action, Answer) else None
    return Answered(game, exercise, notice=bool(answered.text) and not board_data)


def read_written(message: Message, answered: Answered, me: User) -> tuple[Action, ...]:
    """Return what a message asks for, in turn; in a group most messages are not for the bot."""
    text = own_words(message)
    if not text:
        action = _without_words(message, me)
        return () if action is None else (action,)
    is_forwarded = message.forward_origin is not None and not message.is_automatic_forward
    wanted: list[Action] = []
    if _COMMAND.match(text):
        parts = apart(text)
    else:
        beside = after_mention(text, me), before_mention(text, me)
        words = next((words for words in beside if words is not None), text)
        first, *parts = apart(words)
        if (action := _in_words(text, beside, read(first), message, answered)) is None:
            return ()
        wanted.append(action)
    wanted += [_commanded(each, message, answered) for each in _ours(parts, message, me)]
    return in_turn(wanted[:1] if is_forwarded else wanted)


def _without_words(message: Message, me: User) -> Action | None:
    is_odd = is_private(message) and bool(message.text or message.effective_attachment)
    return NOTHING if is_odd else _came_or_went(message, me)


def _commanded(text: str, message: Message, answered: Answered) -> Action:
    """Return what a command that is the bot's asks for, or moves below one."""
    command = _COMMAND.match(text)
    is_invitation = command is not None and command[1].lower() == "invite"
    action = about_mentioned(_invite(message) if is_invitation else read(text), message)
    return _tapped_alone() if answered.inline and _plays(action) else action


def _in_words(
    text: str,
    beside: tuple[str | None, str | None],
    action: Action,
    message: Message,
    answered: Answered,
) -> Action | None:
    """Return what is asked for without a command: ``action``, if ``text`` is meant for the bot.

    The bot's name may stand before or behind the words ``beside`` it.
    """
    behind, before = beside
    if behind is not None and not behind.strip():
        return Greet()
    # A channel's post is forwarded by Telegram, to those whom it was written to.
    if message.forward_origin is not None and not message.is_automatic_forward:
        return of_forwarded(action, private=is_private(message))
    is_named = behind is not None or (before is not None and not _asks_nothing(action))
    is_meant = is_named or is_private(message)
    # Moves among words that moves do not have are talk, unless it is said to the bot.
    is_wordy = is_talk(text) and not asks_moves(action)
    if isinstance(action, Typed) and (is_meant or not is_wordy):
        return _played(action, answered, is_meant=is_meant)
    # In a group an answer to the bot that is no move is talk among players.
    return action if is_meant else None


def _played(action: Typed, answered: Answered, *, is_meant: bool) -> Action | None:
    """Return what moves ask for that are typed as an answer, or said to the bot."""
    if answered.exercise is not None:
        return Train(action.text, (answered.exercise.drill, answered.exercise.seed))
    if is_meant:
        return _tapped_alone() if answered.inline else action
    is_for_board = answered.game is not None or (answered.notice and asks_moves(action))
    return action if is_for_board else None


def _plays(action: Action) -> bool:
    """Tell whether ``action`` is about the board that is answered, not one that it begins."""
    return isinstance(action, _PLAYS) and action != Solve(Solving.FRESH)


def _asks_nothing(action: Action) -> bool:
    """Tell whether words that end with the bot's name ask for nothing: they are about the bot."""
    return isinstance(action, Misread) or (isinstance(action, Typed) and is_talk(action.text))


def _tapped_alone() -> Misread:
    """Return what is said to who types at an inline board, which can only be tapped."""
    return Misread(Text("inline.tap"))


def _ours(parts: list[str], message: Message, me: User) -> Iterator[str]:
    """Yield ``parts`` without the commands of other bots, and what stands below those."""
    is_meant = True
    for part in parts:
        if command := _COMMAND.match(part):
            is_meant = is_private(message) or _is_ours(command, me)
        if is_meant:
            yield part


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
    if answers_a_topic(message) or answered is None:
        return Misread(INVITE_USAGE)
    author = None if answered.is_automatic_forward else answered.from_user
    if author is None or author.is_bot:
        return Misread(INVITE_USAGE)
    invited = person(author)
    return Invite(invited.id, invited.name)


def is_private(message: Message | PressedMessage) -> bool:
    """Tell whether ``message`` stands in a chat with one person."""
    return message.chat.type == ChatType.PRIVATE


def answers_a_topic(message: Message | PressedMessage) -> bool:
    """Tell whether ``message`` answers nothing but the topic that it stands in.

    In a topic, Telegram gives a message that answers no other as an answer to the topic's creation.
    """
    answered = message.reply_to_message
    if answered is None or not message.is_topic_message:
        return False
    return answered.message_id == message.message_thread_id


def board_button(board_data: str | None) -> tuple[Action | None, int | None]:
    """Return what the first button of a message does, and in which game.

    Nothing where there is none, or one of a version whose buttons are not read any more.
    """
    try:
        return read_button(board_data or "")
    except ButtonDataError:
        return None, None
