"""Shown: the message that shows a game at the moment. Disposable: a lost one is sent again."""

from __future__ import annotations

from msgspec import Struct


class Shown(Struct, frozen=True, array_like=True):
    """Where a game is shown, in the platform's own words."""

    message: str
    look: str
    """The kind of message, which decides how it can be changed."""


def shown_name(number: int) -> str:
    """Return the name of the document that says where the chat's game ``number`` is shown."""
    return f"shown:{number}"
