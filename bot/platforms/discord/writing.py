"""Writing: the messages that people write, as far as they are read."""

from __future__ import annotations

from typing import Any, Final

import discord
import msgspec

from bot.platforms.discord.client import known
from bot.platforms.discord.ids import Snowflake

PINNED: Final = 6
"""The type of a line that says that something was pinned; docs, message types."""
WRITTEN: Final = frozenset({0, 19})
"""The types of what people write, messages and answers: all others are lines of Discord's."""


class Membership(msgspec.Struct, frozen=True):
    """What somebody is on a server."""

    nick: str | None = None
    roles: tuple[str, ...] = ()


class Author(msgspec.Struct, frozen=True):
    """Who writes, or is mentioned."""

    id: Snowflake
    username: str = ""
    global_name: str | None = None
    bot: bool = False
    member: Membership | None = None
    """Told of those who are mentioned; the author's is a field of the message."""


class Answered(msgspec.Struct, frozen=True):
    """A message that another answers."""

    author: Author | None = None
    components: tuple[dict[str, Any], ...] = ()


class Written(msgspec.Struct, frozen=True):
    """A message."""

    id: Snowflake
    channel_id: Snowflake
    author: Author
    content: str = ""
    type: int = 0
    guild_id: Snowflake | None = None
    member: Membership | None = None
    mentions: tuple[Author, ...] = ()
    mention_everyone: bool = False
    referenced_message: Answered | None = None


def read_message(raw: dict[str, Any]) -> Written:
    """Return the message in ``raw``, in which null means nothing; ValueError when it is none."""
    return msgspec.convert(known(raw), Written)


def manages(message: Written, guild: discord.Guild | None) -> bool:
    """Tell whether who wrote ``message`` in ``guild`` may change the settings there."""
    if guild is None:
        return message.guild_id is None
    if message.author.id == str(guild.owner_id):
        return True
    everybody = str(guild.id)
    held = {everybody, *(message.member.roles if message.member else ())}
    rights = (role.permissions for role in guild.roles if str(role.id) in held)
    return any(each.administrator or each.manage_guild for each in rights)
