"""Scanner: once a game a look at 3x3 cells, which makes the game casual."""

from __future__ import annotations

from msgspec.structs import replace

from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.documents.state import Session
from bot.app.documents.undecided import is_undecided
from bot.app.requests.actions import Typed
from bot.app.requests.board_actions import Scan
from bot.app.requests.coordinates import EXAMPLE
from bot.app.requests.menu import Page
from bot.app.screens.reply import Reply
from bot.app.screens.unread import unread_cell
from bot.i18n import Text
from core.grid import Cell
from core.scan import scan as look_under
from core.typed import Tap, TypedError, only_cell


def scan(desk: Desk, action: Scan) -> Reply:
    """Show what is around a cell; without one show it again, or let the player choose it."""
    session = desk.asked
    if session.game.started_at is None or session.game.outcome:
        raise Declined(Text("scan.running"))
    cell = _wanted(desk, session, action.where)
    if session.scanned is not None:
        return _shown_again(desk, session, session.scanned, cell)
    if cell is None:
        session = replace(session, page=Page.SCAN)
        desk.write_session(session)
        return Reply((Text("scan.choose"),), desk.screen(session))
    around = (cell, *session.game.rules.grid.neighbours(cell))
    if not any(map(session.game.board.is_closed, around)):
        # It would be used up for nothing.
        raise Declined(Text("scan.nothing"))
    moves = len(session.game.history)
    session = replace(session, scanned=cell, scanned_after=moves, casual=True, page=Page.PLAY)
    return _shown(desk, session, cell)


def scan_typed(desk: Desk, action: Typed) -> Reply | None:
    """Scan around the one cell that is typed where one is asked for; None for a move to be played.

    On a board without buttons a cell is chosen by typing it, and what is opened stays open.
    """
    session = desk.asked
    if session.page is not Page.SCAN or action.opening or is_undecided(session, desk.now):
        return None
    try:
        typed = desk.read_cells(action.text, session)
    except TypedError:
        return None
    is_cell = len(typed) == 1 and isinstance(typed[0], Tap)
    return scan(desk, Scan(action.text)) if is_cell else None


def _shown_again(desk: Desk, session: Session, centre: Cell, cell: Cell | None) -> Reply:
    """Show what was seen around ``centre``; it is no other ``cell``'s, nor of mines that move."""
    if session.game.rules.drifting:
        raise Declined(Text("scan.used_drifting"))
    if cell not in {None, centre}:
        raise Declined(Text("scan.used"))
    return _shown(desk, session, centre)


def _wanted(desk: Desk, session: Session, where: str) -> Cell | None:
    """Return the cell that ``where`` names, None if it is empty; raises Declined otherwise."""
    try:
        return only_cell(desk.read_cells(where, session))
    except TypedError as error:
        usage, counted = Text("scan.usage", cell=EXAMPLE), desk.chat.settings.coordinates
        said = unread_cell(error, session.game.rules.grid, counted, usage)
        raise Declined(said) from error


def _shown(desk: Desk, session: Session, centre: Cell) -> Reply:
    """Say what there is around ``centre``, which has to be in sight on a large board."""
    session = replace(session, focus=centre)
    desk.write_session(session)
    found = look_under(session.game, centre)
    name = session.game.rules.grid.name
    mines, safe = (tuple(map(name, cells)) for cells in (found.mines, found.safe))
    texts = [Text("scan.mines", cells=mines, count=len(mines))] if mines else []
    if safe:
        texts.append(Text("scan.safe", cells=safe, count=len(safe)))
    screen = replace(desk.screen(session), marked=frozenset(found.safe))
    return Reply(tuple(texts) or (Text("scan.nothing"),), screen)
