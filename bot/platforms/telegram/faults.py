"""What Telegram's refusals mean to whoever sends: python-telegram-bot's errors, classified.

The library has one class for refusals that need different answers, so their words have to be read.
It takes "Bad Request: " off and puts the rest, but for its first letter, in small letters; so all
words are compared in small ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TypeAlias

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.platforms.telegram.requests import NotSent


@dataclass(frozen=True, slots=True)
class NotModified:
    """The message shows just this already: a success."""


@dataclass(frozen=True, slots=True)
class ChatClosed:
    """The bot may not write there: blocked, thrown out, account gone, silenced. Send no more."""


@dataclass(frozen=True, slots=True)
class PicturesClosed:
    """The bot may write there, but send no pictures. Send what they show as text."""


@dataclass(frozen=True, slots=True)
class PinsClosed:
    """The bot may write there, but pin nothing."""


@dataclass(frozen=True, slots=True)
class MessageGone:
    """The message, or its topic, is deleted or out of the bot's reach. Edit it no more."""


@dataclass(frozen=True, slots=True)
class Migrated:
    """The group lives on as the supergroup ``chat_id``. Send there, now and ever after."""

    chat_id: int


@dataclass(frozen=True, slots=True)
class TooOld:
    """The press or inline query can be answered no more. What it did stands."""


@dataclass(frozen=True, slots=True)
class RetryIn:
    """Nothing may be sent to this chat for ``seconds``."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Telegram could not be reached or failed, or has another token by now: try again.

    ``perhaps_done``: the call may have been carried out, so that a second sendMessage could show
    a second board; an edit can be repeated anyway.
    """

    perhaps_done: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """Refused for what was sent: a fault of ours, which a repetition would not heal. Log it."""

    words: str


Fault: TypeAlias = (
    NotModified
    | ChatClosed
    | PicturesClosed
    | PinsClosed
    | MessageGone
    | Migrated
    | TooOld
    | RetryIn
    | Unavailable
    | Refused
)

_BAD_REQUESTS: Final[tuple[tuple[str, Fault], ...]] = (
    ("message is not modified", NotModified()),
    ("chat_not_modified", NotModified()),  # what was to be unpinned is not pinned
    ("query is too old", TooOld()),
    ("message to edit not found", MessageGone()),
    ("message can't be edited", MessageGone()),
    ("message_id_invalid", MessageGone()),
    ("message_author_required", MessageGone()),
    ("message to delete not found", MessageGone()),
    ("message can't be deleted", MessageGone()),
    ("message to be replied not found", MessageGone()),
    ("message to reply not found", MessageGone()),
    ("message to pin not found", MessageGone()),
    ("message to unpin not found", MessageGone()),
    ("message thread not found", MessageGone()),
    ("topic_deleted", MessageGone()),
    ("topic_closed", MessageGone()),
    ("chat not found", ChatClosed()),
    ("user not found", ChatClosed()),
    ("peer_id_invalid", ChatClosed()),
    ("group chat was deactivated", ChatClosed()),
    ("group is deactivated", ChatClosed()),
    ("channel_private", ChatClosed()),
    ("chat_write_forbidden", ChatClosed()),
    ("chat_restricted", ChatClosed()),
    ("have no rights to send a message", ChatClosed()),
    ("not enough rights to send photos", PicturesClosed()),
    ("not enough rights to send animations", PicturesClosed()),
    ("chat_send_photos_forbidden", PicturesClosed()),
    ("chat_send_gifs_forbidden", PicturesClosed()),
    ("chat_send_media_forbidden", PicturesClosed()),
    ("not enough rights to manage pinned messages", PinsClosed()),
    ("not enough rights to pin", PinsClosed()),
    ("not enough rights to send", ChatClosed()),
    ("need administrator rights in the channel chat", ChatClosed()),
)
"""How descriptions of status 400 begin; from the public server's Client.cpp and MTProto's names.

The server has other words for QUERY_ID_INVALID, USER_IS_BLOCKED and INPUT_USER_DEACTIVATED. Some
errors that are 403 in MTProto it gives as 400, by their names, such as MESSAGE_AUTHOR_REQUIRED.
"""

_NEVER: Final = ("request entity too large", "not found: method not found")
"""The words of 413 and of 404, which the library raises as a NetworkError and an InvalidToken: the
second where the server, one of one's own, is too old to know the method."""


def classify(error: TelegramError) -> Fault:
    """Return what ``error``, raised by a call of the library's ``Bot``, asks the sender to do."""
    match error:
        case RetryAfter(retry_after=wait):
            return RetryIn(wait.total_seconds() if isinstance(wait, timedelta) else float(wait))
        case ChatMigrated(new_chat_id=chat_id):
            return Migrated(chat_id)
        case Forbidden():
            return ChatClosed()
        case BadRequest(message=words):
            return _bad_request(words)
        # Where the token was taken back, whoever has the next one shows what is left.
        case NetworkError() | InvalidToken() if not error.message.lower().startswith(_NEVER):
            return Unavailable(perhaps_done=not isinstance(error, NotSent | InvalidToken))
    return Refused(error.message)


def _bad_request(words: str) -> Fault:
    said = words.lower()
    known = (fault for beginning, fault in _BAD_REQUESTS if said.startswith(beginning))
    return next(known, Refused(words))
