"""Fair play: what is declined on a board while somebody plays on it against somebody."""

from __future__ import annotations

from bot.app.desk import Declined, Desk
from bot.app.screen import Reply
from bot.app.state import Session
from bot.app.undecided import is_undecided
from bot.i18n import Text


def turn_back_undecided(desk: Desk, session: Session) -> None:
    """Raise Declined where help, or the layout itself, would decide a duel or a tournament."""
    if is_undecided(session, desk.now):
        key = "cup.undecided" if session.duel is None else "duel.undecided"
        raise Declined(Reply((Text(key),), private=True))
