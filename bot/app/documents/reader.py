"""What is kept of a player as a reader: what they have chosen in private."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from bot.app.decision import Documents, read_as
from bot.app.requests.coordinates import Coordinates

READER: Final = "reader"
"""The name of the document in a player's space."""


class Reader(Struct, frozen=True, array_like=True):
    """What a player reads."""

    language: str = ""
    """Empty where they have chosen none."""
    coordinates: Coordinates | None = None
    client: str = ""
    """The language that their client spoke last, where a platform does not always say that."""


def read_reader(documents: Documents, _now: int) -> Reader | None:
    """Return what is noted in a player's space."""
    return read_as(documents, READER, Reader)
