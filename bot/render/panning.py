"""Panning: how the part of a board that fits where it is shown is moved over the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import compress

from bot.app.requests import actions
from bot.app.requests.button import Button, Row
from bot.app.screens.illustration import Card, Illustration, Plot, shown_screen
from bot.app.screens.screen import Screen, good_start
from bot.i18n import Text
from bot.render.window import Window
from core.board import Board
from core.grid import Cell, Grid
from core.layers import around, either, without


def focus_of(screen: Screen) -> Cell:
    """Return the cell that a part of the board is shown around.

    Until its player looks elsewhere that is the good start, where most begin: so what is shown does
    not move away from the first press.
    """
    if screen.focus is not None:
        return screen.focus
    return screen.start if screen.start is not None else good_start(screen.rules)


def frontier_of(board: Board) -> list[Cell]:
    """Return the closed cells without a flag beside an open one, in reading order."""
    taken = either(either(board.opened, board.exploded), board.flagged)
    near = bytes(map(bool, around(board.opened, board.grid.cols)))
    return [*compress(board.grid.cells(), without(near, taken))]


def pan_buttons(screen: Screen, window: Window) -> Row:
    """Return a button for each way the window can be moved, and one to the frontier elsewhere.

    No two of them do the same, for Discord takes the same data only once.
    """
    looks = {way: actions.Look(cell) for way, cell in _ways(screen.rules.grid, window).items()}
    frontier = _next_frontier(screen, window)
    if frontier is not None:
        looks["frontier"] = actions.Look(frontier, is_frontier=True)
    return tuple(Button(Text(f"control.{key}"), look, screen.number) for key, look in looks.items())


def page_pan_buttons(picture: Illustration | None, window_of: Callable[[Screen], Window]) -> Row:
    """Return a button for each way the part of a page's board that is text can be moved.

    That part is the ``window_of`` its screen; there are none where the whole board is shown.
    """
    if picture is None or picture.page is None or not picture.text_only:
        return ()
    if isinstance(picture.subject, Plot | Card):
        return ()
    screen, page = shown_screen(picture.subject), picture.page
    grid = screen.rules.grid
    return tuple(
        Button(Text(f"control.{way}"), replace(page, where=grid.name(cell)))
        for way, cell in _ways(grid, window_of(screen)).items()
    )


def _ways(grid: Grid, window: Window) -> dict[str, Cell]:
    """Return the middle of the next window each way, where there is more of the board."""
    row, col = grid.row_col(window.middle(grid))
    # One row or column stays in sight, so that the eye finds its place again, if there are others.
    down, across = max(window.rows - 1, 1), max(window.cols - 1, 1)
    ways = {
        "left": (row, col - across, window.left > 0),
        "up": (row - down, col, window.top > 0),
        "down": (row + down, col, window.top + window.rows < grid.rows),
        "right": (row, col + across, window.left + window.cols < grid.cols),
    }
    return {
        way: grid.cell(min(max(r, 0), grid.rows - 1), min(max(c, 0), grid.cols - 1))
        for way, (r, c, possible) in ways.items()
        if possible
    }


def _next_frontier(screen: Screen, window: Window) -> Cell | None:
    """Return the middle of the next window on the frontier; None if ``window`` has all of it.

    Windows follow one another in bands as high as they are, from left to right in each, so that few
    presses show the whole frontier.
    """
    grid, seen = screen.rules.grid, {*window.cells(screen.rules.grid)}

    def place(cell: Cell) -> tuple[int, int]:
        row, col = grid.row_col(cell)
        return row // window.rows, col

    unseen = [place(cell) for cell in frontier_of(screen.board) if cell not in seen]
    if not unseen:
        return None
    here = place(window.cells(grid)[-1])
    band, left = min((each for each in unseen if each > here), default=min(unseen))
    top = min(band * window.rows, grid.rows - window.rows)
    left = min(left, grid.cols - window.cols)
    return replace(window, top=top, left=left).middle(grid)
