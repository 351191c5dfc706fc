"""What boards of a tournament say: which round it is, and how it stands."""

from __future__ import annotations

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
    ranked = list(standing_after(session, cup).ranked())
    if ranked and not cup.has_next:
        names = tuple(each.name for rank, each in ranked if rank == 1)
        yield Text("cup.winner", names=names, count=len(names))
    for rank, each in ranked:
        yield Text("cup.line", rank=rank, name=each.name, points=each.points)
