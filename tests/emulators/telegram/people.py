"""People and bots."""

from __future__ import annotations

from dataclasses import dataclass

from tests.emulators.telegram.wire import Json, present


@dataclass(eq=False)
class User:
    """Somebody with an account."""

    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language: str | None = "en"
    is_bot: bool = False
    deleted: bool = False  # the account is gone

    def card(self) -> Json:
        """Return the User object others see."""
        return present(
            id=self.id,
            is_bot=self.is_bot,
            first_name=self.first_name,
            last_name=self.last_name,
            username=self.username,
            language_code=None if self.is_bot else self.language,
        )


ANONYMOUS_ADMIN = User(1087968824, "Group", username="GroupAnonymousBot", is_bot=True)
TELEGRAM = User(777000, "Telegram")
CHANNEL_BOT = User(136817688, "Channel", username="Channel_Bot", is_bot=True)
