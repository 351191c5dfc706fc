"""Layouts: how a board of a given size is shown on Discord."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.app.screens.screen import Screen
from bot.render.panning import focus_of, frontier_of
from bot.render.window import Window, window_around
from core.board import Board
from core.grid import Cell

_BUTTON_SIDE: Final = 5
_EMOJI_SIDE: Final = 14
_WINDOW_ROWS, _WINDOW_COLS = 4, 5
_TEXT_ROWS, _TEXT_COLS = 30, 18
"""What is shown of a board as text: 18 columns take 41 characters, which a phone shows without
folding lines."""
_MAP_COLS: Final = 12
"""The same for the map of chances, where a cell takes three characters: 12 columns take 40."""


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
    # Emoji have no room for chances.
    return Layout.EMOJI if side <= _EMOJI_SIDE and not screen.chances else Layout.PICTURE


def window_of(screen: Screen, layout: Layout) -> Window:
    """Return the cells of the board that are buttons, or are written where moves are typed.

    The window has a cell to open as long as any number has a closed cell beside it.
    """
    grid = screen.rules.grid
    if layout is Layout.TEXT:
        cols = _MAP_COLS if screen.chances else _TEXT_COLS
        return window_around(grid, focus_of(screen), _TEXT_ROWS, cols)
    if layout is Layout.BUTTONS:
        return Window(0, 0, grid.rows, grid.cols)
    window = window_around(grid, focus_of(screen), _WINDOW_ROWS, _WINDOW_COLS)
    if any(_can_open(screen.board, cell) for cell in window.cells(grid)):
        return window
    return window_around(grid, _nearest_frontier(screen), _WINDOW_ROWS, _WINDOW_COLS)


def _nearest_frontier(screen: Screen) -> Cell:
    """Return the frontier cell nearest to the window's focus, or that if there is none."""
    board, focus = screen.board, focus_of(screen)
    row, col = board.grid.row_col(focus)

    def distance(cell: Cell) -> int:
        other_row, other_col = board.grid.row_col(cell)
        return max(abs(other_row - row), abs(other_col - col))

    return min(frontier_of(board), key=distance, default=focus)


def _can_open(board: Board, cell: Cell) -> bool:
    return board.is_closed(cell) and not board.flagged[cell]
