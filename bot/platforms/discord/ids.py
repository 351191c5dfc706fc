"""Ids: Discord's channels and users among those of all platforms."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

Snowflake: TypeAlias = Annotated[str, Meta(pattern=r"\A[0-9]{1,20}\Z")]
"""Discord's id of anything, an unsigned number of 64 bits; docs, snowflakes."""
_PLATFORM: Final = "discord:"
_EPOCH_MS: Final = 1_420_070_400_000
"""The first moment of 2015, from which snowflakes count."""


def discord_id(snowflake: str) -> str:
    """Return the app's id of a channel or user."""
    return f"{_PLATFORM}{snowflake}"


def server_id(snowflake: str) -> str:
    """Return the app's id of a server, which may have the number of one of its channels."""
    return f"{_PLATFORM}server:{snowflake}"


def part_of(channel: str, user: str) -> str:
    """Return the app's id of what the user alone sees in a channel, which is a chat of its own."""
    return f"{channel}:{user}"


def snowflake_of(identifier: str) -> str:
    """Return Discord's id of a channel or user."""
    return identifier.removeprefix(_PLATFORM).partition(":")[0]


def made_at(snowflake: str) -> float:
    """Return when a snowflake was made, in seconds since the Unix epoch."""
    return ((int(snowflake) >> 22) + _EPOCH_MS) / 1000
