"""Colours of a board in a terminal."""

from __future__ import annotations

from typing import Final

from bot.app.screens.screen import Screen
from bot.render.board_text import Paint, no_paint
from core.grid import Cell

# The colours of Microsoft's Minesweeper, as near as the 256-colour palette of xterm has them and
# bright enough on a dark ground.
_NUMBERS: Final = (None, 75, 71, 203, 105, 167, 73, 250, 245)
_CLOSED, _FLAG, _MINE, _START = 244, 214, 196, 46
_RESET: Final = "\x1b[0m"
_UNDERLINED: Final = ";4"


def painter(screen: Screen, *, colours: bool) -> Paint:
    """Return what colours the glyphs of ``screen``; the cells just changed are underlined."""
    if not colours:
        return no_paint

    def paint(glyph: str, cell: Cell) -> str:
        colour = _colour(screen, cell)
        line = _UNDERLINED if cell in screen.changed else ""
        return glyph if colour is None else f"\x1b[38;5;{colour}{line}m{glyph}{_RESET}"

    return paint


def _colour(screen: Screen, cell: Cell) -> int | None:
    board = screen.board
    number = board.number(cell)
    if number is not None:
        return _NUMBERS[number]
    if board.exploded[cell] or (board.shown[cell] and not board.flagged[cell]):
        return _MINE
    if board.flagged[cell]:
        return _FLAG
    return _START if cell == screen.start else _CLOSED
