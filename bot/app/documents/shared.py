"""Shared boards: kept under a code, so that others can play them; their layout stays here."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from msgspec import Struct

from core import codec
from core.game import Game

SHARED: Final = "shared"
"""The name of the document that holds a shared board in the space of its code."""
KEEP_SHARED_S: Final = 90 * 24 * 3600
"""How long a board can be played after it was shared last."""


class SharedBoard(Struct, frozen=True, array_like=True, dict=True):
    """A board as others find it."""

    game: bytes
    """The game after its first open alone, as ``core.codec`` writes it: it holds the mines."""
    won_in: int | None = None
    """The time in ms to beat, where the board was won before it was shared."""
    adjusted: bool = False
    """Whether mines were moved to make it one that logic solves."""

    def __post_init__(self) -> None:
        """Refuse a game that is damaged, or in a form of a newer version, with CodecError."""
        _ = self.begun

    def __repr__(self) -> str:
        """Return all but the game: where mines are must not come into a log."""
        return f"SharedBoard({len(self.game)} bytes, {self.won_in}, {self.adjusted})"

    @classmethod
    def of(cls, begun: Game, won_in: int | None = None, *, adjusted: bool = False) -> SharedBoard:
        """Return the board of a game after its first open."""
        return cls(codec.encode(begun), won_in, adjusted)

    @cached_property
    def begun(self) -> Game:
        """The game after its first open."""
        return codec.decode(self.game)


def share_space(code: str) -> str:
    """Return the name of the space that holds what is shared under ``code``."""
    return f"share:{code}"
