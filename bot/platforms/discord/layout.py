"""Layouts: how a board of a given size is shown on Discord."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.app.screen import Screen
from bot.render.panning import focus_of
from bot.render.window import Window, window_around

_BUTTON_SIDE: Final = 5
_EMOJI_SIDE: Final = 14
_WINDOW_ROWS, _WINDOW_COLS = 4, 5
_TEXT_ROWS, _TEXT_COLS = 30, 18
"""Of a board as text: 18 columns take 41 characters, which a phone shows without folding lines."""


class Layout(StrEnum):
    """How a board is shown."""

    BUTTONS = "buttons"
    """Every cell is a button."""
    EMOJI = "emoji"
    """The board is emoji; a window of cells are buttons."""
    PICTURE = "picture"
    """The board is a picture; a window of cells are buttons."""
    TEXT = "text"
    """The board is text, and moves are typed."""


def layout_of(screen: Screen) -> Layout:
    """Return how the board of ``screen`` is shown."""
    if screen.text_only:
        return Layout.TEXT
    side = max(screen.rules.rows, screen.rules.cols)
    if side <= _BUTTON_SIDE:
        return Layout.BUTTONS
    return Layout.EMOJI if side <= _EMOJI_SIDE else Layout.PICTURE


def window_of(screen: Screen, layout: Layout) -> Window:
    """Return the cells of the board that are buttons, or are written where moves are typed."""
    grid = screen.rules.grid
    if layout is Layout.TEXT:
        return window_around(grid, focus_of(screen), _TEXT_ROWS, _TEXT_COLS)
    if layout is Layout.BUTTONS:
        return Window(0, 0, grid.rows, grid.cols)
    return window_around(grid, focus_of(screen), _WINDOW_ROWS, _WINDOW_COLS)
