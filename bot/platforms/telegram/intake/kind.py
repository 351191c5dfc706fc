"""Kinds of update."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """The kinds of update the bot asks for, by their names in the Bot API.

    An edited message is none: what was played with it has been played, and Telegram tells of edits
    that nobody has made, such as a new tag of its author. Nor is what nobody acts on:
    that an inline board was chosen, which its first press tells as well, or the bot was blocked.
    """

    MESSAGE = "message"
    PRESS = "callback_query"
    INLINE_QUERY = "inline_query"
