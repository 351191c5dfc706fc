"""Boards as one picture: cells, names of rows and columns, marks, and the frame of the window."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.app.screens.screen import Screen
from bot.render.chance import per_cent
from bot.render.picture.aside import draw_aside
from bot.render.picture.encode import MOST_BYTES, png
from bot.render.picture.layout import Layout, layouts_for
from bot.render.picture.marks import frame, outline, ring, window_box
from bot.render.picture.names import put_names
from bot.render.picture.palette import Pixels
from bot.render.picture.theme import PictureTheme
from bot.render.picture.tiles import Tile, Tiles, tiles
from bot.render.window import Window
from core.board import Board

_LARGE: Final = 2_500
"""Cells from which on a board is drawn in another thread: it takes ten milliseconds and more."""


async def large_picture(
    screen: Screen, theme: PictureTheme, window: Window | None = None
) -> bytes | None:
    """Return what ``draw_picture`` does, drawn in another thread.

    None for a board that is drawn about as soon as a thread has begun.
    """
    if len(screen.board.grid) < _LARGE:
        return None
    return await draw_aside(partial(draw_picture, screen, theme, window))


def draw_picture(screen: Screen, theme: PictureTheme, window: Window | None = None) -> bytes:
    """Return the whole board as a PNG file with a palette, at most MOST_BYTES long up to 50x50.

    The cells in ``window`` are framed unless they are the whole board. Row and column are named
    as a move is typed: rows by number, columns by number and, where these name cells, letters.
    The bytes depend on nothing but the arguments; neither the elapsed time nor the mine counter is
    drawn.
    """
    grid, file = screen.board.grid, b""
    lines = len(screen.coordinates.columns(0))
    for layout in layouts_for(grid.rows, grid.cols, lines):
        file = _file(screen, theme, window, layout)
        if len(file) <= MOST_BYTES:
            break
    return file


def _file(screen: Screen, theme: PictureTheme, window: Window | None, layout: Layout) -> bytes:
    drawn = tiles(theme, layout.cell, chances=bool(screen.chances))
    return png(board_pixels(screen, drawn, layout, window), drawn.palette.bytes())


def board_pixels(screen: Screen, drawn: Tiles, layout: Layout, window: Window | None) -> Pixels:
    """Return the picture of a board, as indices into the palette of the tiles it is drawn with."""
    theme, grid = drawn.theme, screen.board.grid
    part = None if window == Window(0, 0, grid.rows, grid.cols) else window
    picture = np.full((layout.height, layout.width), drawn.flat[theme.backdrop], dtype=np.uint8)
    _put_cells(picture, layout, drawn, looks(screen))
    put_names(picture, layout, drawn, part, screen.coordinates)
    _put_marks(picture, layout, drawn, screen)
    if part:
        _put_frame(picture, layout, drawn, part)
    return picture


def looks(screen: Screen) -> NDArray[np.uint8]:
    """Return the tile of every cell, those of the map of chances too; shape (rows, columns)."""
    board, found = screen.board, cell_looks(screen)
    for cell, chance in screen.chances.items():
        if board.is_closed(cell):
            first = Tile.FLAGGED_CHANCE if board.flagged[cell] else Tile.CHANCE
            found[cell] = first + per_cent(chance)
    return found.reshape(board.grid.rows, board.grid.cols)


def cell_looks(screen: Screen) -> NDArray[np.uint8]:
    """Return the tile of every cell, one after the other, whatever their chances are."""
    found = _looks_of(screen.board)
    if screen.start is not None:
        found[screen.start] = Tile.START
    return found


def _looks_of(board: Board) -> NDArray[np.uint8]:
    opened, numbers, flagged, exploded, shown = (
        np.frombuffer(layer, np.uint8)
        for layer in (board.opened, board.numbers, board.flagged, board.exploded, board.shown)
    )
    flag = Tile.WRONG_FLAG if board.mines_known else Tile.FLAG
    found = np.where(flagged, np.where(shown, Tile.FLAG, flag), Tile.CLOSED)
    found = np.where(shown > flagged, Tile.MINE, found)
    found = np.where(exploded, Tile.EXPLODED, found)
    return np.where(opened, numbers, found).astype(np.uint8)


def _put_cells(picture: Pixels, layout: Layout, drawn: Tiles, found: NDArray[np.uint8]) -> None:
    # Cells have a line on their right and below; the first ones need one before them as well.
    box = (layout.left, layout.top, layout.right, layout.bottom)
    frame(picture, box, range(-drawn.gap, 0), drawn.flat[drawn.theme.line])
    picture[layout.top : layout.bottom, layout.left : layout.right] = drawn.laid(found)


def _put_marks(picture: Pixels, layout: Layout, drawn: Tiles, screen: Screen) -> None:
    ink, thin = drawn.flat, max(layout.cell // 16, 1)
    outline(picture, layout, screen.changed, thin, ink[drawn.theme.changed])
    wide = 2 * thin
    ring(picture, layout, screen.marked, range(wide + thin), ink[drawn.theme.edge])
    ring(picture, layout, screen.marked, range(wide), ink[drawn.theme.marked])


def _put_frame(picture: Pixels, layout: Layout, drawn: Tiles, window: Window) -> None:
    box, half = window_box(layout, window), max(layout.cell // 12, 2)
    frame(picture, box, range(-half - 1, half), drawn.flat[drawn.theme.edge])
    frame(picture, box, range(-half, half - 1), drawn.flat[drawn.theme.window])
