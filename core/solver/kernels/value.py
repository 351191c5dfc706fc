"""The chance of winning a position, estimated by a small network from what its map looks like."""

from __future__ import annotations

import numpy as np

from core.solver.kernels.compiled import MINE, UNKNOWN, Floats, Geometry, borrowing, kernel
from core.solver.kernels.component import OK
from core.solver.kernels.fifty_fifty import find_fifties
from core.solver.kernels.mapping import count_marks
from core.solver.kernels.network import TOLD, TOLD_DENSE, TOLD_SMALL, Network, output
from core.solver.kernels.position import (
    Position,
    Tools,
    after_opening,
    mine_chance,
    number_range,
)
from core.solver.kernels.regions import find_regions

FEATURES = 40
"""How many numbers describe() writes of a position."""

TOLD_FEATURES = FEATURES + 4
"""How many numbers describe_on_board() writes of it."""

LEAST = 0.05
"""What the chances to be safe of the second and third safest cell count for at least."""

CHANCES = np.array([0.1, 0.2, 0.35, 0.65, 0.9, 1.0])
"""The frontier's cells are counted in classes by their chance of a mine: these end the classes."""

FIFTIES = slice(27, 31)
"""Where ``describe`` writes the costs of the 50/50s ahead, which add up."""

DENSE, DENSE_SMALL, SMALL = 0.23, 0.16, 256
"""A board is small if it has fewer than SMALL cells, and dense if mines are a larger share of them
than DENSE, or than DENSE_SMALL if it is small. Of dense ones ``TOLD`` has seen few or none."""

SETTLED = 1e-9
"""If the log of the number of layouts is no larger than this, there is but one."""


@borrowing
def best_safety(position: Position) -> float:
    """Return the chance of the safest cell to be safe, 1 if no cell is unknown."""
    if position.certain or position.unknown == 0:
        return 1.0
    best = 0.0
    if position.solved.rest_cells:
        best = 1.0 - position.solved.rest
    for g in range(position.frontier.groups):
        best = max(best, 1.0 - position.group_mine[g])
    return best


@kernel
def mine_chances(position: Position) -> Floats:
    """Return the chance of a mine on every unknown cell, -1 on the others."""
    chance = np.full(position.marks.size, -1.0)
    for cell in range(chance.size):
        if position.marks[cell] == UNKNOWN:
            chance[cell] = mine_chance(position, cell)
    return chance


@borrowing
def describe_map(position: Position, out: Floats) -> None:
    """Write what the frontier and its components look like to ``out`` (22,): see ``describe``."""
    frontier, solved = position.frontier, position.solved
    out[:] = 0.0
    for g in range(frontier.groups):
        mine, size = position.group_mine[g], float(frontier.size[g])
        if 0.0 < mine < 1.0:
            out[0] -= 0.1 * size * (mine * np.log(mine) + (1.0 - mine) * np.log(1.0 - mine))
            out[1 + np.searchsorted(CHANCES, mine, side="right")] += 0.1 * size
        out[19] += 0.05 * size
    for c in range(frontier.components):
        best = 0.0
        for at in range(frontier.first[c], frontier.first[c + 1]):
            best = max(best, 1.0 - position.group_mine[frontier.member[at]])
        if best < 1.0:  # nor is it 0: the local rules mark components that are all mines
            out[7] += np.log(best)
            out[8] = min(out[8], np.log(best))
            out[9] += 0.3
    rest, unknown, mines = solved.rest_cells, float(position.unknown), float(position.mines)
    out[10] = 0.3 * np.log1p(float(rest))
    out[11] = 5.0 * solved.rest
    out[12] = 5.0 * mines / unknown
    out[13] = 0.3 * np.log1p(unknown)
    out[14] = 0.3 * np.log1p(mines)
    out[15] = 0.5 * np.log1p(solved.log_total)
    out[16] = 0.01 * rest
    out[17] = 0.02 * mines
    out[18] = 0.05 * frontier.constraints
    out[20] = 0.2 * frontier.components
    out[21] = 0.05 * frontier.groups


@borrowing
def describe_safest(position: Position, chance: Floats, out: Floats) -> None:
    """Write how safe the safest cells are to ``out`` (5,): see ``describe``.

    ``chance`` is as ``mine_chances`` returns it.
    """
    first, second, third = 0.0, 0.0, 0.0
    certain = float(position.certain)
    for cell in range(chance.size):
        if chance[cell] >= 0.0:
            safe = 1.0 - chance[cell]
            certain += safe == 1.0
            third = max(third, min(second, safe))
            second = max(second, min(first, safe))
            first = max(first, safe)
    if certain:
        first = 1.0
    out[0] = certain > 0.0
    out[1] = np.log1p(certain)
    out[2] = 4.0 * np.log(first)
    out[3] = 2.0 * np.log(max(second, LEAST))
    out[4] = 2.0 * np.log(max(third, LEAST))


