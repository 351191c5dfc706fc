"""Digests: what a group is sent of its tables of the day."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from bot.app.decision import Documents, read_as

DIGESTS: Final = "digests"
"""The name of a group's document."""


class Digests(Struct, frozen=True, array_like=True):
    """Which tables a group is sent, and how; days count from 1970-01-01, -1 is none."""

    wished: int = -1
    """The last day whose table is to be sent, or was."""
    sent: int = -1
    """The last day whose table was sent."""
    language: str | None = None
    """The language in which the tables were asked for: theirs if the group has chosen none."""
    thread: str | None = None
    """The part of the chat where they are to be sent."""


def read_digests(documents: Documents) -> Digests:
    """Return what a group is sent, among its documents."""
    return read_as(documents, DIGESTS, Digests) or Digests()
