"""Screens as text: status line, board, and the map of chances where there is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.app.screens.screen import Screen
from bot.i18n import Text
from bot.render.board_text import Paint, draw_board, draw_chances
from bot.render.status import beside_texts, status_texts
from bot.render.theme import Theme
from bot.render.window import Window

MAP_LEGEND: Final = Text("board.chances")
"""What the signs of a map of chances mean; it stands above the map."""


def draw_screen(
    screen: Screen,
    say: Callable[[Text], str],
    theme: Theme,
    window: Window,
    paint: Paint,
) -> list[str]:
    """Return the lines of ``screen``; ``say`` puts texts into words."""
    status = " · ".join(map(say, status_texts(screen)))
    lines = [f"{theme.faces[screen.face]}  {status}", *draw_board(screen, theme, window, paint)]
    lines += map(say, (*_part_texts(screen, window), *beside_texts(screen, drawn=True)))
    return [*lines, *map_lines(screen, say, window)]


def map_lines(screen: Screen, say: Callable[[Text], str], window: Window) -> list[str]:
    """Return the lines of the map of chances below a board, none where there is no map."""
    if not screen.chances:
        return []
    return ["", say(MAP_LEGEND), *draw_chances(screen, window)]


def _part_texts(screen: Screen, window: Window) -> list[Text]:
    """Say which part of the board is in ``window``, where that is not all of it."""
    if (window.rows, window.cols) == (screen.rules.rows, screen.rules.cols):
        return []
    counted_from = screen.coordinates.first
    first = (window.top + counted_from, window.left + counted_from)
    last = (first[0] + window.rows - 1, first[1] + window.cols - 1)
    return [Text("board.part", top=first[0], left=first[1], bottom=last[0], right=last[1])]
