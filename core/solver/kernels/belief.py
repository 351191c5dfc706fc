"""An approximate map for frontiers too wide to be solved exactly: loopy belief propagation.

Cells tell their constraints how likely they are mines by all their other constraints; constraints
answer. On a tree of constraints that is exact, on a grid close to it (Pearl 1988). The
number of mines on the
board acts through the odds of a cell without numbers, found by bisection.
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

ROUNDS = 60
"""Rounds of messages for one value of the odds."""

BISECTIONS = 12
DAMPING = 0.5
LEAST = 1e-6
"""No cell is called certain: its chance stays this far from 0 and 1."""


class Believed(NamedTuple):
    """How an approximation came out.

    ``log_total``: estimate of the log of the number of layouts; ``rest``: chance of a mine off
    the frontier; ``moved``: by how much the last round still changed a message at most.
    """

    log_total: float
    rest: float
    moved: float


@borrowing
def sums(odds: Floats, skip: int, out: Floats) -> None:
    """Write to ``out`` the distribution of the number of mines among cells of given ``odds``."""
    out[:] = 0.0
    out[0] = 1.0
    for i in range(odds.size):
        if i != skip:
            chance = odds[i]
            for k in range(i + 1, 0, -1):
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
    """Pass one round of messages; ``said[a, i]`` is the chance number a tells its neighbour i.

    Returns the largest change of a message.
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
            sums(told[:count], at, out)
            mined = out[need - 1] if need > 0 else 0.0
            total = mined + out[need]
            fresh = clip(mined / total) if total > 0.0 else 0.5
            fresh = clip(DAMPING * said[a, i] + (1.0 - DAMPING) * fresh)
            moved = max(moved, abs(fresh - said[a, i]))
            factor = fresh / (1.0 - fresh) * (1.0 - said[a, i]) / said[a, i]
            belief[cell] = min(max(belief[cell] * factor, prior_odds * 1e-30), 1e30)
            said[a, i] = fresh
            at += 1
    return moved


@kernel
def settle(
    marks: Bytes, near: Ints, numbers: Ints, said: Floats, belief: Floats, prior: float
) -> float:
    """Pass messages from the start until they settle; ``belief`` (cells,) ends as odds."""
    said[:] = 0.5
    belief[:] = prior / (1.0 - prior)
    moved = 1.0
    for _ in range(ROUNDS):
        moved = send_round(marks, near, numbers, said, belief, prior)
        if moved < 1e-9:
            break
    return moved


@kernel
def believe(marks: Bytes, near: Ints, numbers: Ints, mines: int, chance: Floats) -> Believed:
    """Fill ``chance`` of the UNKNOWN cells of a view closed under the local rules.

    ``numbers``: the open cells that touch unknown ones; ``mines``: those unknown.
    """
    said = np.empty((numbers.size, 8))
    belief = np.empty(marks.size)
    low, high = -25.0, 25.0
    moved = 1.0
    prior = 0.5
    for _ in range(BISECTIONS):
        log_odds = 0.5 * (low + high)
        prior = clip(1.0 / (1.0 + np.exp(-log_odds)))
        moved = settle(marks, near, numbers, said, belief, prior)
        expected = 0.0
        for cell in range(marks.size):
            if marks[cell] == UNKNOWN:
                expected += belief[cell] / (1.0 + belief[cell])
        if expected > mines:
            high = log_odds
        else:
            low = log_odds
    for cell in range(marks.size):
        if marks[cell] == UNKNOWN:
            chance[cell] = clip(belief[cell] / (1.0 + belief[cell]))
    return Believed(entropy(marks, chance), prior, moved)


@borrowing
def entropy(marks: Bytes, chance: Floats) -> float:
    """Estimate the log of the number of layouts by the entropy of independent cells.

    That is an upper bound were the chances exact: cells that depend on each other have less.
    """
    total = 0.0
    for cell in range(marks.size):
        if marks[cell] == UNKNOWN:
            p = chance[cell]
            total -= p * np.log(p) + (1.0 - p) * np.log(1.0 - p)
    return total
