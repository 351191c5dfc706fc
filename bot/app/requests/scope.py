"""Scope: which tables of a month there are, and whose games they are of."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from core.rules import LEVELS

SKILL_PAGE: Final = "skill"
DAILY_PAGE: Final = "daily"
TOP_LEVELS: Final = tuple(name for name, level in LEVELS.items() if not level.most_mines)
"""The levels with tables: those with a fixed number of mines, or times would say little."""
TOP_PAGES: Final = (*TOP_LEVELS, SKILL_PAGE, DAILY_PAGE)
"""What can be asked for by name: the times of a level, wins beyond luck, boards of the day."""


class Scope(StrEnum):
    """Whose games a table is of."""

    CHAT = "chat"
    SERVER = "server"
    """All channels of a server together."""
    ALL = "all"
