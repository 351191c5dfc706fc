"""Caution: in a group a cell that is certainly a mine is opened only when it is chosen again.

One mis-tap would end everybody's game. Who plays alone may choose the same. In a duel each plays
for oneself, and without help.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.app.decisions.desk import Desk
from bot.app.decisions.knowledge import IsCertainMine
from bot.app.documents.state import Session, Warned
from bot.i18n import Text
from core.game import Game
from core.grid import Cell


def is_to_be_warned_of(desk: Desk, session: Session, cell: Cell) -> bool:
    """Tell whether ``cell``, which would explode, was certainly a mine, and nobody has said so.

    What counts is the board of ``session``, before the first move of this request; raises Needed
    when that has not been looked at. What somebody else opens in between only makes more certain,
    so a look at the game a moment ago is good enough: else a busy board would never be played on.
    But where mines drift it may make less certain, and a warning would tell where a mine still is.
    """
    game = session.game
    alone = desk.request.chat.private and not desk.chat.settings.careful
    if alone or session.duel is not None or session.warned == _warning(desk, game, cell):
        return False
    if not _is_beside_a_number(game, cell):
        return False
    moves = len(game.history) if game.rules.drifting else 0
    return desk.known(IsCertainMine(session.number, moves, cell, game.board))


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
