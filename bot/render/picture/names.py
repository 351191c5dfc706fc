"""Names of rows and columns around a board, stronger beside the window."""

from __future__ import annotations

from bot.render.picture.layout import Layout
from bot.render.picture.palette import Pixels
from bot.render.picture.tiles import Tiles
from bot.render.window import Window
from core.grid import column_name


def put_names(picture: Pixels, layout: Layout, drawn: Tiles, window: Window | None) -> None:
    """Write the numbers of rows, and the numbers and letters of columns, numbers outside.

    The arrows in the corner say in which order numbers are typed: down first, then across.
    """
    strong_rows = window.row_range() if window else range(0)
    strong_cols = window.col_range() if window else range(0)
    _put(picture, drawn.order, max(layout.top - layout.cell, 0), 0)
    for row in range(layout.rows):
        label = drawn.name(str(row + 1), layout.side, layout.cell, strong=row in strong_rows)
        top = layout.top + row * layout.cell
        _put(picture, label, top, 0)
        if layout.named_right:
            _put(picture, label, top, layout.right + layout.margin)
    for col in range(layout.cols):
        _put_column(picture, layout, drawn, col, strong=col in strong_cols)


def _put_column(picture: Pixels, layout: Layout, drawn: Tiles, col: int, *, strong: bool) -> None:
    number, letters = (
        drawn.name(text, layout.cell, layout.line, strong=strong)
        for text in (str(col + 1), column_name(col))
    )
    left, below = layout.left + col * layout.cell, layout.bottom + layout.margin
    _put(picture, number, 0, left)
    _put(picture, letters, layout.line, left)
    if layout.named_below:
        _put(picture, letters, below, left)
        _put(picture, number, below + layout.line, left)


def _put(picture: Pixels, label: Pixels, top: int, left: int) -> None:
    height, width = label.shape
    picture[top : top + height, left : left + width] = label
