"""The clock of a game: its playing time, which passes only while it is played."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from core.game import Game

IDLE_MS: Final = 60 * 60 * 1000
"""A spell of an hour without a move parks the game: its clock stops at the last move."""


class GameClock(Struct, frozen=True, array_like=True):
    """Playing time in ms: runs while a game is played, stands while it is parked."""

    played: int = 0
    """Time of the spells that have ended."""
    since: int | None = None
    """When the spell that is not over yet began, on the store's clock."""
    last: int = 0
    """When the player last moved, or began, on the store's clock."""
    stopped: bool = False
    """Whether it has stood since the first open: there was time to think that does not count."""

    def at(self, now: int, *, never_stops: bool = False) -> int:
        """Return the time at ``now``; idle time counts as parked unless it ``never_stops``."""
        if self.since is None:
            return self.played
        end = self.last if self.idle(now) and not never_stops else now
        return self.played + max(end - self.since, 0)

    def idle(self, now: int) -> bool:
        """Tell whether the clock stands, be it parked or left."""
        return self.since is None or not self.is_recent(now)

    def is_recent(self, now: int) -> bool:
        """Tell whether the last move was within the hour, however the clock stands."""
        return now - self.last <= IDLE_MS

    def move(self, now: int, game: Game, *, never_stops: bool = False) -> GameClock:
        """Return the clock of ``game`` after a move at ``now``, which starts it if it stood."""
        if self.since is None or (self.idle(now) and not never_stops):
            return GameClock(self.at(now), now, now, self._stops_in(game))
        return replace(self, last=max(now, self.last))

    def park(self, now: int, game: Game) -> GameClock:
        """Return the clock of ``game`` stopped."""
        return GameClock(self.at(now), None, self.last, self._stops_in(game))

    def _stops_in(self, game: Game) -> bool:
        """Tell whether it has stood, if it stops now; until the first open no time counts."""
        return self.stopped or (self.since is not None and game.started_at is not None)
