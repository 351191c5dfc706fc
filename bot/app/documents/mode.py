"""Modes: how a game was played, and for whom it counts."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.app.documents.seats import SOLVER, given_up_by, is_emptied
from bot.app.documents.state import Session
from core.move import Chord, Open


class Mode(StrEnum):
    """How a game was played; only ranked games have times, streaks and records."""

    RANKED = "ranked"
    ASSISTED = "assisted"
    CASUAL = "casual"
    TOGETHER = "together"
    NO_GUESS = "no_guess"
    """Ranked, on layouts that need no guess: times and streaks of their own."""
    DAILY = "daily"
    """Ranked, on a board of the day, whose first cell is open."""


RANKED: Final = frozenset({Mode.RANKED, Mode.NO_GUESS, Mode.DAILY})
"""The modes with times, streaks and records."""


def mode_of(session: Session) -> Mode:
    """Return the mode a game counts in: casual goes before together, that before assisted."""
    rules = session.game.rules
    if session.casual or rules.undo or rules.drifting or rules.lives > 1:
        return Mode.CASUAL
    if len(session.players) > 1 and len({*openers(session), *given_up_by(session)}) > 1:
        return Mode.TOGETHER
    if session.hints:
        return Mode.ASSISTED
    if session.daily is not None:
        return Mode.DAILY
    return Mode.NO_GUESS if rules.no_guess else Mode.RANKED


def openers(session: Session) -> list[int]:
    """Return the indices of the players who opened cells."""
    opens = {timed.by for timed in session.game.history if isinstance(timed.move, Open | Chord)}
    solver = session.players.index(SOLVER.id) if SOLVER.id in session.players else None
    return sorted(opens - {solver})


def counted(session: Session) -> list[int]:
    """Return the indices of those a game counts for: who opened cells and were not deleted."""
    return [seat for seat in openers(session) if not is_emptied(session.players[seat])]
