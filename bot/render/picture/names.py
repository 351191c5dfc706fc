"""Names of rows and columns around a board, stronger beside the window."""

from __future__ import annotations

from bot.app.requests.coordinates import Coordinates
from bot.render.picture.layout import Layout
from bot.render.picture.palette import Pixels
from bot.render.picture.tiles import Tiles
from bot.render.window import Window


def put_names(
    picture: Pixels, layout: Layout, drawn: Tiles, window: Window | None, coordinates: Coordinates
) -> None:
    """Write the numbers of rows, and the numbers and letters of columns, the numbers outermost.

    The arrows in the corner say in which order numbers are typed: down first, then across.
    """
    strong_rows = window.row_range() if window else range(0)
    strong_cols = window.col_range() if window else range(0)
    # Beside a single line of names the arrows' tile has too little room: its empty top is cut off.
    order = drawn.order[max(layout.cell - layout.top, 0) :]
    _put(picture, order, layout.top - len(order), 0)
    for row in range(layout.rows):
        label = drawn.name(
            coordinates.row(row), layout.side, layout.cell, strong=row in strong_rows
        )
        top = layout.top + row * layout.cell
        _put(picture, label, top, 0)
        if layout.named_right:
            _put(picture, label, top, layout.right + layout.margin)
    for col in range(layout.cols):
        names = coordinates.columns(col)[::-1]
        _put_column(picture, layout, drawn, col, names, strong=col in strong_cols)


def _put_column(  # noqa: PLR0913  # what decides about the name of a column
    picture: Pixels,
    layout: Layout,
    drawn: Tiles,
    col: int,
    names: tuple[str, ...],
    *,
    strong: bool,
) -> None:
    """Write ``names`` above a column, and below it the other way round."""
    labels = [drawn.name(text, layout.cell, layout.line, strong=strong) for text in names]
    left, below = layout.left + col * layout.cell, layout.bottom + layout.margin
    for at, label in enumerate(labels):
        _put(picture, label, at * layout.line, left)
        if layout.named_below:
            _put(picture, label, below + (layout.lines - 1 - at) * layout.line, left)


def _put(picture: Pixels, label: Pixels, top: int, left: int) -> None:
    height, width = label.shape
    picture[top : top + height, left : left + width] = label
