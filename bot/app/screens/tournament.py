"""What boards of a tournament say: which round it is, and how it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.app.documents.state import Session
from bot.app.documents.tournament import MINE_COSTS, Tournament
from bot.app.screens.people import first_named
from bot.i18n import Text
from core.shares import shares

_MOST_LINES: Final = 10
"""As many as the tables of the month have: a caption has to have room for what follows."""


def standing_after(session: Session, tournament: Tournament) -> Tournament:
    """Return the tournament with the points of the session's round counted."""
    for seat, share in shares(session.game).items():
        # None is the solver's: it helps nobody in a round.
        points = share.worth - MINE_COSTS * share.mines
        tournament = tournament.plus(session.players[seat], session.names[seat], points)
    return tournament


def tournament_texts(session: Session, tournament: Tournament) -> Iterator[Text]:
    """Say how the tournament stands after a round, and after the last one who has won."""
    ranked = list(standing_after(session, tournament).ranked())
    if ranked and not tournament.has_next:
        names = tuple(each.name for rank, each in ranked if rank == 1)
        yield Text("tournament.winner", names=first_named(names), count=len(names))
    for rank, each in ranked[:_MOST_LINES]:
        yield Text("tournament.line", rank=rank, name=each.name, points=each.points)
    if (more := len(ranked) - _MOST_LINES) > 0:
        yield Text("tournament.more", count=more)
