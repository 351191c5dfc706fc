"""Events for the bot, and which of its sessions gets them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag
from typing import Final

from tests.emulators.discord.snowflakes import SHIFT
from tests.emulators.discord.wire import Json


class Intent(IntFlag):
    """What a session asks to be told, as far as the emulator has events of it."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


NO_INTENT: Final = Intent(0)
PRIVILEGED: Final = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
KNOWN: Final = (1 << 29) - 1  # bits that may be set
CONTENT_FIELDS: Final[Json] = {"content": "", "embeds": [], "attachments": [], "components": []}


@dataclass(frozen=True)
class Event:
    """Something that happened."""

    name: str
    data: Json
    guild: int | None = None
    intent: Intent = NO_INTENT  # whoever did not ask for it is not told
    private: bool = False  # its content is for sessions with the content intent only

    def seen_with(self, intents: Intent) -> Json | None:
        """Return what a session with ``intents`` is told, or None."""
        if self.intent and not self.intent & intents:
            return None
        if self.private and Intent.MESSAGE_CONTENT not in intents:
            return self.data | CONTENT_FIELDS
        return self.data


def shard_of(guild: int | None, shards: int) -> int:
    """Return the shard that hears of ``guild``; direct messages belong to the first."""
    return (guild >> SHIFT) % shards if guild is not None else 0
