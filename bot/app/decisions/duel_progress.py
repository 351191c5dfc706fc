"""Progress: what a move in a duel means for the one who plays against it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.app.decisions.desk import Desk
from bot.app.documents.duel import Standing, duel_game
from bot.app.documents.effects import DuelMoved
from bot.app.documents.seats import is_emptied
from bot.app.documents.state import Session
from bot.app.requests.day import day_of
from core.game import Outcome

_STEP: Final = 5
"""Per cent between two reports: every one costs an edit of the other's message."""


def report(desk: Desk, before: Session, after: Session) -> None:
    """Have the other player told where enough has changed, or it is the first move of a day.

    So a duel that is played slowly does not count as one in which both rest. What others make of
    the board of a player who was deleted is no news: they have given the duel up.
    """
    if after.duellist is None or is_emptied(after.duellist):
        return
    was, now = Standing.of(before.game), Standing.of(after.game)
    is_new_day = day_of(before.clock.last) != day_of(after.clock.last)
    if is_new_day or was.percent // _STEP != now.percent // _STEP or was.outcome != now.outcome:
        _tell(desk, after, now)


def report_gone(desk: Desk, session: Session, ghost: str) -> None:
    """Have a player of a duel forgotten, ``ghost`` in their place, who plays on it no more."""
    standing = Standing.of(session.game)
    outcome = standing.outcome or Outcome.GIVEN_UP
    _tell(desk, session, replace(standing, outcome=outcome, moves=standing.moves + 1), ghost)


def _tell(desk: Desk, session: Session, standing: Standing, ghost: str | None = None) -> None:
    duel = session.duel
    if duel is not None and session.duellist is not None:
        game = duel.game or duel_game(desk.request.chat.id, session.number)
        told = duel.code, session.duellist, standing, game, ghost
        desk.after_commit(DuelMoved(*told, duel.rival_at))
