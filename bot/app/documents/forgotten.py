"""Forgotten: when a player's data were deleted, so that late results do not bring them back."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from bot.app.decision import Documents, Write, read_as

FORGOTTEN: Final = "forgotten"
"""The name of the document in a player's space."""
KEEP_FORGOTTEN_S: Final = 2 * 24 * 3600
"""How long the store remembers an operation.

A result that comes even later may be counted twice in any case, and so after a deletion too."""
_DELETING_MS: Final = 60_000
"""How long a deletion may take; one that is broken off lets games count again after that."""


class Forgotten(Struct, frozen=True, array_like=True):
    """That a player's data were deleted."""

    until: int
    """The last moment, in ms since the epoch, whose results count no more."""


def deleting(now: int) -> Write:
    """Return what is kept while a deletion that begins ``now`` goes through the tables."""
    return Write(Forgotten(now + _DELETING_MS), KEEP_FORGOTTEN_S)


def deleted(now: int) -> Write:
    """Return what is kept of a deletion that is done ``now``."""
    return Write(Forgotten(now), KEEP_FORGOTTEN_S)


def is_forgotten(documents: Documents, at: int) -> bool:
    """Tell whether the player's data of the moment ``at`` were deleted, or are being."""
    found = read_as(documents, FORGOTTEN, Forgotten)
    return found is not None and at <= found.until
