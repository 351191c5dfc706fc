"""Play: moves on the current game, and what is said about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.app.decisions.caution import is_to_be_warned_of, warned_of, warning_text
from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.draw import draw_for, label_texts, labelled
from bot.app.decisions.duel_progress import report
from bot.app.decisions.entry import own_of, turn_away
from bot.app.decisions.fair_play import turn_back_early, turn_back_leader
from bot.app.decisions.room import no_room
from bot.app.decisions.scanner import scan_typed
from bot.app.decisions.stale import is_stale
from bot.app.documents.effects import Finished, Retracted
from bot.app.documents.seats import is_of_others
from bot.app.documents.state import Session
from bot.app.documents.undecided import told_board
from bot.app.requests.actions import (
    Look,
    Press,
    Resign,
    SetMode,
    ShowBoard,
    TakeBack,
    TurnPage,
    Typed,
)
from bot.app.requests.menu import Page
from bot.app.requests.request import Player
from bot.app.screens.deeds import Deeds, deed_texts, refusal_text, refusals
from bot.app.screens.reply import Reply
from bot.app.screens.summary import ending
from bot.app.screens.unread import unread_moves
from bot.i18n import Text
from core.drift import drift
from core.game import Played, Refused
from core.grid import Cell
from core.move import GiveUp, Move, Open, Refusal, Undo
from core.tap import tap
from core.typed import Tap, TypedError, TypedMove, only_cell


def play_typed(desk: Desk, action: Typed) -> Reply:
    """Play typed moves in order, up to a mine; those refused are left out and said."""
    if (scanned := scan_typed(desk, action)) is not None:
        return scanned
    session = desk.asked
    try:
        typed = desk.read_cells(action.text, session)
    except TypedError as error:
        raise _cannot_read(desk, session, error, action.text) from error
    if typed:
        session = replace(session, focus=typed[-1].cell)
    return _play(desk, session, typed, opening=action.opening)


def press(desk: Desk, action: Press) -> Reply:
    """Play the move of a button, which may have been drawn a while ago."""
    session = desk.asked
    if is_stale(session.game, action.move, action.revision):
        return Reply((Text("press.stale"),), desk.screen(session), private=True)
    if session.flagging and isinstance(action.move, Open) and not session.game.outcome:
        # Drawn before the mode was changed. Whoever changed it and was quicker than the new board
        # means a flag, and another who did not see it means to open: only one can be taken back.
        return Reply((Text("press.flagging"),), desk.screen(session), private=True)
    return _play(desk, session, (action.move,))


def look(desk: Desk, action: Look) -> Reply:
    """Show a large board around a cell from now on."""
    session = desk.asked
    if action.cell not in session.game.rules.grid:
        raise Declined(Text("refused.off_board", cell=""))
    if session.page is not Page.SCAN:  # the cell to scan around may be anywhere
        session = session.menu_closed()
    return _beside_the_game(desk, replace(session, focus=action.cell))


def turn_page(desk: Desk, action: TurnPage) -> Reply:
    """Show another page of controls; what giving up would end is said before it is done."""
    asked = own_of(desk) if action.page is Page.ACCESS else desk.asked
    session = replace(asked, page=action.page)
    is_asked = action.page is Page.GIVE_UP and not session.game.outcome
    key = _at_stake(desk, session) if is_asked else None
    return _beside_the_game(desk, session, *([] if key is None else [Text(key)]))


def _beside_the_game(desk: Desk, session: Session, *texts: Text) -> Reply:
    """Keep what undo would not restore."""
    desk.write_session(session)
    return Reply(texts, desk.screen(session))


def _cannot_read(desk: Desk, session: Session, error: TypedError, written: str) -> Declined:
    return Declined(unread_moves(error, session.game, desk.chat.settings.coordinates, written))


def _play(
    desk: Desk, session: Session, typed: Sequence[TypedMove], *, opening: bool = False
) -> Reply:
    """Play what was ``typed``, or pressed; with ``opening`` as if the mode were to open."""
    turn_back_early(desk, session)
    seated, by = _seated(desk, session, desk.request.player)
    deeds = Deeds(replace(seated, flagging=session.flagging and not opening))
    several = sum(isinstance(each, Tap) for each in typed) > 1
    for wanted in typed:
        if several and isinstance(wanted, Tap) and _is_passed_over(deeds.session, wanted.cell):
            deeds = replace(deeds, passed=(*deeds.passed, wanted.cell))
            continue
        deeds = _step(desk, session, deeds, wanted, by)
        drifted = deeds.opened and session.game.rules.drifting
        is_over = deeds.session.game.outcome is not None
        if deeds.exploded or drifted or is_over or deeds.warned is not None:
            break
    if deeds.warned is not None and not deeds.changed:
        return _warn(desk, session, deeds.warned)
    if deeds.session.game is session.game:
        refused = refusals(deeds, desk.request)
        return Reply(refused, desk.screen(session), private=True)
    after = labelled(desk, session, deeds.session)
    deeds = replace(deeds, session=replace(after, flagging=session.flagging))
    return _commit(desk, deeds, label_texts(session, deeds.session))


def _step(desk: Desk, before: Session, deeds: Deeds, wanted: TypedMove, by: int) -> Deeds:
    """Return ``deeds`` with what ``wanted`` does; ``before`` is as the first of these moves was."""
    move = _concrete(desk, deeds.session, wanted)
    result = Refused(Refusal.ALREADY_OPEN) if move is None else _made(desk, deeds.session, move, by)
    if isinstance(result, Refused):
        return replace(deeds, refused=(*deeds.refused, (wanted.cell, result.reason)))
    # Only of what explodes it has to be known: a cell that does not was no certain mine.
    if isinstance(move, Open) and any(is_to_be_warned_of(desk, before, c) for c in result.exploded):
        return replace(deeds, warned=wanted.cell)  # to be chosen again, if it is meant
    return deeds.add(result)


def _is_passed_over(session: Session, cell: Cell) -> bool:
    """Tell whether a cell is passed over that is one of several without a mark.

    A range means what is closed in it: its numbers are not tapped, nor flags of the same message
    run into. In flag mode a flag is taken off, as the mode says.
    """
    game = session.game
    if game.outcome:
        return False
    is_flagged = game.flagged[cell] and not session.flagging
    return bool(is_flagged or game.opened[cell] or game.exploded[cell])


def _warn(desk: Desk, session: Session, cell: Cell) -> Reply:
    desk.write_session(warned_of(desk, session, cell))
    return Reply((warning_text(session, cell),), private=True)


def _seated(desk: Desk, session: Session, player: Player) -> tuple[Session, int]:
    """Return ``session`` with ``player`` at a move, for which its clock runs, and their seat."""
    seated, by = session.seat(player, in_person=desk.request.in_person)
    return seated.moving(desk.now), by


def _made(desk: Desk, session: Session, move: Move, by: int) -> Played | Refused:
    """Play ``move`` on the session's game at its own time."""
    at = session.time(desk.now)
    result = session.game.play(move, draw_for(desk, session), at=at, by=by)
    if isinstance(result, Refused) or not (result.opened or result.exploded):
        return result
    return replace(result, game=drift(result.game, desk.rng))


