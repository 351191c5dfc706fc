"""What 50/50s are likely to cost: cells that no number to come can tell apart."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import MINE, UNKNOWN, Bytes, Floats, Ints, borrowing, kernel

CELLS, WALL, WALLED = 0, 4, 10
"""The columns of ``Geometry.fifties``: up to 4 cells, up to 6 of the wall, how many those are."""

MISSING = 2
"""Cells of a wall that may be mines without being certain to; with more, a 50/50 is too unlikely to
be worth the time."""

UNLIKELY = 0.005
"""A wall less likely than this counts as none."""

ONE = 1e-6
"""Cells whose chances sum up to 1 as closely as this are taken for two of which one is a mine."""


class Fifties(NamedTuple):
    """The 50/50s a position may come to, each as minus the log of the chance not to lose it.

    Summed as if they were independent: ``pairs[n]`` with n mines of the wall not certain yet, and
    ``squares``; ``worst`` is the chance to lose the likeliest.
    """

    pairs: tuple[float, float, float]
    squares: float
    worst: float


class Wall(NamedTuple):
    """The ``chance`` that a wall is all mines, 0 where it cannot be; how many are ``missing``."""

    chance: float
    missing: int


@borrowing
def find_wall(marks: Bytes, chance: Floats, fifties: Ints, row: int) -> Wall:
    """Estimate the chance that the wall of a possible 50/50 is all mines."""
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
    """Estimate the chance to lose a possible 50/50, given its wall: half that it is one."""
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


@kernel
def find_fifties(marks: Bytes, chance: Floats, fifties: Ints) -> Fifties:
    """Sum up the 50/50s that a position may come to.

    ``marks`` (cells,): the view; ``chance`` of a mine on every unknown cell.
    """
    cost = np.zeros(MISSING + 2)
    worst = 0.0
    for row in range(fifties.shape[0]):
        if marks[fifties[row, CELLS]] != UNKNOWN or marks[fifties[row, CELLS + 1]] != UNKNOWN:
            continue
        third, fourth = fifties[row, CELLS + 2], fifties[row, CELLS + 3]
        if third >= 0 and (marks[third] != UNKNOWN or marks[fourth] != UNKNOWN):
            continue
        wall = find_wall(marks, chance, fifties, row)
        if wall.chance > 0.0:
            loss = min(0.5, wall.chance * loss_chance(chance, fifties, row))
            cost[wall.missing if third < 0 else MISSING + 1] -= np.log(1.0 - loss)
            worst = max(worst, loss)
    return Fifties((cost[0], cost[1], cost[2]), cost[MISSING + 1], worst)
