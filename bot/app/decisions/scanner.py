"""Scanner: once a game a look at 3x3 cells, which makes the game casual."""

from __future__ import annotations

from msgspec.structs import replace

from bot.app.decisions.desk import Declined, Desk
from bot.app.documents.state import Session
from bot.app.requests.board_actions import Scan
from bot.app.requests.coordinates import EXAMPLE
from bot.app.requests.menu import Page
from bot.app.screens.screen import Reply
from bot.app.screens.unread import unread_cell
from bot.i18n import Text
from core.grid import Cell
from core.scan import scan as look_under
from core.typed import TypedError


def scan(desk: Desk, action: Scan) -> Reply:
    """Show what is around a cell; without one show it again, or let the player choose it."""
    session = desk.asked
    if session.game.started_at is None or session.game.outcome:
        raise Declined(Reply((Text("scan.running"),), private=True))
    cell = _wanted(desk, session, action.where)
    if cell is None and session.scanned is None:
        desk.write_session(replace(session, page=Page.SCAN))
        return Reply((Text("scan.choose"),), desk.screen(replace(session, page=Page.SCAN)))
    if session.scanned is None:
        _turn_back(session, cell)
        session = replace(session, scanned=cell, casual=True, page=Page.PLAY)
        desk.write_session(session)
    elif cell not in {None, session.scanned}:
        raise Declined(Reply((Text("scan.used"),), private=True))
    return _shown(desk, session)


def _turn_back(session: Session, cell: Cell | None) -> None:
    """Raise Declined where nothing is closed: that would use the scanner up for nothing."""
    around = (cell or 0, *session.game.rules.grid.neighbours(cell or 0))
    if not any(map(session.game.board.is_closed, around)):
        raise Declined(Reply((Text("scan.nothing"),), private=True))


def _wanted(desk: Desk, session: Session, where: str) -> Cell | None:
    """Return the cell that ``where`` names, None if it is empty; raises Declined otherwise."""
    try:
        typed = desk.read_cells(where, session)
    except TypedError as error:
        usage = Text("scan.usage", cell=EXAMPLE)
        said = unread_cell(error, session.game.rules.grid, usage)
        raise Declined(Reply((said,), private=True)) from error
    return typed[0].cell if typed else None


def _shown(desk: Desk, session: Session) -> Reply:
    centre = session.scanned
    assert centre is not None  # noqa: S101  # the caller has kept it
    found = look_under(session.game, centre)
    name = session.game.rules.grid.name
    mines, safe = (tuple(map(name, cells)) for cells in (found.mines, found.safe))
    texts = [Text("scan.mines", cells=mines, count=len(mines))] if mines else []
    if safe:
        texts.append(Text("scan.safe", cells=safe, count=len(safe)))
    screen = replace(desk.screen(session), marked=frozenset(found.safe))
    return Reply(tuple(texts) or (Text("scan.nothing"),), screen)
