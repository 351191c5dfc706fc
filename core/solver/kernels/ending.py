"""The best move towards the end of a game: from the book, by exact search, or by narrow search."""

from __future__ import annotations

import numpy as np

from core.solver.kernels.bits import WORD
from core.solver.kernels.compiled import Bytes, Geometry, Ints, Longs, borrowing, kernel, long
from core.solver.kernels.drawing import draw_layouts
from core.solver.kernels.endgame import (
    MOST_CELLS,
    Ending,
    list_cells,
    list_layouts,
    listing_steps,
)
from core.solver.kernels.endgame_search import search_endgame
from core.solver.kernels.narrow import search_narrowly, show_numbers
from core.solver.kernels.position import Position, Tools

KEY, LAYOUTS, WINS, CELL = range(4)
"""The rows of ``Geometry.book``, a column a position: its key (in order), how many layouts it has,
how many of them perfect play wins, and the cell to open."""

UNTOLD = -1
"""The wins of a move that are not known."""

VISITS_PER_LAYOUT = 300
"""How often a narrow search may visit a layout, on average, before it gives up; of 220 searches the
mean took 48, the 99th percentile 128, the longest 182."""

SPARSE = 0.16
"""Layouts are drawn only where there are this many mines to an unknown cell. Where there are fewer,
some thousand layouts tell too little apart: on 9x9/10 that lost 0.19 percentage points of wins, all
of it below 0.13."""


@borrowing
def book_key(view: Bytes, mines: int, salt: Longs) -> int:
    """Hash the open cells of a ``view``, and the ``mines`` of its board, to 62 bits."""
    key = long(mines)
    for cell in range(view.size):
        if view[cell] >= 0:
            key ^= salt[cell, view[cell]]
    return int(key)


@borrowing
def count_layouts(position: Position) -> int:
    """Return how many layouts a position has, -1 for more than the book or a search takes on."""
    # Up to e^30 a float still tells whole numbers apart; no position of the book has more.
    if position.solved.log_total > 30.0:
        return -1
    return int(np.exp(position.solved.log_total) + 0.5)


@borrowing
def find_in_book(position: Position, layouts: int, mines: int, geometry: Geometry) -> Ending:
    """Return what the book has on a position; its cell is -1 when that is nothing.

    The number of ``layouts`` is compared too: a board on which a mine exploded has the same open
    cells, and so the same key, as one with more layouts on which none did.
    """
    book = geometry.book
    key = book_key(position.marks, mines, geometry.salt)
    at = np.searchsorted(book[KEY], key)
    if at < book.shape[1] and book[KEY, at] == key and book[LAYOUTS, at] == layouts:
        return Ending(long(book[CELL, at]), long(book[WINS, at]))
    return Ending(long(-1), long(0))


@kernel
def find_ending(
    position: Position, mines: int, most: int, nodes: int, geometry: Geometry
) -> Ending:
    """Return the best move of a position, exactly, if that can be found; else its cell is -1.

    The search takes on at most ``most`` layouts (0: the book is not looked up either) and gives up
    after ``nodes`` nodes; ``mines`` are those of the whole board.
    """
    nothing = Ending(long(-1), long(0))
    layouts = count_layouts(position)
    if most == 0 or layouts < 0:
        return nothing
    if geometry.book.shape[1]:
        known = find_in_book(position, layouts, mines, geometry)
        if known.cell >= 0:
            return known
    if layouts > most or position.unknown + position.certain > MOST_CELLS:
        return nothing
    return search_endgame(position, geometry.near, layouts, nodes)


@kernel
def list_mines(position: Position, near: Ints, cells: Ints, place: Ints, most: int) -> Longs:
    """Return the layouts of a position as ``draw_layouts`` does, but all of them.

    It returns none when there are more than ``most`` or it takes too long. ``cells`` and ``place``
    are as ``list_cells`` fills them, at most MOST_CELLS.
    """
    mined = np.empty((most, cells.size), np.int8)
    steps = listing_steps(most, cells.size)
    found = max(list_layouts(position, near, cells, place, mined, steps), 0)
    layouts = np.zeros((found, 2), np.int64)
    for n in range(found):
        for u in range(cells.size):
            layouts[n, 0] |= long(mined[n, u]) << u
    return layouts


@kernel
def find_narrowly(
    position: Position, mines: int, most: int, late: float, visits: int, tools: Tools
) -> Ending:
    """Return the best move of a position by a narrow search; its cell is -1 if none is found.

    Its wins are those of the play that the search follows, so the best play wins no fewer. At most
    ``most`` layouts are looked at (0: none). Where there are more, up to e^``late``, or more than
    MOST_CELLS cells, so many are drawn, unless mines are SPARSE; if these are not all, the wins are
    UNTOLD, because the play wins a larger share of some layouts than of all. The search gives up
    after ``visits`` visits to layouts in all.
    """
    nothing = Ending(long(-1), long(0))
    near, total = tools.geometry.near, count_layouts(position)
    cells = np.empty(position.unknown + position.certain, np.int32)
    if most == 0 or total < 0 or cells.size > 2 * WORD:
        return nothing
    if total > most and position.solved.log_total > late:
        return nothing
    listed = total <= most and cells.size <= MOST_CELLS
    if not listed and position.mines < SPARSE * position.unknown:
        return nothing
    place = np.empty(position.marks.size, np.int32)
    list_cells(position, near, cells, place)
    if listed:
        layouts = list_mines(position, near, cells, place, total)
    else:
        seed = book_key(position.marks, mines, tools.geometry.salt)
        layouts = draw_layouts(position, place, most, seed, tools)
    if layouts.shape[0] == 0:
        return nothing
    shown = show_numbers(position, near, cells, place, layouts)
    best, wins = search_narrowly(shown, min(cells.size, WORD), visits)
    if best < 0:
        return nothing
    return Ending(long(cells[best]), long(wins if layouts.shape[0] == total else UNTOLD))
