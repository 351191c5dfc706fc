"""What is kept of a player as a reader: what they have chosen in private."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from bot.app.decision import Documents, read_as
from bot.app.requests.coordinates import Coordinates

READER: Final = "reader"
"""The name of the document in a player's space."""


class Reader(Struct, frozen=True, array_like=True):
    """The language of a player, and how they want cells to be named."""

    language: str = ""
    """Empty where they have chosen none."""
    coordinates: Coordinates | None = None
    client: str = ""
    """The language that their client had last, where a platform does not say it each time.

    Empty also if it is none of the bot's.
    """


def read_reader(documents: Documents, _now: int = 0) -> Reader:
    """Return what a player has chosen, among their documents."""
    return read_as(documents, READER, Reader) or Reader()
