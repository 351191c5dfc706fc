"""Play: moves on the current game, and what is said about them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from bot.app.desk import Desk
from bot.app.request import Resign, SetMode, ShowBoard, TakeBack, Typed
from bot.app.results import Finished, Retracted
from bot.app.screen import Reply, screen_of
from bot.app.state import Session
from bot.app.summary import ending
from bot.i18n import Text
from core.game import Played, Refusal, Refused
from core.generate import uniform
from core.grid import Cell
from core.move import GiveUp, Move, Open, Undo
from core.tap import tap
from core.typed import Tap, TypedError, TypedMove, parse_typed


class _Tally(Struct, frozen=True):
    """What the moves of one request did together."""

    session: Session
    opened: tuple[Cell, ...] = ()
    exploded: tuple[Cell, ...] = ()
    flagged: tuple[Cell, ...] = ()
    unflagged: tuple[Cell, ...] = ()
    refused: tuple[tuple[Cell, Refusal], ...] = ()

    def add(self, played: Played) -> _Tally:
        return replace(
            self,
            session=replace(self.session, game=played.game),
            opened=self.opened + played.opened,
            exploded=self.exploded + played.exploded,
            flagged=self.flagged + played.flagged,
            unflagged=self.unflagged + played.unflagged,
        )

    @property
    def changed(self) -> frozenset[Cell]:
        return frozenset(self.opened + self.exploded + self.flagged + self.unflagged)


def play_typed(desk: Desk, action: Typed) -> Reply:
    """Play typed moves in order, up to a mine; those refused are left out and said."""
    session = desk.current
    if session is None:
        return Reply((Text("game.none"),))
    try:
        typed = parse_typed(action.text, session.game.rules.grid)
    except TypedError as error:
        return _cannot_read(session, error)
    return _play(desk, session, typed)


def _cannot_read(session: Session, error: TypedError) -> Reply:
    rules = session.game.rules
    return Reply((Text(f"typed.{error.problem}", rows=rules.rows, cols=rules.cols),))


def _play(desk: Desk, session: Session, typed: Iterable[TypedMove]) -> Reply:
    seated, by = session.seat(desk.request.player.id)
    tally = _Tally(replace(seated, clock=seated.clock.move(desk.now)))
    for wanted in typed:
        tally = _step(desk, tally, wanted, by)
        if tally.exploded:
            break
    if tally.session.game is session.game:
        return Reply(_refusals(tally), screen_of(session, desk.now))
    return _commit(desk, tally)


def _step(desk: Desk, tally: _Tally, wanted: TypedMove, by: int) -> _Tally:
    move = _concrete(tally.session, wanted, private=desk.request.chat.private)
    result = Refused(Refusal.ALREADY_OPEN) if move is None else _made(desk, tally.session, move, by)
    if isinstance(result, Played):
        return tally.add(result)
    return replace(tally, refused=(*tally.refused, (wanted.cell, result.reason)))


def _made(desk: Desk, session: Session, move: Move, by: int) -> Played | Refused:
    """Play ``move`` on the session's game at its own time."""
    draw = partial(uniform, rng=desk.rng)
    return session.game.play(move, draw, at=session.clock.at(desk.now), by=by)


def _concrete(session: Session, wanted: TypedMove, *, private: bool) -> Move | None:
    """Return the move that a typed cell stands for.

    In a group a plain cell only ever opens or flags: another player may have opened it a moment
    ago, and the text meant for a closed cell must not become a chord.
    """
    if not isinstance(wanted, Tap):
        return wanted
    board = session.game.board
    if session.game.outcome or (not private and not board.is_closed(wanted.cell)):
        return Open(wanted.cell)
    return tap(board, wanted.cell, flagging=session.flagging)


def _commit(desk: Desk, tally: _Tally) -> Reply:
    session = tally.session
    desk.write_session(session)
    texts = [*_deeds(session, tally), *_refusals(tally)]
    if session.game.outcome:
        texts += ending(session)
        desk.after_commit(Finished(desk.request.chat.id, session, desk.now))
    screen = dataclasses.replace(screen_of(session, desk.now), changed=tally.changed)
    return Reply(tuple(texts), screen)


def _deeds(session: Session, tally: _Tally) -> Iterable[Text]:
    name = session.game.rules.grid.name
    if tally.exploded:
        names = tuple(map(name, tally.exploded))
        yield Text("played.exploded", cells=names, count=len(names))
        if session.game.lives_left > 0:
            yield Text("played.lives", count=session.game.lives_left)
    counts = {"opened": tally.opened, "flagged": tally.flagged, "unflagged": tally.unflagged}
    for deed, cells in counts.items():
        if cells:
            yield Text(f"played.{deed}", count=len(cells), cell=name(cells[0]))


def _refusals(tally: _Tally) -> tuple[Text, ...]:
    """Say why the first move was refused, and how many more were.

    That a cell was open already is said only where nothing else was done: a range names many.
    """
    refused = [r for r in tally.refused if r[1] is not Refusal.ALREADY_OPEN or not tally.changed]
    if not refused:
        return ()
    cell, reason = refused[0]
    name = tally.session.game.rules.grid.name(cell)
    first = Text(f"refused.{reason}", cell=name)
    more = len(refused) - 1
    return (first, Text("refused.more", count=more)) if more else (first,)


def take_back(desk: Desk, _action: TakeBack) -> Reply:
    """Undo the last move of a casual game, even the one that lost it."""
    return _whole_game(desk, Undo())


def resign(desk: Desk, _action: Resign) -> Reply:
    """Give the current game up and show the mines."""
    return _whole_game(desk, GiveUp())


def _whole_game(desk: Desk, move: Move) -> Reply:
    session = desk.current
    if session is None:
        return Reply((Text("game.none"),))
    seated, by = session.seat(desk.request.player.id)
    seated = replace(seated, clock=seated.clock.move(desk.now))
    result = _made(desk, seated, move, by)
    if isinstance(result, Refused):
        return Reply((Text(f"refused.{result.reason}", cell=""),), screen_of(session, desk.now))
    if session.game.outcome:
        desk.after_commit(Retracted(desk.request.chat.id, session, desk.now))
    after = replace(seated, game=result.game)
    desk.write_session(after)
    if after.game.outcome and after.game.started_at is not None:
        desk.after_commit(Finished(desk.request.chat.id, after, desk.now))
    texts = (
        ending(after) if after.game.outcome else (Text("played.undone", count=after.game.undone),)
    )
    return Reply(tuple(texts), screen_of(after, desk.now))


def set_mode(desk: Desk, action: SetMode) -> Reply:
    """Set what a cell without a mark means."""
    session = desk.current
    if session is None:
        return Reply((Text("game.none"),))
    after = replace(session, flagging=action.flagging)
    desk.write_session(after)
    mode = "mode.flag" if action.flagging else "mode.open"
    return Reply((Text(mode),), screen_of(after, desk.now))


def show_board(desk: Desk, action: ShowBoard) -> Reply:
    """Show the current game, around a cell if the player names one."""
    session = desk.current
    if session is None:
        return Reply((Text("game.none"),))
    try:
        cells = parse_typed(action.where, session.game.rules.grid)
    except TypedError as error:
        return _cannot_read(session, error)
    focus = cells[0].cell if cells else None
    return Reply((), dataclasses.replace(screen_of(session, desk.now), focus=focus))
