"""Shared boards: kept under a code, so that others can play them; their layout stays here."""

from __future__ import annotations

from functools import partial
from typing import Final
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import replace

from bot.app.ports import Decision, Documents, Store, Write
from core import codec
from core.game import Game

SHARED: Final = "shared"
"""The name of the document that holds a shared board in the space of its code."""
KEEP_SHARED_S: Final = 90 * 24 * 3600
"""How long a board can be played after it was shared last."""


class SharedBoard(Struct, frozen=True, array_like=True):
    """A board as others find it."""

    game: bytes
    """The game after its first open alone, as ``core.codec`` writes it: it holds the mines."""
    won_in: int | None = None
    """The time in ms to beat, where the board was won before it was shared."""
    adjusted: bool = False
    """Whether mines were moved to make it one that logic solves."""

    @classmethod
    def of(cls, begun: Game, won_in: int | None = None, *, adjusted: bool = False) -> SharedBoard:
        """Return the board of a game after its first open."""
        return cls(codec.encode(begun), won_in, adjusted)

    def begun(self) -> Game:
        """Return the game after its first open; CodecError when it is damaged."""
        return codec.decode(self.game)


def share_space(code: str) -> str:
    """Return the name of the space that holds what is shared under ``code``."""
    return f"share:{code}"


async def publish(store: Store, code: str, board: SharedBoard) -> None:
    """Have ``board`` found under ``code``; doing it again only makes it last longer."""
    decide = partial(_keep, board=board)
    await store.update(share_space(code), f"published:{uuid4().hex}", decide)


def _keep(documents: Documents, _now: int, *, board: SharedBoard) -> Decision[None]:
    """Write ``board`` with the best of the times it was won in."""
    known = documents.get(SHARED)
    times = [each.won_in for each in (board, known) if isinstance(each, SharedBoard)]
    best = min((time for time in times if time is not None), default=None)
    return Decision(None, {SHARED: Write(replace(board, won_in=best), KEEP_SHARED_S)})


async def find_shared(store: Store, code: str) -> SharedBoard | None:
    """Return what is shared under ``code``; StoreUnavailable."""

    def look(documents: Documents, _now: int) -> SharedBoard | None:
        board = documents.get(SHARED)
        return board if isinstance(board, SharedBoard) else None

    return await store.view(share_space(code), look)
