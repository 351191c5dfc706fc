"""The choice of a guess, by look-ahead over the numbers a candidate may hold."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import UNKNOWN, Ints, kernel
from core.solver.kernels.component import OK
from core.solver.kernels.living import two_safest
from core.solver.kernels.network import FEATURES
from core.solver.kernels.position import (
    Position,
    Tools,
    after_opening,
    mine_chance,
    number_range,
)
from core.solver.kernels.value import FIFTIES, SETTLED, best_safety, describe, estimate


class Policy(NamedTuple):
    """What the choice of a guess takes into account.

    ``within``: candidates at least this share of the best safety are looked at; ``most``: and at
    most so many; ``look``: look ahead at all; ``layouts``: search an endgame of at most so many
    layouts (0: never) to its end, giving up after ``nodes`` nodes. A position
    after the guess is worth its safest cell's chance, plus ``progress`` if that one is certain.
    ``safety``, ``second``, ``value``, ``fifties``: the powers in ``worth``; with ``second`` 0 the
    safest cell counts dead or alive. ``twice``: so many candidates at most, those worth at least
    ``share`` of the best, are looked at a guess deeper, where the ``seconds`` safest cells are
    candidates.
    """

    within: float
    most: int
    look: int
    layouts: int
    nodes: int
    progress: float
    safety: float
    second: float
    value: float
    fifties: float
    twice: int
    share: float
    seconds: int


class Scored(NamedTuple):
    """What a look at a candidate found.

    Its chance to be ``safe``, to ``win`` as far as the look tells, and to be followed by a certain
    cell (``progress``); whether it is ``dead``: it would hold the same number in every layout.
    """

    safe: float
    win: float
    progress: float
    dead: bool


LEAST = 0.3
"""The least that the two safest living cells count for."""


@kernel
def candidates(position: Position, policy: Policy, tools: Tools, out: Ints) -> int:
    """Write the cells worth a look to ``out``, safest first; return their number."""
    floor = best_safety(position) * policy.within
    chance = np.empty(position.unknown)
    found = 0
    for cell in range(position.marks.size):
        if position.marks[cell] != UNKNOWN:
            continue
        mine = mine_chance(position, cell)
        if 1.0 - mine >= floor:
            # Among equals, the fewer closed neighbours the better the chance of an opening.
            low, high = number_range(position.marks, tools.geometry.near, cell)
            chance[found] = mine + 1e-6 * (high - low)
            out[found] = cell
            found += 1
    order = np.argsort(chance[:found])
    out[:found] = out[:found][order]
    return min(found, policy.most)


@kernel
def worth(after: Position, safest: float, policy: Policy, tools: Tools) -> float:
    """Return what a position after a guess is worth, whose safest cell has the chance ``safest``.

    A product of powers, at most 1: the exponents are what each factor says of games played on from
    two guesses at the same position, which is less than it says of positions at large.
    """
    value = safest
    if policy.value > 0.0 and after.unknown and after.solved.log_total > SETTLED:
        seen = np.empty(FEATURES)
        describe(after, tools.geometry, seen)
        cost = policy.fifties * seen[FIFTIES].sum()
        value = estimate(seen) ** policy.value * np.exp(-cost)
        if policy.second > 0.0:
            first, second = two_safest(after, tools.geometry.near)
            value *= max(first, LEAST) ** policy.safety * max(second, LEAST) ** policy.second
        else:
            value *= safest**policy.safety
    return float(value + (policy.progress if safest == 1.0 else 0.0))


@kernel
def score(
    position: Position, cell: int, mines: int, policy: Policy, tools: Tools, enough: float
) -> Scored:
    """Look at what each number on ``cell`` would lead to.

    Being worth 1 bounds every number, so the look stops where ``enough`` cannot be beaten any more.
    """
    safe = 1.0 - mine_chance(position, cell)
    low, high = number_range(position.marks, tools.geometry.near, cell)
    win, progress, seen = 0.0, 0.0, 0.0
    most = 1.0 + policy.progress
    shown = 0
    for number in range(low, high + 1):
        if seen > safe - 1e-9 or win + (safe - seen) * most <= enough:
            break
        after = after_opening(position, cell, number, mines, tools)
        if after.solved.status != OK:
            continue
        likely = np.exp(after.solved.log_total - position.solved.log_total)
        seen += likely
        shown += 1
        safest = best_safety(after)
        progress += likely * (safest == 1.0)
        win += likely * worth(after, safest, policy, tools)
    return Scored(safe, win, progress, shown == 1)
