"""Listed: which finished games have a time that tables list, and in which tables."""

from __future__ import annotations

from bot.app.documents.mode import RANKED, Mode, mode_of, openers
from bot.app.documents.state import Session
from bot.app.documents.table import TENTH_MS, TOP_NAMES, TimeEntry, is_possible, month_table
from core.game import Outcome
from core.rules import level_name
from core.score import score_game


def top_name(session: Session) -> str | None:
    """Return the table of a month that a game is listed in, None if there is none for it."""
    name = month_table(level_name(session.game.rules), mode_of(session))
    return name if name in TOP_NAMES else None


def has_table(session: Session) -> bool:
    """Tell whether there are tables of times for such games, of the month or of the day."""
    return mode_of(session) is Mode.DAILY or top_name(session) is not None


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
    """Tell whether a finished game was won as a ranked one, in a time that a person can reach."""
    score = score_game(session.game)
    is_won = session.game.outcome is Outcome.WON and mode_of(session) in RANKED
    return is_won and score is not None and is_possible(_tenths(session), score.bbbv)
