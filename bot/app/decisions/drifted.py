"""Drifted: what cannot be done with a game whose mines have moved."""

from __future__ import annotations

from bot.app.decisions.declined import Declined
from bot.app.documents.state import Session
from bot.i18n import Text


def turn_back_drifted(session: Session) -> None:
    """Raise Declined where mines drift: such a game cannot be played again from its layout."""
    if session.game.rules.drifting:
        raise Declined(Text("review.drifted"))
