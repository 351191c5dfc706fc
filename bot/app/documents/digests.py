"""Members: who is in a group's tables of the day, and what the group is sent of them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.app.decision import Documents, read_as

MEMBERS: Final = "members"
"""The name of a group's document."""
_MOST_MEMBERS: Final = 500


class Members(Struct, frozen=True, array_like=True):
    """A group's tables of the day; days count from 1970-01-01, -1 is none."""

    players: tuple[str, ...] = ()
    """Ids of those who have asked for the tables there."""
    wished: int = -1
    """The last day whose table is to be sent, or was."""
    sent: int = -1
    """The last day whose table was sent."""
    language: str | None = None
    """What was spoken where the tables were asked for, if the group has chosen no language."""
    thread: str | None = None
    """The part of the chat where they are to be sent."""

    def joined_by(self, player: str) -> Members:
        """Return the group with ``player`` among its members."""
        if player in self.players:
            return self
        return replace(self, players=(*self.players, player)[-_MOST_MEMBERS:])

    def without(self, player: str) -> Members:
        """Return the group with all members but ``player``."""
        return replace(self, players=tuple(each for each in self.players if each != player))


def read_members(documents: Documents) -> Members:
    """Return the members of a group among its documents."""
    return read_as(documents, MEMBERS, Members) or Members()
