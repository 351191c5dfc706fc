"""The three players on Discord's emulator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.app.documents.state import SILENT_MS, Session
from tests.bot.platforms.discord.playing_discord import PlayingDiscord
from tests.bot.platforms.trio import NAMES, Trio


class DiscordTrio(Trio):
    """Three players in a channel of a server, who write by mentioning the bot."""

    def __init__(self, play: PlayingDiscord) -> None:
        """Bring the players together in a channel, and each into a private chat with the bot."""
        self.play = play
        self.people = {name: play.world.user(name) for name in NAMES}
        self.group = play.world.guild("Sweepers", *self.people.values()).channel("mines")
        self.private = {name: play.world.dm(user) for name, user in self.people.items()}

    async def say(self, who: str, text: str) -> str:
        """Mention the bot in the channel."""
        words = f"{self.play.world.bot.mention} {text}"
        await self.play.say(self.group, self.people[who], words)
        return self.group.last.text

    async def alone(self, who: str, text: str) -> str:
        """Write in direct messages."""
        await self.play.say(self.private[who], self.people[who], text)
        return self.private[who].last.text

    async def press(self, who: str, message: Any, key: str) -> str:
        """Press, and return what only the presser sees."""
        press = message.press(self.people[who], key)
        await self.play.settle(press)
        notices = [each for each in self.group.seen_by(self.people[who]) if each.cause is press]
        told = [each.text for each in (*press.follow_ups, *notices) if each.viewer is not None]
        return "\n".join(told)

    def shown(self, alone: str | None = None) -> list[Any]:
        """Return the messages of the channel, or of a private chat."""
        return (self.private[alone] if alone else self.group).shown

    def keys(self, message: Any) -> Iterator[str]:
        """Return the ids of the message's buttons."""
        return iter(message.keys)

    async def session(self, number: int, alone: str | None = None) -> Session:
        """Read the game from the store."""
        return await self.play.session(self.private[alone] if alone else self.group, number)

    async def deal(self, owner: str, layout: str, first: int = 0) -> None:
        """Deal in the channel."""
        await self.play.deal(self.group, self.people[owner], layout, first)

    async def pass_a_day(self) -> None:
        """Move the clock, and have the store notice it."""
        await self.play.skip_time(SILENT_MS / 1000 + 1)
        await self.play.settle()

    async def pass_a_while(self) -> None:
        """Wait until the bot has done what follows the end of a game."""
        await self.play.settle()
