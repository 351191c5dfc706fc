"""People: who has written, and whom they mean."""

from __future__ import annotations

import re
from typing import Final

from telegram import Message, User
from telegram.constants import MessageEntityType

from bot.app.requests.actions import Action, Misread
from bot.app.requests.board_actions import Daily, JoinDuel, PlayCode, PlayShared
from bot.app.requests.coach_actions import ShowStats
from bot.app.requests.coordinates import NUMBERS
from bot.app.requests.request import Player
from bot.i18n import Text, clean_name
from bot.platforms.telegram.ids import chat_id

_NOT_SAID: Final = {
    MessageEntityType.BLOCKQUOTE,
    MessageEntityType.EXPANDABLE_BLOCKQUOTE,
    MessageEntityType.STRIKETHROUGH,
}
_SENT_ON: Final = (PlayShared, JoinDuel, PlayCode, Daily)
"""What is asked for by the codes and links that are given out to be sent on."""
_LINE_END: Final = "\n".encode("utf-16-le")


def author_of(message: Message) -> Player | None:
    """Return who wrote ``message``: a person, or an administrator who writes as the group."""
    if message.sender_chat is not None:
        name = message.author_signature or message.sender_chat.effective_name or ""
        return Player(chat_id(message.sender_chat.id), clean_name(name))
    return person(message.from_user) if message.from_user else None


def person(user: User) -> Player:
    """Return ``user`` as a player; a deleted account has no name, which the library makes None."""
    return Player(chat_id(user.id), clean_name(user.full_name or ""))


def own_words(message: Message) -> str:
    """Return what ``message`` or its caption says, without quotations and what is struck out."""
    text = message.text or message.caption or ""
    units = bytearray(text.encode("utf-16-le", "surrogatepass"))  # by which Telegram counts
    for each in (*message.entities, *message.caption_entities):
        if each.type in _NOT_SAID:
            units[2 * each.offset : 2 * (each.offset + each.length)] = each.length * _LINE_END
    return units.decode("utf-16-le", "surrogatepass").strip()


def after_mention(text: str, bot: User) -> str | None:
    """Return what follows the user name of ``bot`` if ``text`` begins with that, else None."""
    named = re.match(rf"{re.escape(bot.name)}(?!\w)", text, re.IGNORECASE)
    return None if named is None else text[named.end() :]


def before_mention(text: str, bot: User) -> str | None:
    """Return what stands before the user name of ``bot`` if ``text`` ends with that, else None."""
    named = re.search(rf"(?<!\w){re.escape(bot.name)}\W*\Z", text, re.IGNORECASE)
    return None if named is None else text[: named.start()].rstrip(" ,，")


def of_forwarded(action: Action, *, private: bool) -> Action | None:
    """Return what the words of a forwarded message ask for, without a command: ``action`` or less.

    They were written to others, so that they are no move here, and no yes to what was asked; in a
    group they ask for nothing.
    """
    if not private:
        return None
    is_sent_on = isinstance(action, _SENT_ON)
    return action if is_sent_on else Misread(Text("unknown.forwarded", numbers=NUMBERS))


def about_mentioned(action: Action, message: Message) -> Action:
    """Return ``action``, about the player whom it mentions in place of a name, if it does.

    A mention by user name (@name) does not count: Telegram does not tell whose that is. Nor does
    one in what ``own_words`` leaves out.
    """
    if not isinstance(action, ShowStats) or not action.name:
        return action
    entities = (*message.entities, *message.caption_entities)
    unsaid = [range(e.offset, e.offset + e.length) for e in entities if e.type in _NOT_SAID]
    for each in entities:
        is_said = not any(each.offset in part for part in unsaid)
        if each.type == MessageEntityType.TEXT_MENTION and each.user is not None and is_said:
            meant = person(each.user)
            return ShowStats(name=meant.name, player=meant.id)
    return action
