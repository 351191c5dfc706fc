"""Drawing: where the layout of a game comes from at its first open, and what is said of it."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from bot.app.decisions.deal import NoGuess
from bot.app.decisions.desk import Desk
from bot.app.documents.state import Session
from bot.i18n import Text
from core.game import Draw
from core.generate import uniform
from core.grid import Cell
from core.lesson import lesson_layout
from core.record import layout_of


def draw_for(desk: Desk, session: Session) -> Draw:
    """Return what draws the layout of ``session``; it raises Needed where one must be made."""
    if session.lesson:
        return lesson_layout
    if session.game.rules.no_guess:
        return lambda _rules, first: layout_of(desk.dealt(_no_guess(session, first))[0])
    return partial(uniform, rng=desk.rng)


def _no_guess(session: Session, first: Cell) -> NoGuess:
    command = "/newgame" if session.tournament is None else "/tournament"
    return NoGuess(session.game.rules, first, command=command)


def labelled(desk: Desk, before: Session, after: Session) -> Session:
    """Return ``after`` with a note of whether mines were moved, if its layout was made just now."""
    first = after.game.first_cell
    if first is None or not _is_made_now(before, after):
        return after
    return replace(after, adjusted=desk.known(_no_guess(after, first)).adjusted)


def label_texts(before: Session, after: Session) -> tuple[Text, ...]:
    """Say what kind of layout was made, where one was made just now."""
    if not _is_made_now(before, after):
        return ()
    return (Text("no_guess.adjusted" if after.adjusted else "no_guess.uniform"),)


def _is_made_now(before: Session, after: Session) -> bool:
    game = after.game
    return game.rules.no_guess and before.game.started_at is None and game.started_at is not None
