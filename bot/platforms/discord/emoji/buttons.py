"""Buttons with emoji, and without them where Discord refuses them.

It refuses a message for a button whose emoji was deleted, and at times for one that is there
(discord/discord-api-docs issue 7128); in a text such an emoji is shown by its name.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.platforms.discord.emoji.names import read_name
from bot.render.picture import Tile

_INVALID_FORM: Final = 50035
"""docs, JSON error codes."""
LABELS: Final = {number: str(number) for number in range(1, 9)} | {
    Tile.FLAG: "🚩",
    Tile.EXPLODED: "💥",
}
"""The label of a button for each look of a cell that may be shown by an emoji instead."""


def refuses_emoji(error: discord.HTTPException) -> bool:
    """Tell whether a message was refused for the emoji of its buttons."""
    return error.code == _INVALID_FORM and ".emoji" in error.text


def without_emoji(sent: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of a message with labels in the place of the application's emoji."""
    depicted = read_name(sent["emoji"]["name"]) if "emoji" in sent else None
    kept = {name: _plain(value) for name, value in sent.items()}
    if depicted is not None:
        del kept["emoji"]
        kept["label"] = LABELS[depicted.look]
    return kept


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return without_emoji(value) if isinstance(value, dict) else value
