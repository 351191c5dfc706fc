"""Spaces: the names of those that documents of the app are kept in."""

from __future__ import annotations


def player_space(player: str) -> str:
    """Return the name of the space that holds a player's documents."""
    return f"player:{player}"
