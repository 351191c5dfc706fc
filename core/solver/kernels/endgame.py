"""The end of a game searched to its end: every layout listed, the best move found exactly.

A set of layouts that are still possible, and the cells that are open, make a node; its value is
the number of the layouts that perfect play wins. Cells that are safe in every layout cost nothing
and are opened at once. The layouts that survive a guess bound its value from above, which cuts
most of the tree; a table keeps the nodes met before.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import (
    DEGREE,
    MINE,
    SAFE,
    UNKNOWN,
    Bytes,
    Ints,
    Longs,
    kernel,
    long,
)
from core.solver.kernels.position import Position

MOST_CELLS = 62
"""A node's open cells are one 63-bit word."""

TABLE = 1 << 15
"""Nodes the table of one search holds; those beyond are searched again when met."""


class Endgame(NamedTuple):
    """An endgame with its layouts listed.

    ``cells`` (U,): the closed cells that are no known mines; ``number`` (layouts, U): what each
    holds in each layout, -1 for a mine; ``salt`` (layouts,): words to hash sets of layouts with;
    ``key``, ``value``: the table of nodes; ``budget``: [nodes that may still be searched, entries
    in the table].
    """

    cells: Ints
    number: Bytes
    salt: Longs
    key: Longs
    value: Ints
    budget: Longs


@kernel
def list_cells(position: Position, near: Ints, cells: Ints, place: Ints) -> None:
    """List the cells to open in ``cells``: number by number, then the rest; invert to ``place``."""
    marks = position.marks
    place[:] = -1
    count = 0
    for number in position.numbers:
        for i in range(near[number, DEGREE]):
            cell = near[number, i]
            if marks[cell] == UNKNOWN and place[cell] < 0:
                place[cell] = count
                cells[count] = cell
                count += 1
    for cell in range(marks.size):
        if (marks[cell] == UNKNOWN and place[cell] < 0) or marks[cell] == SAFE:
            place[cell] = count
            cells[count] = cell
            count += 1


@kernel
def fits(marks: Bytes, near: Ints, place: Ints, layout: Bytes, at: int, cell: int) -> bool:
    """Tell whether the numbers around ``cell`` can be met, cells up to ``at`` being placed."""
    for i in range(near[cell, DEGREE]):
        number = near[cell, i]
        if marks[number] < 0:
            continue
        need = int(marks[number])
        open_ended = 0
        for j in range(near[number, DEGREE]):
            other = near[number, j]
            if marks[other] == MINE:
                need -= 1
            elif marks[other] == UNKNOWN:
                if place[other] > at:
                    open_ended += 1
                else:
                    need -= layout[place[other]]
        if need < 0 or need > open_ended:
            return False
    return True


@kernel
def list_layouts(
    position: Position, near: Ints, cells: Ints, place: Ints, out: Bytes, steps: int
) -> int:
    """Write every layout of the unknown cells to ``out`` (layouts, U), 1 for a mine.

    Returns how many there are, or -1 when there are more than ``out`` holds or it takes more than
    ``steps`` steps.
    """
    size = cells.size
    layout = np.full(size, -1, np.int8)
    at, placed, found = 0, 0, 0
    while at >= 0:
        steps -= 1
        if steps < 0:
            return -1
        if at == size:
            if found == out.shape[0]:
                return -1
            out[found] = layout
            found += 1
            at -= 1
            continue
        placed -= layout[at] == 1
        layout[at] += 1
        if layout[at] == 2 or (layout[at] and position.marks[cells[at]] == SAFE):
            layout[at] = -1
            at -= 1
            continue
        placed += layout[at] == 1
        if placed > position.mines or placed + size - at - 1 < position.mines:
            continue
        if fits(position.marks, near, place, layout, at, cells[at]):
            at += 1
    return found


