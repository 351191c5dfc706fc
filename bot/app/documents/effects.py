"""Effects: what follows from a commit, carried out at least once after it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from bot.app.documents.duel import BoardAt, Duellist, Standing
from bot.app.documents.shared import SharedBoard
from bot.app.documents.state import Session


class Finished(Struct, frozen=True):
    """A game of ``chat`` has ended, at ``at`` ms since the epoch."""

    chat: str
    session: Session
    at: int


class Retracted(Struct, frozen=True):
    """The end of a casual game was undone; ``session`` is as it was before that."""

    chat: str
    session: Session
    at: int


class Redraw(Struct, frozen=True):
    """The game ``number`` of ``chat`` has changed, and its board is to be shown as it is.

    If the game no longer exists, its board is to be taken away.
    """

    chat: str
    number: int
    unasked: bool = False
    """Whether something that happened elsewhere has changed it, and nobody in the chat."""


class DuelJoined(Struct, frozen=True):
    """A player has begun a game of a duel; a rematch ``follows_on`` the duel of that code."""

    code: str
    board: SharedBoard
    duellist: Duellist
    follows_on: str | None = None
    seats: tuple[str, ...] = ()
    """Ids of those whom the duel is for; empty where it is for whoever comes first."""
    at: int = 0
    """When it was begun, on the store's clock in ms."""


class DuelMoved(Struct, frozen=True):
    """A player of a duel has got further in ``game``, which is named as its seat is."""

    code: str
    player: str
    standing: Standing
    game: str
    ghost: str | None = None
    """The id to be kept in the place of the player's, whose data were deleted."""
    rival_at: BoardAt | None = None
    """Where the other player's board is: it is told also when the duel is forgotten."""


class DuelOver(Struct, frozen=True, array_like=True):
    """The game ``number`` of ``chat`` ends a duel by itself unless its player moves for long.

    The other player is done, and waits.
    """

    chat: str
    number: int
    due: int
    """Until when it does not, on the store's clock in ms."""


class DayOver(Struct, frozen=True, array_like=True):
    """A chat wants the table of ``day`` once that is over."""

    chat: str
    day: int


class Published(Struct, frozen=True):
    """A board is to be found under ``code`` from now on."""

    code: str
    board: SharedBoard


MESSAGES: Final = (Redraw, DayOver)
"""Effects that only send or change messages: they may wait for minutes, and count nothing."""
