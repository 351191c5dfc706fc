"""Listed: which finished games have a time that can stand beside those of others."""

from __future__ import annotations

from bot.app.documents.state import Session
from bot.app.documents.stats import RANKED, mode_of, openers
from bot.app.documents.table import TENTH_MS, TimeEntry, is_possible
from core.game import Outcome
from core.score import score_game


def entry_of(session: Session) -> TimeEntry:
    """Return the time of a finished game, as an entry of the player who opened first."""
    seat = openers(session)[0]
    return TimeEntry(_tenths(session), session.players[seat], session.names[seat])


def _tenths(session: Session) -> int:
    time = session.game.elapsed(0)
    return time - time % TENTH_MS


def is_listed(session: Session) -> bool:
    """Tell whether a finished game was won in a time that a table can list."""
    return is_solved(session) and not session.clock.stopped


def is_solved(session: Session) -> bool:
    """Tell whether a finished game was won by its player alone, and by no machine."""
    score = score_game(session.game)
    is_won = session.game.outcome is Outcome.WON and mode_of(session) in RANKED
    return is_won and score is not None and is_possible(_tenths(session), score.bbbv)
