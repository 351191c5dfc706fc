"""Profile: what a platform has been told of the bot, so that only a change is told again."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

PROFILE: Final = "profile"
"""The name of the document that says what was told."""
KEEP_PROFILE_S: Final = 7 * 24 * 3600
"""How long what was told is taken to be shown still: somebody may change it by hand."""


class Profile(Struct, frozen=True, array_like=True):
    """What was told, as a digest of all of it."""

    digest: bytes


def profile_space(account: str) -> str:
    """Return the name of the space of the bot's ``account``, "telegram:" and the bot's id."""
    return f"profile:{account}"
