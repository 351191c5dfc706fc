"""An approximate map for frontiers too wide to be solved exactly: loopy belief propagation.

Each cell tells each of its numbers how likely it is a mine by all its other numbers; each number
answers how likely the cell is a mine by what its other cells said. If the constraints form a tree
that is exact, on a grid it is mostly close (Pearl, Probabilistic Reasoning in Intelligent Systems,
1988). The number of mines on the board acts through the odds of a mine on a cell that touches no
number: those at which the expected number of mines is right are sought by secants.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import (
    DEGREE,
    MINE,
    UNKNOWN,
    Bytes,
    Floats,
    Ints,
    borrowing,
    kernel,
)
from core.solver.kernels.component import HEADER
from core.solver.kernels.mapping import count_marks

ROUNDS, ON = 20, 8
"""How many rounds of messages there are at most: for the first odds that are tried, and for others,
whose messages go on from those for the odds before."""

TRIES, ENOUGH = 12, 0.1
"""How many odds are tried at most until the expected number of mines is right to so many."""

DAMPING = 0.5
LEAST = 1e-6
"""No message is certain: its chance stays this far from 0 and 1."""

WIDEST_ODDS = 13.8
"""Logs of odds are sought between this and its negative: those of LEAST."""

DOUBT = 0.001
"""No cell is called as good as certain by approximation: its chance stays this far from 0 and 1."""


class Apart(NamedTuple):
    """What is exact beside wide components: other components, and cells off the frontier.

    ``entries[c]``: where the entry of component c starts in ``pool``, -1 for a wide one;
    ``first[c]``, ``last[c]``: the fewest and the most mines it may have on this board, counted from
    the fewest of its entry; ``share``: room for how likely each number of mines of a component is;
    ``rest_cells``: how many unknown cells touch no number.
    """

    pool: Floats
    entries: Ints
    first: Ints
    last: Ints
    share: Floats
    rest_cells: int


class Shared(NamedTuple):
    """A component under given odds: its expected ``mines``, the log of its weighed layouts."""

    mines: float
    log_ways: float


@borrowing
def sums(chances: Floats, skip: int, out: Floats) -> None:
    """Write the chances of 0, 1 ... mines among some cells to ``out``, as far as it goes.

    ``chances`` are the cells' of a mine, from 0 to 1; the cell at ``skip`` is left out.
    """
    out[:] = 0.0
    out[0] = 1.0
    for i in range(chances.size):
        if i != skip:
            chance = chances[i]
            for k in range(min(i + 1, out.size - 1), 0, -1):
                out[k] = out[k] * (1.0 - chance) + out[k - 1] * chance
            out[0] *= 1.0 - chance


@borrowing
def clip(chance: float) -> float:
    """Keep a chance away from certainty."""
    return min(max(chance, LEAST), 1.0 - LEAST)


@kernel
def send_round(
    marks: Bytes, near: Ints, numbers: Ints, said: Floats, belief: Floats, prior: float
) -> float:
    """Pass one round of messages; return the largest change of one.

    ``said[a, i]`` is the chance of a mine that the number ``numbers[a]`` tells its neighbour
    ``near[numbers[a], i]``; ``belief`` (cells,): the odds of a mine on each cell, by all that its
    numbers said; ``prior``: the chance of a mine on a cell that touches no number. ``marks`` are
    closed under the local rules: each number lacks a mine, and fewer than it has unknown cells.
    """
    moved = 0.0
    told = np.empty(8)
    out = np.empty(10)
    prior_odds = prior / (1.0 - prior)
    for a in range(numbers.size):
        number = numbers[a]
        need = int(marks[number])
        count = 0
        for i in range(near[number, DEGREE]):
            cell = near[number, i]
            need -= marks[cell] == MINE
            if marks[cell] == UNKNOWN:
                # The cell's belief without what this number said.
                odds = belief[cell] * (1.0 - said[a, i]) / said[a, i]
                told[count] = clip(odds / (1.0 + odds))
                count += 1
        at = 0
        for i in range(near[number, DEGREE]):
            cell = near[number, i]
            if marks[cell] != UNKNOWN:
                continue
            sums(told[:count], at, out[: need + 1])
            fresh = clip(out[need - 1] / (out[need - 1] + out[need]))
            fresh = clip(DAMPING * said[a, i] + (1.0 - DAMPING) * fresh)
            moved = max(moved, abs(fresh - said[a, i]))
            factor = fresh / (1.0 - fresh) * (1.0 - said[a, i]) / said[a, i]
            belief[cell] = min(max(belief[cell] * factor, prior_odds * 1e-30), 1e30)
            said[a, i] = fresh
            at += 1
    return moved


@kernel
def settle(
    marks: Bytes,
    near: Ints,
    numbers: Ints,
    said: Floats,
    belief: Floats,
    prior: float,
    rounds: int,
) -> None:
    """Pass rounds of messages, at most so many, until they settle.

    The arguments are those of ``send_round``.
    """
    for _ in range(rounds):
        if send_round(marks, near, numbers, said, belief, prior) < 1e-9:
            break


@kernel
def believe(
    marks: Bytes, near: Ints, numbers: Ints, cells: Ints, apart: Apart, mines: int, chance: Floats
) -> float:
    """Write the chances of a mine on ``cells``, those of the wide components, to ``chance``.

    Returns the log of the odds of a mine on a cell that touches no number. ``numbers`` are the open
    cells beside ``cells``. The odds are sought at which these cells, components
    solved ``apart`` and the cells off the frontier together expect all the unknown ``mines``.
    """
    said = np.full((numbers.size, 8), 0.5)
    belief = np.ones(marks.size)
    unknown = count_marks(marks, UNKNOWN)
    low, high = -WIDEST_ODDS, WIDEST_ODDS
    before, log_odds = 0.0, np.log((mines + 0.5) / (unknown - mines + 0.5))
    expected_before = 0.0
    for i in range(TRIES):
        prior = 1.0 / (1.0 + np.exp(-log_odds))
        belief *= np.exp(log_odds - before)
        settle(marks, near, numbers, said, belief, prior, ON if i else ROUNDS)
        expected = expect_apart(apart, log_odds)
        slope = expected * (1.0 - prior)
        for cell in cells:
            odds = belief[cell]
            expected += odds / (1.0 + odds)
            slope += odds / (1.0 + odds) ** 2
        if abs(expected - mines) < ENOUGH:
            break
        if expected > mines:
            high = log_odds
        else:
            low = log_odds
        if i:  # cells that depend on each other expect less more than independent ones would
            slope = (expected - expected_before) / (log_odds - before)
        before, expected_before = log_odds, expected
        log_odds += (mines - expected) / slope
        if not low < log_odds < high:
            log_odds = 0.5 * (low + high)
    for cell in cells:
        chance[cell] = doubt(belief[cell] / (1.0 + belief[cell]))
    return float(log_odds)


@borrowing
def expect_apart(apart: Apart, log_odds: float) -> float:
    """Return how many mines cells off the frontier and components solved apart expect."""
    expected = apart.rest_cells / (1.0 + np.exp(-log_odds))
    for c in range(apart.entries.size):
        if apart.entries[c] >= 0:
            expected += share_counts(apart, c, log_odds).mines
    return float(expected)


@borrowing
def bound_layouts(cells: Ints, apart: Apart, log_odds: float, chance: Floats) -> float:
    """Return an estimate of the log of the number of layouts, from above.

    ``chance`` (cells of the board,) are those of a mine on ``cells``, of the wide components.
    """
    log_total = apart.rest_cells * entropy(1.0 / (1.0 + np.exp(-log_odds)))
    for cell in cells:
        log_total += entropy(chance[cell])
    for c in range(apart.entries.size):
        if apart.entries[c] >= 0:
            shared = share_counts(apart, c, log_odds)
            log_total += shared.log_ways - shared.mines * log_odds
    return float(log_total)


@borrowing
def share_counts(apart: Apart, c: int, log_odds: float) -> Shared:
    """Write how likely each number of mines of component ``c`` is to ``apart.share``.

    ``log_odds`` are those of a mine on a cell that touches no number.
    """
    pool, entry, share = apart.pool, apart.entries[c], apart.share
    first, last = apart.first[c], apart.last[c]
    largest = -np.inf
    for n in range(first, last + 1):
        ways = pool[entry + HEADER + n]
        share[n] = np.log(ways) + n * log_odds if ways > 0.0 else -np.inf
        largest = max(largest, share[n])
    total, mined = 0.0, 0.0
    for n in range(first, last + 1):
        share[n] = np.exp(share[n] - largest)
        total += share[n]
        mined += n * share[n]
    for n in range(first, last + 1):
        share[n] /= total
    log_ways = np.log(total) + largest + pool[entry] * log_odds + pool[entry + 2]
    return Shared(pool[entry] + mined / total, log_ways)


@borrowing
def doubt(chance: float) -> float:
    """Keep an approximate ``chance`` at least DOUBT away from 0 and 1."""
    return min(max(chance, DOUBT), 1.0 - DOUBT)


@borrowing
def entropy(p: float) -> float:
    """Return the entropy, in nats, of a cell that is a mine with chance ``p``.

    Were the chances exact, its sum over the cells would be an upper bound of the log of the number
    of layouts: cells that depend on each other have fewer.
    """
    return float(-p * np.log(p) - (1.0 - p) * np.log(1.0 - p))
