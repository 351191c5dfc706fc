"""Layouts: how a board of a given size is shown in a chat."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.app.screens.screen import Screen
from bot.render.panning import focus_of
from bot.render.window import Window, window_around

MOST_COLS: Final = 8
MOST_BUTTON_CELLS: Final = 88
"""Of 100 buttons, 12 are left for the controls."""
_WINDOW_SIDE: Final = 10
"""Boards up to 10x10 have no picture; the window is moved to columns that do not fit."""
_PICTURE_WINDOW: Final = 8
TEXT_ROWS, TEXT_COLS = 30, 12
"""What is shown of a board as text: a phone breaks lines of more than some thirty characters."""
_MAP_COLS: Final = 9
"""The same for the map of chances, where a cell takes three characters."""


class Layout(StrEnum):
    """How a board is shown."""

    BUTTONS = "buttons"
    """Every cell is a button."""
    WINDOW = "window"
    """Most cells are buttons; the window can be moved."""
    PICTURE = "picture"
    """The board is a picture; a window of cells are buttons."""
    PLAIN_WINDOW = "plain_window"
    """The board is text, where there can be no picture; a window of cells are buttons."""
    TEXT = "text"
    """The board is text, and moves are typed, or there are none any more."""


def layout_of(screen: Screen, *, inline: bool, plain: bool = False) -> Layout:
    """Return how the board of ``screen`` is shown.

    ``inline``: as an inline message, where nothing can be typed and no picture sent; ``plain``: in
    a chat where the bot may send no pictures.
    """
    rows, cols = screen.rules.rows, screen.rules.cols
    if screen.text_only and not inline:
        return Layout.TEXT
    if cols <= MOST_COLS and rows * cols <= MOST_BUTTON_CELLS:
        return Layout.BUTTONS
    if max(rows, cols) <= _WINDOW_SIDE:
        return Layout.WINDOW
    if not inline and not plain:
        return Layout.PICTURE
    return Layout.TEXT if screen.over else Layout.PLAIN_WINDOW


def window_of(screen: Screen, layout: Layout) -> Window:
    """Return the cells of the board that are buttons, or are written where none are."""
    grid = screen.rules.grid
    if layout is Layout.TEXT:
        cols = _MAP_COLS if screen.chances else TEXT_COLS
        return window_around(grid, focus_of(screen), TEXT_ROWS, cols)
    if layout is Layout.BUTTONS:
        return Window(0, 0, grid.rows, grid.cols)
    rows = _WINDOW_SIDE if layout is Layout.WINDOW else _PICTURE_WINDOW
    return window_around(grid, focus_of(screen), rows, MOST_COLS)
