"""Undecided: boards on which people still play against each other, and what is shown of them."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.app.documents.duel import KEEP_DUEL_S
from bot.app.documents.seats import NOBODY
from bot.app.documents.state import Session, is_silent
from bot.app.requests.day import DAY_MS
from core.board import Board

BOTH_REST_MS: Final = KEEP_DUEL_S * 1000 + DAY_MS
"""How long both players of a duel rest, or nobody joins it, until it counts as decided.

A day more than a week: of what the other does on a day only the first move may be known, and who is
to give up after a week may do so in the morning, when quiet hours are over, and who joined at the
last moment may have been entered late.
"""


def is_undecided(session: Session, now: int) -> bool:
    """Tell whether it would be unfair to tell where the mines of the session's board are.

    A round of a tournament is decided when it is over, a duel when both are done: who lets a rival
    wait that is done gives it up after a week. A duel that nobody joins, or in which both rest,
    counts as decided after ``BOTH_REST_MS``.

    Where one is done and hears nothing of the other for a day more than that, the other's board was
    lost, or else it would have been given up. A board that is told nothing stays undecided.
    """
    duel = session.duel
    if duel is None:
        return session.tournament is not None and session.game.outcome is None
    rest = BOTH_REST_MS
    if session.game.outcome is not None and duel.rival is not None:
        if not duel.goes_on:
            return False
        if duel.rival_at is None:  # nothing will be told to this board
            return True
        rest += DAY_MS
    return now - max(session.clock.last, duel.heard) <= rest


def told_board(session: Session, now: int) -> Board:
    """Return the session's board, with its mines only where nobody still plays its layout."""
    board = session.game.board
    # While a game runs no mines are shown in any case.
    return replace(board, shown=bytes(len(board.grid))) if is_undecided(session, now) else board


def is_awaited(session: Session) -> bool:
    """Tell whether the other player of a session's duel is done, and its own is not."""
    duel = session.duel
    return duel is not None and duel.standing.outcome is not None and session.game.outcome is None


def is_in_duel(session: Session, now: int) -> bool:
    """Tell whether the board is of a duel that is not decided: nobody else may play on it."""
    return session.duel is not None and is_undecided(session, now)


def is_left(session: Session, now: int) -> bool:
    """Tell whether another may take the game over: it is nobody's, or nobody has moved for long.

    Nobody may play for a player who has left a duel or is silent in it, least of all the rival.
    """
    is_alone = session.owner == NOBODY or is_silent(session, now)
    return is_alone and not is_in_duel(session, now)
