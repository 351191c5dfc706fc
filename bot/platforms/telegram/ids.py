"""Ids: Telegram's chats, users and inline messages among those of all platforms."""

from __future__ import annotations

from typing import Final

_PLATFORM: Final = "telegram:"
_INLINE: Final = "telegram:inline:"
_COMMENTS: Final = "comments:"
_SUPERGROUPS: Final = -(10**12)
"""Below it are the ids of supergroups and channels (core.telegram.org/api/bots/ids)."""


def chat_id(telegram: int) -> str:
    """Return the app's id of a chat."""
    return f"{_PLATFORM}{telegram}"


def inline_chat_id(message: str) -> str:
    """Return the app's id of what an inline message is: a chat of its own."""
    return f"{_INLINE}{message}"


def inline_id(chat: str) -> str | None:
    """Return the id of the inline message that ``chat`` is, if it is one."""
    return chat.removeprefix(_INLINE) if chat.startswith(_INLINE) else None


def comments_on(post: int) -> str:
    """Return the part of a group for discussions that are the comments on a channel's post."""
    return f"{_COMMENTS}{post}"


def commented_post(thread: str | None) -> int | None:
    """Return the id that a post has in the group if ``thread`` is its comments, else None."""
    is_comments = thread is not None and thread.startswith(_COMMENTS)
    return int(thread.removeprefix(_COMMENTS)) if thread is not None and is_comments else None


def telegram_chat(chat: str) -> int:
    """Return Telegram's id of ``chat``, which is no inline message."""
    return int(chat.removeprefix(_PLATFORM))


def is_group(chat: str) -> bool:
    """Tell whether ``chat`` is a group; Telegram gives those negative ids."""
    return chat.startswith(f"{_PLATFORM}-")


def supergroup_number(chat: str) -> int | None:
    """Return the number of ``chat`` in links to its messages, if it is a supergroup; else None.

    In private chats and basic groups the ids of messages are counted over all of a bot's chats.
    """
    number = telegram_chat(chat) if is_group(chat) else 0
    return _SUPERGROUPS - number if number < _SUPERGROUPS else None
