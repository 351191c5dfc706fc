"""Progress: what a move in a duel means for the one who plays against it."""

from __future__ import annotations

from typing import Final

from bot.app.decisions.desk import Desk
from bot.app.documents.duel import Standing
from bot.app.documents.effects import DuelMoved
from bot.app.documents.state import Session

_STEP: Final = 5
"""Per cent between two reports: every one costs an edit of the other's message."""


def report(desk: Desk, before: Session, after: Session) -> None:
    """Have the other player told, where enough has changed."""
    if after.duel is None:
        return
    was, now = Standing.of(before.game), Standing.of(after.game)
    if was.percent // _STEP != now.percent // _STEP or was.outcome != now.outcome:
        # Who plays a duel has the first seat, whoever the board belongs to since.
        player, game = after.players[0], f"{desk.request.chat.id}:{after.number}"
        desk.after_commit(DuelMoved(after.duel.code, player, now, game))
