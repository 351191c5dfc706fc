"""What boards of a tournament say: which round it is, and how it stands."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from bot.app.documents.cup import MINE_COSTS, Cup
from bot.app.documents.seats import SOLVER
from bot.app.documents.state import Session
from bot.i18n import Text
from core.shares import shares


def standing_after(session: Session, cup: Cup) -> Cup:
    """Return the tournament with the points of the session's round counted."""
    for seat, share in shares(session.game).items():
        if session.players[seat] != SOLVER.id:
            points = share.worth - MINE_COSTS * share.mines
            cup = cup.plus(session.players[seat], session.names[seat], points)
    return cup


def cup_texts(session: Session, cup: Cup) -> Iterator[Text]:
    """Say how the tournament stands after a round, and after the last one who has won."""
    ranked = standing_after(session, cup).before
    if cup.round == cup.rounds and ranked:
        names = tuple(each.name for each in ranked if each.points == ranked[0].points)
        yield Text("cup.winner", names=names, count=len(names))
    points = [-each.points for each in ranked]
    for each in ranked:
        rank = bisect_left(points, -each.points) + 1
        yield Text("cup.line", rank=rank, name=each.name, points=each.points)
