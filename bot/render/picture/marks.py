"""Marks over the cells: what changed, what a text is about, and the frame of the window."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.render.picture.layout import Layout
from bot.render.picture.palette import Pixels
from bot.render.window import Window
from core.grid import Cell, Grid

Cells: TypeAlias = NDArray[np.bool_]
"""A set of cells, shape (rows, columns)."""
Region: TypeAlias = tuple[slice, slice]


def outline(picture: Pixels, layout: Layout, cells: Collection[Cell], width: int, ink: int) -> None:
    """Draw a line along the inner side of the edge of ``cells`` as a region."""
    inside = _as_layer(layout, cells)
    walled = np.pad(inside, 1)
    view = _cells_of(picture, layout)
    middle = slice(1, -1)
    for (rows, cols), edge in (
        ((slice(None, -2), middle), np.s_[:width, :]),
        ((slice(2, None), middle), np.s_[-width:, :]),
        ((middle, slice(None, -2)), np.s_[:, :width]),
        ((middle, slice(2, None)), np.s_[:, -width:]),
    ):
        at_edge = inside & ~walled[rows, cols]
        _strip(view, at_edge, edge, ink)


def ring(
    picture: Pixels, layout: Layout, cells: Collection[Cell], between: range, ink: int
) -> None:
    """Draw a square line in each of ``cells``, at the distances ``between`` from its edge."""
    grid = Grid(layout.rows, layout.cols)
    for cell in cells:
        row, col = grid.row_col(cell)
        top, left = layout.top + row * layout.cell, layout.left + col * layout.cell
        box = (left, top, left + layout.cell, top + layout.cell)
        frame(picture, box, between, ink)


def window_box(layout: Layout, window: Window) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the cells in ``window``."""
    left, top = layout.left + window.left * layout.cell, layout.top + window.top * layout.cell
    return left, top, left + window.cols * layout.cell, top + window.rows * layout.cell


def frame(picture: Pixels, box: tuple[int, int, int, int], between: range, ink: int) -> None:
    """Draw a rectangular line at the distances ``between`` inside ``box``; negative is outside."""
    left, top, right, bottom = box
    near, far = between.start, between.stop
    outer = (slice(top + near, bottom - near), slice(left + near, right - near))
    for region in _sides(outer, far - near):
        picture[region] = ink


def _sides(outer: Region, width: int) -> Iterator[Region]:
    rows, cols = outer
    yield slice(rows.start, rows.start + width), cols
    yield slice(rows.stop - width, rows.stop), cols
    yield rows, slice(cols.start, cols.start + width)
    yield rows, slice(cols.stop - width, cols.stop)


def _as_layer(layout: Layout, cells: Collection[Cell]) -> Cells:
    layer = np.zeros(layout.rows * layout.cols, dtype=np.bool_)
    layer[list(cells)] = True
    return layer.reshape(layout.rows, layout.cols)


def _cells_of(picture: Pixels, layout: Layout) -> NDArray[np.uint8]:
    """Return a view of the cells' pixels, shape (rows, columns, cell, cell)."""
    part = picture[layout.top : layout.bottom, layout.left : layout.right]
    shape = (layout.rows, layout.cell, layout.cols, layout.cell)
    down, across = part.strides
    strides = (down * layout.cell, down, across * layout.cell, across)
    view = np.lib.stride_tricks.as_strided(part, shape, strides)
    return view.transpose(0, 2, 1, 3)


def _strip(view: NDArray[np.uint8], cells: Cells, edge: Region, ink: int) -> None:
    view[:, :, edge[0], edge[1]][cells] = ink
