"""Regions: unknown cells that touch one another, walled off by open cells and certain mines.

A number to come counts unknown cells of its own region only, so each region that is beside no safe
cell mostly costs a guess of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import SAFE, Bytes, Floats, Ints, borrowing, kernel

SMALL = 6
"""A region of at most so many cells is small."""

LEAST = 0.05
"""What the chance of a region's second safest cell counts for at least, and where it has none."""

SIZE, FIRST, SECOND, CERTAIN = range(4)
"""The columns of ``Labels.regions``: how many cells a region has, the chances to be safe of its two
safest cells, 1 if it is beside a cell marked SAFE."""


class Regions(NamedTuple):
    """The regions of a position, and what the guesses in them will cost at least.

    ``found``: how many there are; ``stuck``: how many of them have no safe cell, ``small``: how
    many of these are small; ``largest``: how many cells the largest has. ``cost``: the sum, over
    the stuck regions, of the log of the safest cell's chance to be safe; ``worst``: the least of
    these logs, 0 if there is none; ``small_cost``: the same sum over the small ones alone;
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


class Labels(NamedTuple):
    """Regions being found, by labels from 1 on: a region may get several, joined where they meet.

    ``label`` ((R + 2) * (C + 2) + 1,): the label of each cell, 0 where there is none, on the board
    with a row and a column more on each side; ``parent`` (labels,): a smaller label of the same
    region, or the label itself; ``regions`` (labels, 4): SIZE to CERTAIN.
    """

    label: Ints
    parent: Ints
    regions: Floats


@borrowing
def root(parent: Ints, label: int) -> int:
    """Return the least label that is known to be of the same region."""
    while parent[label] != label:
        label = parent[label]
    return int(label)


@borrowing
def join(parent: Ints, one: int, other: int) -> int:
    """Note that two labels are of one region; return its least label."""
    low, high = root(parent, one), root(parent, other)
    if low > high:
        low, high = high, low
    parent[high] = low
    return int(low)


@borrowing
def label_cell(labels: Labels, at: int, above: int, found: int) -> int:
    """Return the label for the cell at ``at``, below ``above``: both are indices of ``label``.

    It is that of the neighbours labelled before, which are to the left and above; if these have two
    labels, they are joined; if none, it is a new one, after the ``found`` ones there are.
    """
    label, parent = labels.label, labels.parent
    left, right = max(label[at - 1], label[above - 1]), label[above + 1]
    if label[above]:
        return int(label[above])
    if left and right:
        return int(join(parent, left, right))
    if left or right:
        return int(max(left, right))
    parent[found + 1] = found + 1
    return int(found + 1)


@borrowing
def label_cells(chance: Floats, cols: int, labels: Labels) -> int:
    """Label all unknown cells that may be safe, row by row; return how many labels it took."""
    found, at = 0, cols + 3
    for first in range(0, chance.size, cols):
        for cell in range(first, first + cols):
            if 0.0 <= chance[cell] < 1.0:
                label = label_cell(labels, at, at - cols - 2, found)
                found = max(found, label)
                labels.label[at] = label
                region, safe = labels.regions[label], 1.0 - chance[cell]
                region[SIZE] += 1.0
                region[SECOND] = max(region[SECOND], min(region[FIRST], safe))
                region[FIRST] = max(region[FIRST], safe)
            at += 1
        at += 2
    return found


@borrowing
def mark_certain(marks: Bytes, cols: int, labels: Labels) -> None:
    """Mark the regions beside a cell that is marked SAFE."""
    width = cols + 2
    for cell in range(marks.size):
        if marks[cell] == SAFE:
            above = cell // cols * width + cell % cols + 1
            for row in range(above, above + 3 * width, width):
                for at in range(row - 1, row + 2):
                    labels.regions[labels.label[at], CERTAIN] = 1.0


@borrowing
def put_together(labels: Labels, found: int) -> None:
    """Sum up what several labels know of one region under the least of them."""
    parent, regions = labels.parent, labels.regions
    for label in range(found, 0, -1):
        region, into = regions[label], regions[parent[label]]
        if parent[label] != label:
            into[SIZE] += region[SIZE]
            into[SECOND] = max(region[SECOND], into[SECOND], min(region[FIRST], into[FIRST]))
            into[FIRST] = max(region[FIRST], into[FIRST])
            into[CERTAIN] = max(region[CERTAIN], into[CERTAIN])


@kernel
def find_regions(marks: Bytes, chance: Floats, cols: int) -> Regions:
    """Find the regions of a position; ``chance`` of a mine on every unknown cell, -1 on others."""
    rows = marks.size // cols
    most = marks.size // 2 + 2
    labels = Labels(
        np.zeros((rows + 2) * (cols + 2) + 1, np.int32),
        np.empty(most, np.int32),
        np.zeros((most, CERTAIN + 1)),
    )
    count = label_cells(chance, cols, labels)
    mark_certain(marks, cols, labels)
    put_together(labels, count)
    found, stuck, small, largest = 0, 0, 0, 0
    cost, worst, small_cost, second_cost = 0.0, 0.0, 0.0, 0.0
    for label in range(1, count + 1):
        if labels.parent[label] != label:
            continue
        region = labels.regions[label]
        found += 1
        largest = max(largest, int(region[SIZE]))
        if region[CERTAIN] == 0.0 and region[FIRST] < 1.0:
            guess = np.log(region[FIRST])
            stuck += 1
            cost += guess
            worst = min(worst, guess)
            second_cost += np.log(max(region[SECOND], LEAST))
            if region[SIZE] <= SMALL:
                small += 1
                small_cost += guess
    return Regions(found, stuck, small, largest, cost, worst, small_cost, second_cost)
