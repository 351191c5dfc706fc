"""Watching the solver: it plays a step, or on to the end, each step with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from bot.app.counsel import Counsel
from bot.app.decisions.desk import Desk
from bot.app.decisions.draw import label_texts
from bot.app.decisions.entry import turn_away
from bot.app.decisions.fair_play import turn_back_undecided
from bot.app.decisions.knowledge import CounselOn
from bot.app.decisions.lobby import again
from bot.app.decisions.play import play_for
from bot.app.documents.seats import SOLVER
from bot.app.documents.state import Session
from bot.app.requests.actions import Again
from bot.app.requests.coach_actions import Solve, Solving
from bot.app.requests.menu import Page
from bot.app.screens.blindfold import told_numbers
from bot.app.screens.cells import first_cells
from bot.app.screens.deeds import drift_texts
from bot.app.screens.explain import highlights, reason_text
from bot.app.screens.explain_guess import left_out, unscanned
from bot.app.screens.reply import Reply
from bot.app.screens.screen import first_cell
from bot.app.screens.summary import ending
from bot.i18n import Text
from core.grid import Cell
from core.move import CellMove, Open, Unflag
from core.solver.reason import GuessReason

PACE_S: Final = 1.5
"""Seconds between two steps, in which a reason can be read; a group takes 20 messages a minute."""
GROUP_PACE_S: Final = 4.0


def solve(desk: Desk, action: Solve) -> Reply:
    """Let the solver play, or get ready to."""
    if action.how is Solving.FRESH:
        return _on_a_fresh_board(desk)
    is_stop = action.how is Solving.STOP
    session = desk.asked_of(partial(_is_watched, desk)) if is_stop else desk.asked
    turn_away(desk, session)
    if session.game.outcome:
        return Reply((Text("watch.over"),), desk.screen(session), private=True)
    if is_stop:
        return _stopped(desk, session)
    turn_back_undecided(desk, session)
    if action.how is Solving.SHOW:
        return _turned(desk, session, *_before(desk, session))
    if action.how is Solving.ON and not _goes_on(session, action):
        return Reply((), desk.screen(session))
    if action.how is not Solving.ON:  # who asks for it has turned to this game
        desk.make_current(session)
    return _step(desk, session, to_the_end=action.how is not Solving.STEP)


def _stopped(desk: Desk, session: Session) -> Reply:
    """Stop the solver; where nothing is stopped, the controls stay as they are."""
    page = Page.WATCH if session.page is Page.WATCHING else session.page
    return _turned(desk, session, Text("watch.stopped"), page=page)


def _on_a_fresh_board(desk: Desk) -> Reply:
    """Start a game for the solver; it counts for nobody unless somebody plays on it."""
    again(desk, Again())
    session = desk.current
    assert session is not None  # noqa: S101  # it has just begun
    return _turned(desk, session, Text("watch.fresh"))


def _is_watched(desk: Desk, session: Session) -> bool:
    """Tell whether the solver plays on to the end on a board in this part of the chat."""
    is_here = session.thread == desk.request.chat.thread and not session.game.outcome
    return is_here and session.page is Page.WATCHING


def _goes_on(session: Session, action: Solve) -> bool:
    """Tell whether nobody has stopped the solver, or moved, since its last step."""
    return session.page is Page.WATCHING and len(session.game.history) == action.revision


def _turned(desk: Desk, session: Session, *texts: Text, page: Page = Page.WATCH) -> Reply:
    after = replace(session, page=page)
    desk.write_session(after)
    return Reply(texts, desk.screen(after))


def _before(desk: Desk, session: Session) -> Iterator[Text]:
    """Say what it costs before it is done."""
    yield Text("watch.how_tapped" if desk.request.chat.passing else "watch.how")
    if desk.screen(session).at_stake:
        yield Text("watch.price")


def _step(desk: Desk, session: Session, *, to_the_end: bool) -> Reply:
    """Play one step and say why."""
    if session.game.started_at is None:
        cells: tuple[Cell, ...] = (first_cell(session),)
        moves, texts = _opening(session, cells), [Text("watch.first")]
        marked = frozenset(cells)
    else:
        counsel = desk.known(CounselOn(session.game.board))
        cells = _cells(counsel)
        if session.game.rules.drifting:
            # After the first of them mines have moved.
            cells = cells[:1]
        moves, texts = _opening(session, cells), [_why(counsel, cells)]
        if isinstance(counsel.reason, GuessReason):
            texts += (*unscanned(session, counsel.chances), *left_out(session.game))
        marked = highlights(counsel.reason)
    page = Page.WATCHING if to_the_end else Page.WATCH
    # On a large board what is opened has to be in sight.
    focus = cells[len(cells) // 2]
    helped = replace(session, hints=session.hints + 1, page=page, focus=focus)
    after, changed = play_for(desk, helped, moves, SOLVER)
    opened = [cell for cell in changed if after.game.opened[cell]]
    if after.game.rules.blindfold:
        texts += told_numbers(after.game.board, opened)
    texts += label_texts(session, after)
    texts += drift_texts(after.game)  # what the reason said holds for the board before that
    if after.game.outcome:
        texts += ending(after, desk.now)
    screen = replace(desk.screen(after), changed=changed, marked=marked)
    return Reply(tuple(texts), screen, unfinished=to_the_end and not after.game.outcome)


def _cells(counsel: Counsel) -> tuple[Cell, ...]:
    reason = counsel.reason
    return (counsel.cell,) if isinstance(reason, GuessReason) else reason.cells


def _opening(session: Session, cells: tuple[Cell, ...]) -> list[CellMove]:
    """Return the moves that open ``cells``, wrong flags being taken off first."""
    flagged = session.game.flagged
    unflags: list[CellMove] = [Unflag(cell) for cell in cells if flagged[cell]]
    return unflags + [Open(cell) for cell in cells]


def _why(counsel: Counsel, cells: tuple[Cell, ...]) -> Text:
    board, reason = counsel.analysis.board, counsel.reason
    names = first_cells(board, cells)
    if isinstance(reason, GuessReason):
        return Text("watch.guess", cell=names, reason=reason_text(board, reason))
    return Text("watch.opens", cells=names, reason=reason_text(board, reason))
