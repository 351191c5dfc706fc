"""Spaces: their names, and those of a chat's documents in them."""

from __future__ import annotations

from typing import Final

CHAT: Final = "chat"
"""The name of a chat's own document."""
GAME: Final = "game:"
"""What the names of sessions begin with."""


def chat_space(chat: str) -> str:
    """Return the name of the space that holds a chat's documents."""
    return f"chat:{chat}"


def player_space(player: str) -> str:
    """Return the name of the space that holds a player's documents."""
    return f"player:{player}"


def game_name(number: int) -> str:
    """Return the name of the document of the chat's game ``number``."""
    return f"{GAME}{number}"
