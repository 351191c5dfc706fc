"""Inspection: what a number means that a press can do nothing with."""

from __future__ import annotations

from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.requests.actions import Inspect
from bot.app.screens.reply import Reply
from bot.i18n import Text


def inspect(desk: Desk, action: Inspect) -> Reply:
    """Say how many of the mines around a number are flagged, and what is closed there."""
    board = desk.asked.game.board
    if action.cell not in board.grid:
        raise Declined(Text("refused.off_board", cell=""))
    name, number = board.grid.name(action.cell), board.number(action.cell)
    if number is None:
        raise Declined(Text("inspect.closed", cell=name))
    near, closed = board.grid.neighbours(action.cell), len(board.closed_around(action.cell))
    flags, exploded = (sum(layer[n] for n in near) for layer in (board.flagged, board.exploded))
    text = Text(
        "inspect.number",
        cell=name,
        number=number,
        flags=flags,
        exploded=exploded,
        closed=closed,
    )
    return Reply((text,), private=True)