def _concrete(desk: Desk, session: Session, wanted: TypedMove) -> Move | None:
    """Return the move that a typed cell stands for.

    In a group a plain cell only ever opens or flags: another player may have opened it a moment
    ago, and the text meant for a closed cell must not become a chord.
    """
    if not isinstance(wanted, Tap):
        return wanted
    board = session.game.board
    smart = desk.chat.settings.smart_tap and desk.request.chat.private
    if session.game.outcome or (not smart and not board.is_closed(wanted.cell)):
        return Open(wanted.cell)
    return tap(board, wanted.cell, flagging=session.flagging)


def _commit(desk: Desk, deeds: Deeds, labels: tuple[Text, ...]) -> Reply:
    before, session = desk.asked, replace(deeds.session, page=Page.PLAY)
    if deeds.warned is not None:
        session = warned_of(desk, session, deeds.warned)
    desk.make_current(session)
    _keep(desk, before, session)
    late = (Text("daily.late"),) if session.casual and not before.casual else ()
    texts = [*deed_texts(deeds), *refusals(deeds, desk.request), *labels, *late]
    if deeds.warned is not None:
        texts.append(warning_text(session, deeds.warned))
    if session.game.outcome:
        texts += ending(session, desk.now)
    screen = replace(desk.screen(session), changed=deeds.changed)
    return Reply(tuple(texts), screen)


