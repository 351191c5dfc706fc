"""What is kept of days, apart from their boards and tables and the players' dailies."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

DAY_KEY: Final = "key"
"""The name of the document in the space of all days."""
KEEP_TRIED_S: Final = 2 * 24 * 3600
"""How long it is kept that a board was tried, also after a deletion: until no try can be ranked."""


class DayKey(Struct, frozen=True, array_like=True):
    """What the layouts of all days follow from."""

    value: bytes

    def __repr__(self) -> str:
        """Return the name alone: whoever knows the key knows where mines will be."""
        return "DayKey()"


class DayGame(Struct, frozen=True, array_like=True):
    """The chat's game on a level's board of the day."""

    day: int
    number: int
