"""Kinds of update."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """The kinds of update the bot asks for, by their names in the Bot API.

    An edited message is none: what was played with it has been played.
    """

    MESSAGE = "message"
    PRESS = "callback_query"
    INLINE_QUERY = "inline_query"
    CHOSEN = "chosen_inline_result"
    MEMBERSHIP = "my_chat_member"
