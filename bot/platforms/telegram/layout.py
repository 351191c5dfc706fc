"""Layouts: how a board of a given size is shown in a chat."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.app import actions
from bot.app.button import Button
from bot.app.screen import Screen
from bot.i18n import Text
from bot.render.window import Window, window_around
from core.grid import Cell

MOST_COLS: Final = 8
MOST_BUTTON_CELLS: Final = 88
"""Of 100 buttons, 12 are left for the controls."""
_WINDOW_SIDE: Final = 10
"""Boards up to 10x10 are shown without a picture, the columns that do not fit by panning."""
_PICTURE_WINDOW: Final = 8


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
    """The board is text, and moves are typed."""


def layout_of(screen: Screen, *, inline: bool) -> Layout:
    """Return how the board of ``screen`` is shown; ``inline`` where a bot cannot send pictures."""
    rows, cols = screen.rules.rows, screen.rules.cols
    if screen.text_only and not inline:
        return Layout.TEXT
    if cols <= MOST_COLS and rows * cols <= MOST_BUTTON_CELLS:
        return Layout.BUTTONS
    if max(rows, cols) <= _WINDOW_SIDE:
        return Layout.WINDOW
    return Layout.PLAIN_WINDOW if inline else Layout.PICTURE


def window_of(screen: Screen, layout: Layout) -> Window:
    """Return the cells of the board that are buttons."""
    grid = screen.rules.grid
    if layout is Layout.BUTTONS:
        return Window(0, 0, grid.rows, grid.cols)
    rows = _WINDOW_SIDE if layout is Layout.WINDOW else _PICTURE_WINDOW
    return window_around(grid, _focus(screen), rows, MOST_COLS)


def _focus(screen: Screen) -> Cell:
    if screen.focus is not None:
        return screen.focus
    return screen.start if screen.start is not None else len(screen.rules.grid) // 2


def pan_buttons(screen: Screen, window: Window) -> tuple[Button, ...]:
    """Return the buttons that move the window, those that would move it, and to the frontier."""
    grid = screen.rules.grid
    row, col = window.top + window.rows // 2, window.left + window.cols // 2
    # One row or column stays in sight, so that the eye finds its place again.
    down, across = window.rows - 1, window.cols - 1
    ways = {
        "left": (row, col - across, window.left > 0),
        "up": (row - down, col, window.top > 0),
        "down": (row + down, col, window.top + window.rows < grid.rows),
        "right": (row, col + across, window.left + window.cols < grid.cols),
    }
    targets = [
        (key, grid.cell(min(max(r, 0), grid.rows - 1), min(max(c, 0), grid.cols - 1)))
        for key, (r, c, possible) in ways.items()
        if possible
    ]
    frontier = _next_frontier(screen, window)
    if frontier is not None:
        targets.append(("frontier", frontier))
    return tuple(
        Button(Text(f"control.{key}"), actions.Look(cell), screen.number) for key, cell in targets
    )


def _next_frontier(screen: Screen, window: Window) -> Cell | None:
    """Return a closed cell beside a number outside the window, the next in reading order."""
    board, grid = screen.board, screen.rules.grid

    def outside(cell: Cell) -> bool:
        row, col = grid.row_col(cell)
        return row not in window.row_range() or col not in window.col_range()

    cells = [
        cell
        for cell in board.closed()
        if not board.flagged[cell]
        and outside(cell)
        and any(board.opened[n] for n in grid.neighbours(cell))
    ]
    focus = _focus(screen)
    return next((cell for cell in cells if cell > focus), cells[0] if cells else None)
