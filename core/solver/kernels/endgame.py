"""The end of a game solved exactly: its layouts are listed here, then searched (endgame_search.py).

A node is the set of layouts that are still possible and the cells that are open; its value is the
number of these layouts that perfect play wins. Cells that are safe in every layout cost nothing
and are opened at once. The layouts that survive a guess bound its value from above, which cuts
most of the tree; a table keeps the nodes met before.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.bits import WORD
from core.solver.kernels.compiled import DEGREE, MINE, SAFE, UNKNOWN, Bytes, Ints, borrowing, kernel
from core.solver.kernels.endgame_sets import (
    NUMBERS,
    Endgame,
    fill_frame,
    find_range,
    frame_words,
    scatter,
    table_size,
)
from core.solver.kernels.position import Position

MOST_CELLS = WORD
"""How many closed cells an endgame may have: a node's open cells are the bits of one word."""

STEPS_PER_LAYOUT, STEPS_BESIDE = 10, 20_000
"""A listing gives up after so many steps for each cell and layout, and so many more for each cell.
A step takes some 20 ns."""


class Ending(NamedTuple):
    """The best ``cell`` (-1 when none was found) and in how many layouts it ``wins``."""

    cell: int
    wins: int


@borrowing
def listing_steps(layouts: int, cells: int) -> int:
    """Return how many steps a listing of ``layouts`` of so many ``cells`` may take.

    Of 1,031 positions those with a hundred layouts or more took at most 11 steps for each cell and
    layout, those with fewer up to 31.
    """
    return cells * (STEPS_PER_LAYOUT * layouts + STEPS_BESIDE)


@borrowing
def list_around(marks: Bytes, near: Ints, middle: int, cells: Ints, place: Ints, count: int) -> int:
    """Add the unknown cells around ``middle`` to the ``count`` listed; return how many are then."""
    for i in range(near[middle, DEGREE]):
        cell = near[middle, i]
        if marks[cell] == UNKNOWN and place[cell] < 0:
            place[cell] = count
            cells[count] = cell
            count += 1
    return count


@borrowing
def list_cells(position: Position, near: Ints, cells: Ints, place: Ints) -> None:
    """Write the unknown and SAFE cells to ``cells``, in the order in which layouts are listed.

    First come those around each number in turn, then those farther and farther out, then the rest.
    ``place[cell]`` is the index of a cell in ``cells``, -1 for others.
    """
    marks = position.marks
    place[:] = -1
    count = 0
    for number in position.numbers:
        count = list_around(marks, near, number, cells, place, count)
    at = 0
    while at < count:
        count = list_around(marks, near, cells[at], cells, place, count)
        at += 1
    for cell in range(marks.size):
        if (marks[cell] == UNKNOWN and place[cell] < 0) or marks[cell] == SAFE:
            place[cell] = count
            cells[count] = cell
            count += 1


@borrowing
def fits(marks: Bytes, near: Ints, place: Ints, layout: Bytes, at: int, cell: int) -> bool:
    """Tell whether the numbers around ``cell`` can be met, with ``layout`` filled up to ``at``.

    ``layout`` (U,) has 1 for a mine, 0 for none, in the order of ``cells``.
    """
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
def least_from(position: Position, near: Ints, place: Ints, size: int) -> Ints:
    """Return a lower bound of how many mines there are from each place on: (size + 1,).

    A number takes up the stretch from the first to the last place of its unknown cells; numbers
    whose stretches do not overlap have mines of their own.
    """
    marks, numbers = position.marks, position.numbers
    first, last = np.full(numbers.size, size, np.int32), np.full(numbers.size, -1, np.int32)
    need = np.empty(numbers.size, np.int32)
    for k in range(numbers.size):
        need[k] = marks[numbers[k]]
        for i in range(near[numbers[k], DEGREE]):
            cell = near[numbers[k], i]
            need[k] -= marks[cell] == MINE
            if marks[cell] == UNKNOWN:
                first[k] = min(first[k], place[cell])
                last[k] = max(last[k], place[cell])
    least = np.zeros(size + 1, np.int32)
    for at in range(size - 1, -1, -1):
        least[at] = least[at + 1]
        for k in range(numbers.size):
            if first[k] == at:
                least[at] = max(least[at], need[k] + least[last[k] + 1])
    return least


@kernel
def list_layouts(
    position: Position, near: Ints, cells: Ints, place: Ints, out: Bytes, steps: int
) -> int:
    """Write every layout of ``cells`` (U,) to ``out`` (layouts, U), 1 for a mine, by backtracking.

    Returns how many there are, or -1 when there are more than ``out`` holds or it takes more than
    ``steps`` steps.
    """
    size = cells.size
    layout = np.full(size, -1, np.int8)
    least = least_from(position, near, place, size)
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
        if not placed + least[at + 1] <= position.mines <= placed + size - at - 1:
            continue
        if fits(position.marks, near, place, layout, at, cells[at]):
            at += 1
    return found


@kernel
def make_endgame(position: Position, near: Ints, layouts: int, nodes: int) -> Endgame:
    """Return the endgame of a position that has at most ``layouts``, with all of them listed.

    It has none when the listing takes too long. At most ``nodes`` nodes may be searched.
    """
    cells = np.empty(position.unknown + position.certain, np.int32)
    place = np.empty(position.marks.size, np.int32)
    list_cells(position, near, cells, place)
    mined = np.empty((layouts, cells.size), np.int8)
    steps = listing_steps(layouts, cells.size)
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
    frames = frame_words(max((found + WORD - 1) // WORD, 1))
    words = frames[0]
    places = table_size(nodes)
    game = Endgame(
        cells,
        number,
        np.full(cells.size, NUMBERS, np.int32),
        np.full(cells.size, -1, np.int32),
        scatter(found),
        np.empty((frames.size, words, cells.size), np.int64),
        np.empty((frames.size, cells.size, NUMBERS, words), np.int64),
        frames,
        np.empty((frames.size, words * WORD), np.int32),
        np.zeros(places, np.int64),
        np.empty(places, np.int32),
        np.array([nodes, 0], np.int64),
    )
    for n in range(found):
        game.which[0, n] = n
    game.mine[0] = 0
    game.show[0] = 0
    find_range(game)
    fill_frame(game, 0, found)
    return game
