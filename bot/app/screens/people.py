"""People: players named in a row, however many there are."""

from __future__ import annotations

from typing import Final

from bot.app.documents.seats import SOLVER
from bot.app.documents.state import Session
from bot.app.documents.undecided import is_undecided
from bot.i18n import Text
from core.shares import Share, shares

_MOST_NAMED: Final = 8


def first_named(names: tuple[Text | str, ...]) -> tuple[Text | str, ...]:
    """Return the first of ``names``, and how many more there are."""
    return with_others(names[:_MOST_NAMED], len(names) - _MOST_NAMED)


def with_others(names: tuple[Text | str, ...], count: int) -> tuple[Text | str, ...]:
    """Return ``names``, which may end with how many more there are, and ``count`` more of these."""
    if count <= 0:
        return names
    match names:
        case (*known, Text(key="group.others", args=(("count", int(more)),))):
            names, count = tuple(known), more + count
    return (*names, Text("group.others", count=count))


def opened_texts(session: Session, now: int) -> tuple[Text, ...]:
    """Say what each has opened of a game that several people have ended, the most first.

    Nothing is said in a tournament, which counts points, and while others play the same layout.
    """
    is_over = session.game.outcome is not None and not is_undecided(session, now)
    if len(session.players) <= 1 or session.tournament is not None or not is_over:
        return ()
    found = shares(session.game)
    if sum(session.players[seat] != SOLVER.id for seat in found) <= 1:
        return ()
    ranked = [(name, found.get(seat, Share())) for seat, name in enumerate(session.names)]
    ranked.sort(key=lambda each: (-each[1].cells, each[1].mines))
    return tuple(_opened_text(name, share) for name, share in ranked)


def _opened_text(name: str, share: Share) -> Text:
    if share.mines:
        return Text("group.share_mines", name=name, cells=share.cells, mines=share.mines)
    return Text("group.share", name=name, cells=share.cells)
