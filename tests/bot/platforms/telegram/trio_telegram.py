"""The three players on Telegram's emulator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.app.documents.state import SILENT_MS, Session
from tests.bot.platforms.telegram.playing import Playing, keys
from tests.bot.platforms.trio import NAMES, Trio


class TelegramTrio(Trio):
    """Three players in a supergroup."""

    def __init__(self, play: Playing) -> None:
        """Create the players, their group and their private chats."""
        self.play = play
        self.people = {name: play.world.user(name) for name in NAMES}
        self.group = play.world.supergroup("Sweepers", *self.people.values())
        self.private = {name: play.world.private(user) for name, user in self.people.items()}

    async def say(self, who: str, text: str) -> str:
        """Write in the group."""
        return (await self.play.say(self.group, self.people[who], text)).text

    async def alone(self, who: str, text: str) -> str:
        """Write in private."""
        return (await self.play.say(self.private[who], self.people[who], text)).text

    async def press(self, who: str, message: Any, key: str) -> str:
        """Press, and read the toast."""
        return (await self.play.press(message, self.people[who], key)).toast

    def shown(self, alone: str | None = None) -> list[Any]:
        """Look at the chat."""
        return (self.private[alone] if alone else self.group).shown

    def keys(self, message: Any) -> Iterator[str]:
        """Look at the keyboard."""
        return keys(message)

    async def session(self, number: int, alone: str | None = None) -> Session:
        """Look into the store."""
        chat = self.people[alone].id if alone else self.group.id
        return await self.play.session(f"telegram:{chat}", number)

    async def deal(self, owner: str, layout: str, first: int = 0) -> None:
        """Deal in the group."""
        await self.play.deal(self.group, self.people[owner], layout, first)

    async def pass_a_day(self) -> None:
        """Move the clock on by a day, and let the bot settle."""
        await self.play.skip_time(SILENT_MS / 1000 + 1)
        await self.play.settle()

    async def pass_a_while(self) -> None:
        """Move the clock."""
        await self.play.pass_time(30)
        await self.play.settle()
