"""What every part of the world shares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from tests.emulators.telegram.changes import Changes
from tests.emulators.telegram.clock import Clock
from tests.emulators.telegram.files import Files
from tests.emulators.telegram.people import User
from tests.emulators.telegram.updates import Updates


@dataclass(eq=False)
class Hub:
    """Time, the bot, its queue, the files, the counters."""

    clock: Clock
    bot: User
    changes: Changes
    updates: Updates
    files: Files = field(default_factory=Files)
    privacy: bool = True  # group privacy mode, BotFather's default
    message_ids: Iterator[int] = field(default_factory=lambda: count(101))
    query_ids: Iterator[int] = field(default_factory=lambda: count(4_382_000_000_001))

    def now(self) -> int:
        """Return Unix time in whole seconds, as Telegram's dates are."""
        return int(self.clock.now())
