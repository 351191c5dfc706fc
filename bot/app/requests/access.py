"""Access: who may play on a game that others can see."""

from __future__ import annotations

from enum import StrEnum


class Access(StrEnum):
    """Who may play on a game."""

    OPEN = "open"
    """Everybody in the chat."""
    INVITED = "invited"
    """Its owner, and those who were invited or have played before."""
    SOLO = "solo"
    """Its owner alone."""