@kernel
def describe(position: Position, geometry: Geometry, out: Floats) -> None:
    """Write what the network looks at to ``out`` (FEATURES,), each of the order of 1.

    Logs are natural. "Unknown" leaves out what the local rules mark; a cell's safety is the chance
    that it holds no mine, and it is undecided where that is neither 0 nor 1.

    Of the map, by describe_map():

    - 0: 0.1 x the sum of the entropies of the frontier's cells, each by itself, in nats
    - 1 to 6: 0.1 x the frontier's undecided cells, by their chance of a mine: below each of CHANCES
      and not below the one before it
    - 7, 8, 9: of the components with undecided cells and no safe one: the sum of the logs of their
      safest cells' safety; the least of these logs, 0 if there is none; 0.3 x their number
    - 10, 16: 0.3 x log(1 + unknown cells off the frontier); 0.01 x these cells
    - 11: 5 x the chance of a mine on each of them, 0 if there are none
    - 12: 5 x mines / cells, of all unknown cells
    - 13: 0.3 x log(1 + unknown cells)
    - 14, 17: 0.3 x log(1 + mines among them); 0.02 x these mines
    - 15: 0.5 x log(1 + the log of the number of layouts)
    - 18, 19: 0.05 x the frontier's constraints; 0.05 x its cells
    - 20, 21: 0.2 x its components; 0.05 x its groups

    Of the safest cells, by describe_safest():

    - 22, 23: 1 if any cell is certain to be safe, else 0; log(1 + the number of these)
    - 24: 4 x the log of the safest cell's safety, 0 if it is certain
    - 25, 26: 2 x the log of that of the second and of the third safest unknown cell, LEAST at least

    Of the 50/50s ahead, as ``Fifties`` says:

    - 27, 28, 29: the cost of the pairs with none, one and two mines of the wall not certain, each
      minus the log of the chance not to lose it
    - 30: the cost of the squares, likewise
    - 31: 2 x the chance to lose the likeliest

    Of the regions, as ``Regions`` says:

    - 32, 33, 34: 0.3 x all, 0.3 x those without a safe cell (stuck), 0.5 x the small ones of these
    - 35: 0.01 x the cells of the largest
    - 36, 37, 38: the sum of the logs of the stuck regions' safest cells' safety; the least of these
      logs, 0 if there is none; the share of the small ones in the sum
    - 39: 0.5 x the same sum for their second safest cells, taken for 0.05 at least
    """
    chance = mine_chances(position)
    describe_map(position, out[:22])
    describe_safest(position, chance, out[22:27])
    fifties = find_fifties(position.marks, chance, geometry)
    out[27], out[28], out[29] = fifties.pairs
    out[30] = fifties.squares
    out[31] = 2.0 * fifties.worst
    regions = find_regions(position.marks, chance, geometry.cols)
    out[32] = 0.3 * regions.found
    out[33] = 0.3 * regions.stuck
    out[34] = 0.5 * regions.small
    out[35] = 0.01 * regions.largest
    out[36] = regions.cost
    out[37] = regions.worst
    out[38] = regions.small_cost
    out[39] = 0.5 * regions.second_cost


@kernel
def describe_on_board(position: Position, geometry: Geometry, out: Floats) -> None:
    """Write what describe() says of a position and what board it is on to ``out`` (TOLD_FEATURES,).

    What the board is like no move changes, so that no choice depends on it; but positions that look
    the same are not won as often on any board.

    - 40: 0.3 x log(cells)
    - 41: 5 x (rows + columns) / cells
    - 42: 5 x mines / cells
    - 43: the sum of (2 / side)^2 over the sides of 2, 5, 8, ... cells. There the numbers on a whole
      line across the board do not tell the mines in the next: each counts up to three neighbours
      of it, and the matrix of these sums is singular for just such lengths.
    """
    describe(position, geometry, out[:FEATURES])
    cells = position.marks.size
    rows, cols = cells // geometry.cols, geometry.cols
    out[40] = 0.3 * np.log(float(cells))
    out[41] = 5.0 * (rows + cols) / cells
    out[42] = 5.0 * (position.mines + count_marks(position.marks, MINE)) / cells
    out[43] = 4.0 * (rows % 3 == 2) / rows**2 + 4.0 * (cols % 3 == 2) / cols**2


@borrowing
def estimate(network: Network, seen: Floats) -> float:
    """Estimate the chance to win a position of which a network has ``seen`` (inputs,)."""
    return float(1.0 / (1.0 + np.exp(-output(network, seen))))


@borrowing
def is_dense(position: Position) -> bool:
    """Tell whether the board is dense, which no move changes."""
    cells, mines = position.marks.size, position.mines + count_marks(position.marks, MINE)
    return bool(mines > (DENSE_SMALL if cells < SMALL else DENSE) * cells)


@kernel
def win_chance(position: Position, geometry: Geometry) -> float:
    """Estimate the chance to win from ``position`` by the default's play."""
    if position.solved.log_total <= SETTLED:
        return 1.0
    seen = np.empty(TOLD_FEATURES)
    describe_on_board(position, geometry, seen)
    if is_dense(position):
        return estimate(TOLD_DENSE, seen)
    return estimate(TOLD_SMALL if position.marks.size < SMALL else TOLD, seen)


@kernel
def win_chance_by(position: Position, cell: int, mines: int, tools: Tools) -> float:
    """Estimate the chance to win by opening ``cell``: the mean over what it may show.

    After a guess the estimate is surer than before it. Numbers that make the board too wide to be
    solved are taken to leave the chance that the position had, given that the cell is safe.
    """
    safe = 1.0 - mine_chance(position, cell)
    low, high = number_range(position.marks, tools.geometry.near, cell)
    win, seen = 0.0, 0.0
    for number in range(low, high + 1):
        if seen > safe - 1e-9:
            break
        after = after_opening(position, cell, number, mines, tools)
        if after.solved.status == OK:
            likely = np.exp(after.solved.log_total - position.solved.log_total)
            seen += likely
            win += likely * win_chance(after, tools.geometry)
    if seen < safe - 1e-9:
        win += (safe - seen) * min(win_chance(position, tools.geometry) / safe, 1.0)
    return float(min(win, safe))
