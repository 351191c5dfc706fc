"""Menu: the pages of controls beside a board."""

from __future__ import annotations

from enum import StrEnum


class Page(StrEnum):
    """A page of controls."""

    PLAY = "play"
    MENU = "menu"
    GIVE_UP = "give_up"
    """Asks back before a game is given up."""
    ACCESS = "access"
    SCAN = "scan"
    """The next press on a cell scans around it."""
    WATCH = "watch"
    """The solver plays a step at a time."""
    WATCHING = "watching"
    """The solver plays to the end, until it is stopped."""
