"""What the 50/50s that may come are likely to cost.

A 50/50 here is a pair or a square of cells that no number to come can tell apart, because all cells
whose numbers could, its wall, are mines.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import (
    MINE,
    UNKNOWN,
    Bytes,
    Floats,
    Geometry,
    Ints,
    borrowing,
    kernel,
)

CELLS, WALL, WALLED = 0, 4, 10
"""Columns of ``Geometry.fifties``: where the cells begin, 2 or 4 of them, then -1; where the cells
of the wall begin, up to 6; how many those are. Its rows are the places of pairs in a row, then of
pairs in a column, then of squares."""

MISSING = 2
"""How many cells of a wall may be uncertain to be mines; with more, a 50/50 is too unlikely to be
worth the time."""

OPEN = 8
"""How many missing cells an open cell counts as: more than may be missing."""

BESIDE, BELOW, SQUARE, UNSURE, SHUT = range(5)
"""The rows of ``counts`` in ``count_missing``: how many cells are missing at the places of each
kind, then how many each cell counts as in a wall (UNSURE) and in the 50/50 itself (SHUT)."""

UNLIKELY = 0.005
"""A wall less likely than this counts as none."""

ONE = 1e-6
"""Two cells whose chances of a mine add up to 1 within this are taken to have exactly one mine."""


class Fifties(NamedTuple):
    """The 50/50s a position may come to; the cost of one is -log(1 - the chance to lose it).

    ``pairs[n]``: the sum of the costs of the pairs with n cells of the wall not certain yet to be
    mines, ``squares``: that of all squares, as if they were independent; ``worst``: the highest
    chance to lose one.
    """

    pairs: tuple[float, float, float]
    squares: float
    worst: float


class Wall(NamedTuple):
    """The ``chance`` that a wall is all mines; how many cells of it are ``missing``: uncertain."""

    chance: float
    missing: int


@borrowing
def find_wall(marks: Bytes, chance: Floats, fifties: Ints, row: int) -> Wall:
    """Estimate the chance that the wall of a possible 50/50 is all mines.

    It counts as 0 if it is below UNLIKELY or more than MISSING cells are not certain.
    """
    likely, missing = 1.0, 0
    for i in range(fifties[row, WALLED]):
        cell = fifties[row, WALL + i]
        if marks[cell] == MINE:
            continue
        if marks[cell] != UNKNOWN:
            return Wall(0.0, missing)
        if chance[cell] < 1.0:
            likely *= chance[cell]
            missing += 1
            if missing > MISSING or likely < UNLIKELY:
                return Wall(0.0, missing)
    return Wall(likely, missing)


@borrowing
def loss_chance(chance: Floats, fifties: Ints, row: int) -> float:
    """Estimate the chance to lose a possible 50/50 whose wall is all mines.

    That is half the chance that it is one, or less if one of its two ways is likelier.
    """
    first, second = chance[fifties[row, CELLS]], chance[fifties[row, CELLS + 1]]
    exclusive = abs(first + second - 1.0) < ONE
    if fifties[row, CELLS + 2] < 0:
        if exclusive:
            return float(min(first, second))
        return float(0.5 * (first * (1.0 - second) + second * (1.0 - first)))
    third, fourth = chance[fifties[row, CELLS + 2]], chance[fifties[row, CELLS + 3]]
    if exclusive and abs(third + fourth - 1.0) < ONE:
        return float(0.5 * min(first, second))
    even = first * third * (1.0 - second) * (1.0 - fourth)
    odd = second * fourth * (1.0 - first) * (1.0 - third)
    return float(0.5 * (even + odd))


@borrowing
def loss_at(marks: Bytes, chance: Floats, fifties: Ints, row: int) -> Wall:
    """Return the ``Wall`` of a possible 50/50, but with the chance to lose that as its chance."""
    wall = find_wall(marks, chance, fifties, row)
    if wall.chance > 0.0:
        return Wall(min(0.5, wall.chance * loss_chance(chance, fifties, row)), wall.missing)
    return wall


@borrowing
def add_two(cells: Bytes, one: int, other: int, counts: Bytes) -> None:
    """Add to each of ``counts`` two of ``cells``: counted from ``one`` on and from ``other`` on.

    Such a loop over whole arrays is compiled to instructions that add many at once.
    """
    first, second = cells[one:], cells[other:]
    for i in range(counts.size):
        counts[i] += first[i] + second[i]


@borrowing
def count_missing(marks: Bytes, chance: Floats, cols: int, counts: Bytes) -> None:
    """Count at each place how many cells of its wall are not certain to be mines.

    ``counts`` (5, (R + 4) * (C + 2)), of zeros, is filled. It has the board row by row, with a row
    and a column more on each side, where nothing is missing. The count of a place is stored at the
    cell left of and above its first. A cell that is known not to be a mine counts OPEN in a wall;
    one that is not unknown counts OPEN in the 50/50 itself.
    """
    width = cols + 2
    at, far = width + 1, 3 * width
    unsure, shut = counts[UNSURE], counts[SHUT]
    for first in range(0, marks.size, cols):
        begin = at + first // cols * width - first
        for cell in range(first, first + cols):
            if marks[cell] == UNKNOWN:
                unsure[begin + cell] = chance[cell] < 1.0
            else:
                shut[begin + cell] = OPEN
                unsure[begin + cell] = 0 if marks[cell] == MINE else OPEN
    size = marks.size // cols * width
    beside, under, square = counts[BESIDE, :size], counts[BELOW, :size], counts[SQUARE, :size]
    for row in (0, width, 2 * width):
        add_two(unsure, row, row + 3, beside)
    add_two(shut, at, at + 1, beside)
    for column in (0, 1, 2):
        add_two(unsure, column, far + column, under)
    add_two(shut, at, at + width, under)
    for row in (0, far):
        add_two(unsure, row, row + 3, square)
    for row in (at, at + width):
        add_two(shut, row, row + 1, square)


@borrowing
def add_losses(
    marks: Bytes, chance: Floats, geometry: Geometry, counts: Bytes, cost: Floats
) -> float:
    """Add the costs of the places that may be 50/50s to ``cost``; return the worst chance to lose.

    ``cost`` (MISSING + 2,): of pairs by how many cells are missing, and last of squares.
    """
    cols, row, worst = geometry.cols, 0, 0.0
    rows = marks.size // cols
    for kind in range(3):
        wide, high = cols - (kind != BELOW), rows - (kind != BESIDE)
        for first in range(0, high * (cols + 2), cols + 2):
            for place in range(first, first + wide):
                if counts[kind, place] <= MISSING:
                    loss = loss_at(marks, chance, geometry.fifties, row)
                    cost[MISSING + 1 if kind == SQUARE else loss.missing] -= np.log(
                        1.0 - loss.chance
                    )
                    worst = max(worst, loss.chance)
                row += 1
    return worst


@kernel
def find_fifties(marks: Bytes, chance: Floats, geometry: Geometry) -> Fifties:
    """Return the costs of the 50/50s that a position may come to.

    ``marks`` (cells,): the view; ``chance`` (cells,): of a mine on every unknown cell.
    """
    counts = np.zeros((5, (marks.size // geometry.cols + 4) * (geometry.cols + 2)), np.int8)
    count_missing(marks, chance, geometry.cols, counts)
    cost = np.zeros(MISSING + 2)
    worst = add_losses(marks, chance, geometry, counts, cost)
    return Fifties((cost[0], cost[1], cost[2]), cost[MISSING + 1], worst)
