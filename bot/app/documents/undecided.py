"""Undecided: boards on which somebody still plays against somebody, and what is shown of them."""

from __future__ import annotations

from msgspec.structs import replace

from bot.app.documents.duel import KEEP_DUEL_S, Standing
from bot.app.documents.state import Session, is_silent
from core.board import Board


def is_undecided(session: Session, now: int) -> bool:
    """Tell whether it would be unfair to tell where the mines of the session's board are.

    A round of a tournament is decided when it is over, a duel when both are done. One that nobody
    takes up, or that a player has left, is forgotten a week after the last move that is known of:
    nobody can join it any more, nor is it decided.
    """
    duel = session.duel
    if duel is None:
        return session.cup is not None and session.game.outcome is None
    if duel.verdict(Standing.of(session.game)) is not None:
        return False
    return now - max(session.clock.last, duel.heard) <= KEEP_DUEL_S * 1000


def told_board(session: Session, now: int) -> Board:
    """Return the session's board, with its mines only where nobody plays the same layout on."""
    board = session.game.board
    if session.game.outcome is None or not is_undecided(session, now):
        return board
    return replace(board, shown=bytes(len(board.grid)))


def is_left(session: Session, now: int) -> bool:
    """Tell whether nobody has moved for so long that another may take the game over.

    Nobody plays for who is silent in a duel, least of all the rival.
    """
    is_on = session.duel is not None and is_undecided(session, now)
    return is_silent(session, now) and not is_on
