"""The choice of a guess, by look-ahead over the numbers a candidate may hold."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import DEGREE, UNKNOWN, Floats, Ints, borrowing, kernel
from core.solver.kernels.component import OK, WIDE
from core.solver.kernels.living import two_safest
from core.solver.kernels.network import RANKING, VALUE, output
from core.solver.kernels.position import (
    Position,
    Tools,
    after_opening,
    mine_chance,
    number_range,
)
from core.solver.kernels.value import (
    FEATURES,
    FIFTIES,
    SETTLED,
    best_safety,
    describe,
    estimate,
)


class Policy(NamedTuple):
    """What the choice of a guess takes into account.

    Searches: ``layouts``: an endgame of at most so many layouts is searched exactly (0: none),
    giving up after ``nodes`` nodes. ``pseudo``: else a pseudo 50/50 of at most so many cells is
    guessed at once (0: none). ``narrow``: else a narrow search looks at up to so many layouts
    (0: never), drawn ones where there are more, but at most e^``late``.

    Candidates: ``within``: a cell is one if its chance to be safe is at least this share of the
    best; ``most``: at most so many are looked at, ``far``: at most so many of them off the
    frontier, where cells are much alike and would crowd out the others; ``look``: 1 to look ahead,
    0 to take the safest.

    What a position after a guess is worth: ``safety``, ``second``, ``value``, ``fifties``: the
    powers in ``worth``; if ``second`` is 0, the safest cell of all counts in place of the safest
    living ones; if ``value`` is 0, its chance to be safe is all that counts. ``progress``: what is
    added if a cell is certainly safe. ``corrected``: if the log of the number of layouts before the
    guess is below this, RANKING corrects the worth, on boards that are DENSE.
    """

    within: float
    most: int
    far: int
    look: int
    layouts: int
    nodes: int
    narrow: int
    late: float
    progress: float
    safety: float
    second: float
    value: float
    fifties: float
    corrected: float
    pseudo: int


class Scored(NamedTuple):
    """What a look at a candidate found.

    ``safe``: its chance to be safe; ``win``: its score, an estimate of the chance to win by it;
    ``progress``: the chance that it is safe and a safe cell follows, as far as numbers were looked
    at; ``dead``: whether it would hold the same number in every layout; ``whole``: whether no
    number looked at made the board too wide to be solved.
    """

    safe: float
    win: float
    progress: float
    dead: bool
    whole: bool


LEAST, LOWEST = 0.3, 0.05
"""What the chances to be safe of the two safest living cells (LEAST) and of the safest cell of all
(LOWEST) count for at least."""

DENSE = 0.18
"""The correction is used on boards with at least this share of mines. It was fitted on boards with
a fifth; on 9x9/10 it loses 0.05 percentage points of wins, on 16x16/40 and 24x24/99 it makes no
difference."""

SAFEST, FIRST, SECOND, ESTIMATE, ESCAPE, CERTAIN, LAYOUTS = range(7)
"""What ``look_at`` writes after the features of the network of ``value``: the logarithms of the
chances of the safest cell and of the two safest living ones, of the chance to win as that network
estimates it, and to escape the 50/50s ahead; whether a cell is certain; a hundredth of the
logarithm of the number of layouts."""

INPUTS = FEATURES + LAYOUTS + 1
"""How many numbers the network that corrects the worth sees of a position."""


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
            # Among equals, a cell with fewer unknown neighbours is likelier to be an opening.
            low, high = number_range(position.marks, tools.geometry.near, cell)
            chance[found] = mine + 1e-6 * (high - low)
            out[found] = cell
            found += 1
    order = np.argsort(chance[:found])
    out[:found] = out[:found][order]
    kept, far = 0, 0
    for i in range(found):
        is_far = position.frontier.group[out[i]] < 0
        far += is_far
        if kept < policy.most and not (is_far and far > policy.far):
            out[kept] = out[i]
            kept += 1
    return kept


@kernel
def look_at(after: Position, safest: float, tools: Tools, out: Floats) -> None:
    """Write what a position after a guess looks like to ``out`` (INPUTS,).

    What the network of ``value`` sees, then what SAFEST to LAYOUTS name, most of which ``worth``
    adds up.
    """
    describe(after, tools.geometry, out[:FEATURES])
    first, second = two_safest(after, tools.geometry.near)
    logs = out[FEATURES:]
    logs[SAFEST] = np.log(max(safest, LOWEST))
    logs[FIRST] = np.log(max(first, LEAST))
    logs[SECOND] = np.log(max(second, LEAST))
    logs[ESTIMATE] = np.log(estimate(VALUE, out[:FEATURES]))
    logs[ESCAPE] = -out[FIFTIES].sum()
    logs[CERTAIN] = safest == 1.0
    logs[LAYOUTS] = 0.01 * after.solved.log_total


@kernel
def worth(after: Position, safest: float, policy: Policy, tools: Tools, corrected: int) -> float:
    """Return what a position after a guess is worth, whose safest cell has the chance ``safest``.

    A product of powers, at most 1. The exponents were fitted to games that were played on from two
    guesses at the same position: they are lower than over positions at large, since there a factor
    tells less. If ``corrected``, a network corrects the product for what the powers leave out. A
    position with one layout is worth ``safest``. ``policy.progress`` is added for a safe cell.
    """
    value = safest
    if policy.value > 0.0 and after.solved.log_total > SETTLED:
        inputs = np.empty(INPUTS)
        look_at(after, safest, tools, inputs)
        logs = inputs[FEATURES:]
        total = policy.value * logs[ESTIMATE] + policy.fifties * logs[ESCAPE]
        if policy.second > 0.0:
            total += policy.safety * logs[FIRST] + policy.second * logs[SECOND]
        else:
            total += policy.safety * logs[SAFEST]
        if corrected:
            total += output(RANKING, inputs)
        value = np.exp(min(total, 0.0))
    return float(value + (policy.progress if safest == 1.0 else 0.0))


@borrowing
def expected_number(position: Position, near: Ints, cell: int, known: int) -> float:
    """Return about the mean of the number on ``cell``, which is beside so many ``known`` mines."""
    number = float(known)
    for i in range(near[cell, DEGREE]):
        if position.marks[near[cell, i]] == UNKNOWN:
            number += mine_chance(position, near[cell, i])
    return number


@kernel
def score(
    position: Position, cell: int, mines: int, policy: Policy, tools: Tools, enough: float
) -> Scored:
    """Look at what each number on ``cell`` would lead to, the likely ones first.

    What follows a number is worth at most 1 and ``policy.progress``, so the look stops once a score
    above ``enough`` cannot be reached any more. A number that makes the board too wide to be solved
    counts for what the position before the guess is worth: the numbers that do not are mostly the
    helpful ones, such as 0, and tell little of the others.
    """
    safe = 1.0 - mine_chance(position, cell)
    low, high = number_range(position.marks, tools.geometry.near, cell)
    win, progress, seen = 0.0, 0.0, 0.0
    most = 1.0 + policy.progress
    shown, wide = 0, 0
    before = position.solved.log_total
    corrected = before < policy.corrected and mines >= DENSE * position.marks.size
    mean = expected_number(position, tools.geometry.near, cell, low)
    below, above = int(mean), int(mean) + 1
    for _ in range(low, high + 1):
        if below < low or (above <= high and above - mean < mean - below):
            number, above = above, above + 1
        else:
            number, below = below, below - 1
        if seen > safe - 1e-9 or win + (safe - seen) * most <= enough:
            break
        after = after_opening(position, cell, number, mines, tools)
        wide += after.solved.status == WIDE
        if after.solved.status != OK:
            continue
        likely = np.exp(after.solved.log_total - before)
        seen += likely
        shown += 1
        safest = best_safety(after)
        progress += likely * (safest == 1.0)
        win += likely * worth(after, safest, policy, tools, corrected)
    if wide:
        win += (safe - seen) * worth(position, best_safety(position), policy, tools, corrected)
    return Scored(safe, win, progress, shown == 1 and wide == 0, wide == 0)
