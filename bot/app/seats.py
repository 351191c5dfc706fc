"""Seats that no person takes."""

from __future__ import annotations

from typing import Final

from bot.app.request import Player

SOLVER: Final = Player("solver", "🤖")
"""Who makes the solver's moves; a game counts for those alone who opened cells themselves."""
