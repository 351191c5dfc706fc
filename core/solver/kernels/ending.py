"""The best move where the end of the game can be seen: from the book, or by search, or nearly."""

from __future__ import annotations

import numpy as np

from core.solver.kernels.compiled import Bytes, Geometry, Longs, borrowing, kernel, long
from core.solver.kernels.endgame import MOST_CELLS, Ending
from core.solver.kernels.endgame_search import EVERY, search_endgame
from core.solver.kernels.position import Position

KEY, LAYOUTS, WINS, CELL = range(4)
"""The rows of ``Geometry.book``, a column a position: its key (in order), how many layouts it has,
how many of them perfect play wins, and the cell to open."""

NODES_PER_LAYOUT = 6
"""Nodes of a narrow search for each layout it may take on: 2 on average, 5.3 at the 99th percentile
of 100 searches."""


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
    # So many still are integers, and more than any position of the book has.
    if position.solved.log_total > 30.0:
        return -1
    return int(np.exp(position.solved.log_total) + 0.5)


@borrowing
def find_in_book(position: Position, layouts: int, mines: int, geometry: Geometry) -> Ending:
    """Return what the book has on a position; its cell is -1 when that is nothing.

    A board on which a mine exploded has the open cells of another with more layouts, which are
    therefore compared.
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

    The search takes on at most ``most`` layouts (0: nor is the book looked up) and gives up after
    ``nodes`` nodes; ``mines`` are those of the whole board.
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
    return search_endgame(position, geometry.near, layouts, nodes, EVERY)


@kernel
def find_narrowly(position: Position, most: int, nodes: int, geometry: Geometry) -> Ending:
    """Return the best move of a position by a narrow search, its wins from below; else no cell.

    The search takes on at most ``most`` layouts (0: never) and gives up after ``nodes`` nodes.
    """
    layouts = count_layouts(position)
    if not 0 <= layouts <= most or position.unknown + position.certain > MOST_CELLS:
        return Ending(long(-1), long(0))
    return search_endgame(position, geometry.near, layouts, nodes, long(1))
