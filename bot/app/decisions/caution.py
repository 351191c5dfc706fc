"""Caution: in a group a cell that is certainly a mine is opened only when it is chosen again.

One mis-tap would end everybody's game. Who plays alone may choose the same. In a duel each plays
for oneself, and without help.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.app.decisions.desk import Desk
from bot.app.decisions.knowledge import NeedsLook
from bot.app.documents.state import Session, Warned
from bot.i18n import Text
from core.game import Game
from core.grid import Cell
from core.move import Open
from core.typed import Tap, TypedMove


def certain_mines(desk: Desk, session: Session, typed: Sequence[TypedMove]) -> frozenset[Cell]:
    """Return the cells among ``typed`` that are certainly mines, those warned of left out.

    Looked at are the cells beside a number before the first of these moves is played; raises
    NeedsLook when they have not been. What somebody else opens in between only makes more certain,
    so a look at the board a moment ago is good enough: else a busy board would never be played on.
    """
    game = session.game
    alone = desk.request.chat.private and not desk.chat.settings.careful
    if alone or game.outcome or session.duel is not None:
        return frozenset()
    opening = Open if session.flagging else Tap | Open
    cells = [each.cell for each in typed if isinstance(each, opening)]
    cells = [cell for cell in cells if _is_in_doubt(desk, session, cell)]
    known = desk.knowledge.looked_at
    if any(cell not in known for cell in cells):
        raise NeedsLook(game.board, tuple(cells))
    return frozenset(cell for cell in cells if known[cell])


def _is_in_doubt(desk: Desk, session: Session, cell: Cell) -> bool:
    game = session.game
    if cell not in game.rules.grid:
        return False
    if game.opened[cell] or game.flagged[cell] or game.exploded[cell]:
        return False
    return session.warned != _warning(desk, game, cell) and _is_beside_a_number(game, cell)


def _is_beside_a_number(game: Game, cell: Cell) -> bool:
    return any(game.opened[n] for n in game.rules.grid.neighbours(cell))


def warned_of(desk: Desk, session: Session, cell: Cell) -> Session:
    """Return the session with the note that ``cell`` may be opened when it is chosen again."""
    return replace(session, warned=_warning(desk, session.game, cell))


def warning_text(session: Session, cell: Cell) -> Text:
    """Say that ``cell`` was not opened."""
    return Text("press.certain_mine", cell=session.game.rules.grid.name(cell))


def _warning(desk: Desk, game: Game, cell: Cell) -> Warned:
    return Warned(len(game.history), cell, desk.request.player.id)
