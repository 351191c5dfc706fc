"""People and the bot."""

from __future__ import annotations

from dataclasses import dataclass

from tests.emulators.discord.wire import Json


@dataclass(eq=False)
class User:
    """Somebody with an account."""

    id: int
    name: str
    locale: str = "en-US"
    is_bot: bool = False
    installed: bool = False  # has added the app to the account
    closed: bool = False  # takes no direct messages from the bot

    @property
    def mention(self) -> str:
        """Return the text that mentions this user in a message."""
        return f"<@{self.id}>"

    def card(self) -> Json:
        """Return the user object others see."""
        return {
            "id": str(self.id),
            "username": self.name.lower().replace(" ", "_"),
            "global_name": None if self.is_bot else self.name,
            "discriminator": "0001" if self.is_bot else "0",
            "avatar": None,
            "bot": self.is_bot,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }

    def own_card(self) -> Json:
        """Return the user object the bot sees of itself."""
        more = {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}
        return self.card() | more