@kernel
def make_endgame(position: Position, near: Ints, layouts: int, nodes: int) -> Endgame:
    """List the layouts of a position that has at most ``layouts``; none when it takes too long."""
    cells = np.empty(position.unknown + position.certain, np.int32)
    place = np.empty(position.marks.size, np.int32)
    list_cells(position, near, cells, place)
    mined = np.empty((layouts, cells.size), np.int8)
    steps = 100 * layouts * cells.size
    found = max(list_layouts(position, near, cells, place, mined, steps), 0)
    number = np.empty((found, cells.size), np.int8)
    for u in range(cells.size):
        known = 0
        for i in range(near[cells[u], DEGREE]):
            known += position.marks[near[cells[u], i]] == MINE
        for n in range(found):
            number[n, u] = -1 if mined[n, u] else known
        for i in range(near[cells[u], DEGREE]):
            other = place[near[cells[u], i]]
            if other >= 0:
                for n in range(found):
                    if not mined[n, u]:
                        number[n, u] += mined[n, other]
    return Endgame(
        cells,
        number,
        scatter(found),
        np.zeros(TABLE, np.int64),
        np.empty(TABLE, np.int32),
        np.array([nodes, 0], np.int64),
    )


@kernel
def scatter(count: int) -> Longs:
    """Return ``count`` well-spread words (a Lehmer generator, two draws a word)."""
    words = np.empty(count, np.int64)
    state = long(88675123)
    for n in range(count):
        state = state * 48271 % 2147483647
        high = state
        state = state * 48271 % 2147483647
        words[n] = (high << 31) ^ state
    return words


@kernel
def count_mines(game: Endgame, layouts: Ints, opened: int, mined: Ints) -> None:
    """Count in how many of ``layouts`` each cell is a mine; -1 for the open ones."""
    for u in range(game.cells.size):
        count = 0
        if (opened >> u) & 1:
            count = -1
        else:
            for n in layouts:
                count += game.number[n, u] < 0
        mined[u] = count


@kernel
def split_safe(game: Endgame, layouts: Ints, mined: Ints, edge: Ints) -> int:
    """Sort ``layouts`` into classes by what the cells safe in all of them show, as sort_by does."""
    word = np.zeros(layouts.size, np.int64)
    for u in range(mined.size):
        if mined[u] == 0:
            for i in range(layouts.size):
                word[i] = (word[i] * 11 + game.number[layouts[i], u]) % 1000000000000000003
    return sort_by(layouts, word, edge)


@kernel
def sort_by(layouts: Ints, word: Longs, edge: Ints) -> int:
    """Sort ``layouts`` into classes by ``word``; write their bounds to ``edge``, count them."""
    order = np.argsort(word)
    layouts[:] = layouts[order]
    edge[0] = 0
    classes = 0
    for i in range(1, layouts.size + 1):
        if i == layouts.size or word[order[i]] != word[order[i - 1]]:
            classes += 1
            edge[classes] = i
    return classes


@kernel
def node_key(game: Endgame, layouts: Ints, opened: int) -> int:
    """Hash a node to a word that is not 0."""
    key = long(0)
    for n in layouts:
        key ^= game.salt[n]
    return int((key ^ (opened << 1)) | 1)


@kernel
def find_node(game: Endgame, key: int) -> int:
    """Return the place of ``key`` in the table, or where it would go."""
    at = (key ^ (key >> 17) ^ (key >> 31)) & (TABLE - 1)
    while game.key[at] not in {0, key}:
        at = (at + 1) & (TABLE - 1)
    return at


@kernel
def keep(game: Endgame, key: int, value: int, exact: int) -> None:
    """Note a node's value, or a bound from above, in the table while it has room."""
    if 2 * game.budget[1] < TABLE and game.budget[0] >= 0:
        at = find_node(game, key)
        game.budget[1] += game.key[at] == 0
        game.key[at] = key
        game.value[at] = 2 * value + exact


@kernel
def quick_bound(game: Endgame, layouts: Ints, opened: int) -> int:
    """Bound the wins from above: all survive a safe cell, else those that survive the safest."""
    if layouts.size == 1:
        return 1
    mined = np.empty(game.cells.size, np.int32)
    count_mines(game, layouts, opened, mined)
    least = layouts.size
    for u in range(mined.size):
        if mined[u] >= 0:
            least = min(least, int(mined[u]))
    return layouts.size - least


@kernel
def moves_of(layouts: int, mined: Ints, moves: Longs) -> int:
    """Write the cells to try to ``moves``, safest first; return their number.

    Where some are safe in all layouts, that is -1 alone, for all of them.
    """
    count = 0
    for u in np.argsort(mined):
        if mined[u] == 0:
            moves[0] = -1
            return 1
        if 0 < mined[u] < layouts:
            moves[count] = u
            count += 1
    return count
