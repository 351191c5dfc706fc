"""What every part of the world shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.emulators.discord.events import Event
from tests.emulators.discord.files import Files
from tests.emulators.discord.people import User
from tests.emulators.discord.snowflakes import Snowflakes
from tests.emulators.telegram.changes import Changes
from tests.emulators.telegram.clock import Clock


@dataclass(eq=False)
class Hub:
    """Time, the bot, who is told of events, the files, the counters."""

    clock: Clock
    changes: Changes
    ids: Snowflakes
    bot: User
    files: Files
    tell: Callable[[Event], None]
    emojis: dict[int, str] = field(default_factory=dict)  # the application's own
    users: dict[int, User] = field(default_factory=dict)

    @property
    def application(self) -> int:
        """Return the application's id, which is its bot's too."""
        return self.bot.id
