"""Raising: Telegram's refusals as exceptions that say what the sender is to do."""

from __future__ import annotations

import logging
from typing import Any, Final

from telegram.error import InvalidToken, TelegramError

from bot.app.ports import Clock
from bot.delivery import ChatGone, ChatMoved, RetryLater
from bot.platforms.telegram.api import ApiBot
from bot.platforms.telegram.faults import (
    ChatClosed,
    Fault,
    MessageGone,
    Migrated,
    PicturesClosed,
    Refused,
    RetryIn,
    Unavailable,
    classify,
)
from bot.platforms.telegram.ids import chat_id

_LOG = logging.getLogger(__name__)
_AGAIN_S: Final = 2.0
"""How long to wait where Telegram could not be reached."""


class MessageIsGoneError(Exception):
    """Raised when the message to be changed does not exist any more."""


class PicturesClosedError(Exception):
    """Raised where the bot may write, but send no pictures."""


async def quietly(
    bot: ApiBot, method: str, given: dict[str, Any], again: Clock | None = None
) -> Fault | None:
    """Call ``method``, whose result nobody needs; a refusal that is the bot's fault is logged.

    Return what was wrong, if anything was. If Telegram cannot be reached, it is called once more
    after a pause, if there is a clock to do it ``again`` by.
    """
    try:
        await bot.call(method, given)
    except TelegramError as error:
        fault = classify(error)
        if isinstance(fault, Refused):
            _LOG.warning("%s was refused: %s", method, fault.words)
        elif isinstance(fault, Unavailable):
            _tell_of_token(method, error)
            if again is not None:
                await again.sleep(_AGAIN_S)
                return await quietly(bot, method, given)
        return fault
    return None


def raise_for(method: str, error: TelegramError) -> None:
    """Raise what tells the sender what to do about ``error``; return if there is nothing to do.

    Raises RetryLater, ChatGone, ChatMoved, MessageIsGoneError or PicturesClosedError.
    """
    match classify(error):
        case RetryIn(seconds):
            raise RetryLater(seconds) from error
        case ChatClosed():
            raise ChatGone from error
        case Migrated(supergroup):
            raise ChatMoved(chat_id(supergroup)) from error
        case MessageGone():
            raise MessageIsGoneError from error
        case PicturesClosed():
            raise PicturesClosedError from error
        case Unavailable(perhaps_done=True) if method.startswith("send"):
            # Sent again it might be there twice; the next move shows the board in any case.
            _LOG.warning("%s may or may not have been carried out", method)
        case Unavailable():
            _tell_of_token(method, error)
            raise RetryLater(_AGAIN_S) from error
        case Refused(words):
            _LOG.error("%s was refused: %s", method, words)
        case _:
            return


def _tell_of_token(method: str, error: TelegramError) -> None:
    """Log that the token was refused, if it was: whoever runs the bot has to see to that."""
    if isinstance(error, InvalidToken):
        _LOG.error("%s was refused, see TELEGRAM_TOKEN: %s", method, error.message)
