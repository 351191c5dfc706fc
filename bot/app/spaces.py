"""Spaces: the names of those that documents of the app are kept in."""

from __future__ import annotations


def chat_space(chat: str) -> str:
    """Return the name of the space that holds a chat's documents."""
    return f"chat:{chat}"


def player_space(player: str) -> str:
    """Return the name of the space that holds a player's documents."""
    return f"player:{player}"
