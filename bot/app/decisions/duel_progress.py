"""Progress: what a move in a duel means for the one who plays against it, and who hears of it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write, read_as
from bot.app.decisions.desk import Desk
from bot.app.documents.duel import KEEP_DUEL_S, BoardAt, InDuel, Standing, duel_game
from bot.app.documents.effects import DuelMoved, DuelOver, Redraw
from bot.app.documents.keeping import keeps_game_s
from bot.app.documents.seats import is_emptied
from bot.app.documents.shown import shown_name
from bot.app.documents.spaces import game_name
from bot.app.documents.state import Session, read_chat
from bot.app.documents.undecided import is_awaited, is_undecided
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
        moved = DuelMoved(
            code=duel.code,
            player=session.duellist,
            standing=standing,
            game=game,
            ghost=ghost,
            rival_at=duel.rival_at,
        )
        desk.after_commit(moved)


def hear(documents: Documents, now: int, *, board: BoardAt, news: InDuel) -> Decision[None]:
    """Write the ``news`` of the other player, which are shown with a player's ``board``."""
    chat, number, in_place = board
    name, shown = game_name(number), shown_name(number)
    before = read_as(documents, name, Session)
    if before is None or before.duel is None:
        return Decision(None)
    duel = before.duel.learning(news)
    if duel == before.duel:
        return Decision(None)
    after = _heard(before, before.duel, duel, now)
    expires = keeps_game_s(read_chat(documents), after, now)
    writes = {name: Write(after, expires)}
    if after.game.outcome and (place := documents.get(shown)) is not None:
        writes[shown] = Write(place, expires)  # as long as the game
    effects: list[object] = [Redraw(chat, number, unasked=True)] if in_place else []
    if is_awaited(after):
        effects.append(DuelOver(chat, number, now + KEEP_DUEL_S * 1000))
    return Decision(None, writes, effects)


def _heard(session: Session, before: InDuel, after: InDuel, now: int) -> Session:
    """Return the session with what its player learnt ``now``, the duel being ``after`` that."""
    # What counts as decided after both have rested stays so, whosever name is forgotten after that,
    # unless the other one plays on, or ends what this one is done with.
    is_played = after.goes_on and after.standing.moves > before.standing.moves
    is_waiting = before.goes_on and session.game.outcome is not None
    if is_played or is_waiting or is_undecided(session, now):
        after = replace(after, heard=now)
    clock = session.clock
    if after.public and clock.since is None:
        # Who sees the other's board would only have to wait before copying it.
        clock = replace(clock, since=now)
    return replace(session, duel=after, clock=clock)
