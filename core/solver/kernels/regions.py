"""Regions: unknown cells that touch one another, walled off by numbers and certain mines.

Nothing but the count of mines ties one region to another, so each that holds no certain cell costs
a guess of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import DEGREE, SAFE, Bytes, Floats, Ints, kernel

SMALL = 6
"""A region of so many cells or fewer is small."""

LEAST = 0.05
"""The least that a second safest cell counts for, where there is none."""


class Regions(NamedTuple):
    """The regions of a position, and what the guesses in them will cost at least.

    ``found``: how many there are; ``stuck``: those without a certain cell, ``small``: the small
    ones of them; ``largest``: cells of the largest. ``cost``: sum of the logs of the safest cells
    of the stuck regions, ``worst`` the least of them, ``small_cost`` the share of the small ones;
    ``second_cost``: the same sum for the second safest cells.
    """

    found: int
    stuck: int
    small: int
    largest: int
    cost: float
    worst: float
    small_cost: float
    second_cost: float


class Region(NamedTuple):
    """One region: its ``size``, the chances of its two safest cells, whether one is certain."""

    size: int
    first: float
    second: float
    certain: bool


@kernel
def walk_region(seed: int, marks: Bytes, chance: Floats, near: Ints, seen: Bytes) -> Region:
    """Mark the cells of the region around ``seed`` as seen and sum the region up."""
    stack = np.empty(marks.size, np.int32)
    stack[0], waiting, size = seed, 1, 0
    seen[seed] = 1
    first, second, certain = 0.0, 0.0, False
    while waiting:
        waiting -= 1
        cell = stack[waiting]
        size += 1
        safe = 1.0 - chance[cell]
        certain = certain or safe == 1.0
        second = max(second, min(first, safe))
        first = max(first, safe)
        for i in range(near[cell, DEGREE]):
            other = near[cell, i]
            certain = certain or marks[other] == SAFE
            if not seen[other] and 0.0 <= chance[other] < 1.0:
                seen[other] = 1
                stack[waiting] = other
                waiting += 1
    return Region(size, first, second, certain)


@kernel
def find_regions(marks: Bytes, chance: Floats, near: Ints) -> Regions:
    """Find the regions of a position; ``chance`` of a mine on every unknown cell, -1 on others."""
    found, stuck, small, largest = 0, 0, 0, 0
    cost, worst, small_cost, second_cost = 0.0, 0.0, 0.0, 0.0
    seen = np.zeros(marks.size, np.int8)
    for seed in range(marks.size):
        if seen[seed] or not 0.0 <= chance[seed] < 1.0:
            continue
        region = walk_region(seed, marks, chance, near, seen)
        found += 1
        largest = max(largest, region.size)
        if not region.certain:
            guess = np.log(region.first)
            stuck += 1
            cost += guess
            worst = min(worst, guess)
            second_cost += np.log(max(region.second, LEAST))
            if region.size <= SMALL:
                small += 1
                small_cost += guess
    return Regions(found, stuck, small, largest, cost, worst, small_cost, second_cost)
