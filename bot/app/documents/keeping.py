"""Keeping: for how long the games of a chat are kept, and where they are shown."""

from __future__ import annotations

from typing import Final

from bot.app.documents.state import ChatState, Session

KEEP_FINISHED_S: Final = 30 * 24 * 3600
"""How long a game is kept after its end, whatever is asked of it meanwhile."""


def keeps_game_s(chat: ChatState, session: Session, now: int) -> int | None:
    """For how many seconds from ``now`` a game of ``chat`` is kept, or None for ever.

    A finished one of a duel is kept as long as the other player's goes on, where it will be told of
    the end: for a player who was deleted nobody tells it.
    """
    duel = session.duel
    if session.game.outcome is None or (duel and duel.goes_on and duel.rival_at):
        return None if chat.keeps_s is None else _left_s(chat.keeps_s, session, now)
    return keeps_finished_s(session, now)


def keeps_finished_s(session: Session, now: int) -> int:
    """For how many seconds from ``now`` a finished game is kept; in a duel both have ended."""
    return _left_s(KEEP_FINISHED_S, session, now)


def _left_s(keep_s: int, session: Session, now: int) -> int:
    """Return what is left of ``keep_s`` since the last move, in a duel also of the other player."""
    heard = session.duel.heard if session.duel else 0
    passed = now - max(session.clock.last, heard)
    return max(keep_s - passed // 1000, 1)