def _keep(desk: Desk, before: Session, after: Session) -> None:
    """Keep a game after a move; have a rival told, and its end counted if it is one that counts."""
    report(desk, before, after)
    desk.write_session(after)
    if after.game.outcome and after.game.started_at is not None and not after.lesson:
        desk.after_commit(Finished(desk.request.chat.id, after, desk.now))


def take_back(desk: Desk, _action: TakeBack) -> Reply:
    """Undo the last move of a casual game, even the one that lost it."""
    return _whole_game(desk, Undo())


def resign(desk: Desk, action: Resign) -> Reply:
    """Give the current game up and show the mines; ask back where more than a game is at stake."""
    session = desk.asked
    turn_back_leader(desk, session)
    key = _at_stake(desk, session) or ("give_up.own" if action.asks else None)
    if key is None or action.sure or session.game.outcome:
        return _whole_game(desk, GiveUp())
    asked = replace(session, page=Page.GIVE_UP)
    desk.write_session(asked)
    # Where there are no buttons, the yes is typed.
    typed = () if desk.request.chat.in_place else (Text("give_up.typed"),)
    return Reply((Text(key), *typed), desk.screen(asked))


def _at_stake(desk: Desk, session: Session) -> str | None:
    """Return the key of what giving up would end besides a game of the player's own."""
    if session.daily is not None:
        return "give_up.daily"
    if session.tournament is not None:
        return "give_up.round"
    if session.duel is not None:
        return "give_up.duel"
    return "give_up.together" if is_of_others(session, desk.request.player.id) else None


def _whole_game(desk: Desk, move: Move) -> Reply:
    session = desk.asked
    seated, by = _seated(desk, session, desk.request.player)
    result = _made(desk, seated, move, by)
    if isinstance(result, Refused):
        return _refused(desk, session, result.reason)
    is_over = session.game.outcome is not None
    # What ends is struck from the list, and what goes on again is put there.
    if is_over and (full := no_room(desk)) is not None:
        return Reply((full,), desk.screen(session), private=True)
    if is_over:  # no lesson: that has more lives than mines
        desk.after_commit(Retracted(desk.request.chat.id, session, desk.now))
    after = replace(seated, game=result.game, page=Page.PLAY)
    desk.make_current(after)
    _keep(desk, session, after)
    if not after.game.outcome:
        return Reply((Text("played.undone", count=after.game.undone),), desk.screen(after))
    return Reply(tuple(ending(after, desk.now)), desk.screen(after))


def _refused(desk: Desk, session: Session, reason: Refusal) -> Reply:
    """Say why something that is about no cell is not done."""
    text = refusal_text(session, reason, tapped=desk.request.chat.passing)
    return Reply((text,), desk.screen(session), private=True)


def set_mode(desk: Desk, action: SetMode) -> Reply:
    """Set what a cell without a mark means, while there are cells to choose."""
    if desk.asked.game.outcome:
        return _refused(desk, desk.asked, Refusal.FINISHED)
    session = replace(desk.asked.menu_closed(), flagging=action.flagging)
    desk.write_session(session)
    mode = "mode.flag" if action.flagging else "mode.open"
    return Reply((Text(mode),), desk.screen(session))


def show_board(desk: Desk, action: ShowBoard) -> Reply:
    """Show a game, around a cell if the player names one."""
    session = desk.asked
    try:
        cell = only_cell(desk.read_cells(action.where, session))
    except TypedError as error:
        raise _cannot_read(desk, session, error, action.where) from error
    if cell is not None:
        turn_away(desk)
        session = replace(session.menu_closed(), focus=cell)
        desk.write_session(session)
    elif not action.again:
        session = desk.close_menu(session)
    return Reply((), replace(desk.screen(session), board=told_board(session, desk.now)))


def play_for(
    desk: Desk, session: Session, moves: Iterable[Move], player: Player
) -> tuple[Session, frozenset[Cell]]:
    """Play ``moves`` as ``player``, and keep the game; return it and the cells that changed.

    What an earlier one of them has done already, or made impossible, is left out.
    """
    seated, by = _seated(desk, session, player)
    deeds = Deeds(seated)
    for move in moves:
        result = _made(desk, deeds.session, move, by)
        deeds = deeds.add(result) if isinstance(result, Played) else deeds
    after = labelled(desk, session, deeds.session)
    _keep(desk, session, after)
    return after, deeds.changed
