"""Components put together with the cells that touch no number, under the number of mines.

The layouts of all components by their number of mines are the convolution of the components' own
counts; each is weighed by the ways to place the mines that are left on the rest of the board. A run
backward through the convolutions gives every component the weight of each of its numbers of mines,
and so each group its chance.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import Floats, Ints, Longs, borrowing, kernel
from core.solver.kernels.component import FLOOR, HEADER, share_of
from core.solver.kernels.frontier import Frontier

NOTHING = -np.inf

LIFTED = 1e-13
"""How much of the weight of all layouts may come of ways that were lifted to FLOOR: if it is more,
another tilt is tried."""


class Combined(NamedTuple):
    """How the components fit together.

    ``log_total``: log of the number of layouts (-inf when none); ``rest``: the probability of a
    mine on a cell that touches no number; ``nudge``: 0, or, when the answer lies where the counts
    underflow, what to add to the log of the tilt before another try (see ``weigh``).
    """

    log_total: float
    rest: float
    nudge: float


@borrowing
def log_choose(log_factorial: Floats, n: int, k: int) -> float:
    """Return the log of the binomial coefficient of 0 <= k <= n."""
    return float(log_factorial[n] - log_factorial[k] - log_factorial[n - k])


@borrowing
def multiply(left: Floats, pool: Floats, entry: int, out: Floats) -> float:
    """Write the convolution of ``left`` and an entry's counts to ``out``.

    It is scaled: the largest term of ``out`` is 1 and no possible one is below FLOOR. Returns the
    log of what it was divided by, the scale of the entry's own counts included.
    """
    terms = int(pool[entry + 1])
    out[:] = 0.0
    for i in range(left.size):
        if left[i] > 0.0:
            for j in range(terms):
                out[i + j] += left[i] * pool[entry + HEADER + j]
    largest = 0.0
    for n in range(out.size):
        largest = max(largest, out[n])
    for n in range(out.size):
        if out[n] > 0.0:
            out[n] = max(out[n] / largest, FLOOR)
    return float(np.log(largest) + pool[entry + 2])


class Products(NamedTuple):
    """The convolutions of the components' counts, one component after the other.

    ``prefix[start[c]:start[c + 1]]`` are the ways to fill the first c components, by their number
    of mines above the fewest, divided so that the largest is 1; ``low``: the fewest mines of all
    components together; ``log_scale``: the log of what the ways of all of them were divided by.
    """

    start: Longs
    prefix: Floats
    low: int
    log_scale: float


@kernel
def multiply_all(entries: Ints, pool: Floats) -> Products:
    """Convolve the counts of the components whose ``entries`` start here in the ``pool``."""
    start = np.zeros(entries.size + 2, np.int64)
    length = 1
    low = 0
    start[1] = 1
    for c in range(entries.size):
        low += int(pool[entries[c]])
        length += int(pool[entries[c] + 1]) - 1
        start[c + 2] = start[c + 1] + length
    prefix = np.empty(start[entries.size + 1])
    prefix[0] = 1.0
    log_scale = 0.0
    for c in range(entries.size):
        log_scale += multiply(
            prefix[start[c] : start[c + 1]],
            pool,
            entries[c],
            prefix[start[c + 1] : start[c + 2]],
        )
    return Products(start, prefix, low, log_scale)


@kernel
def combine(
    frontier: Frontier,
    entries: Ints,
    pool: Floats,
    rest_cells: int,
    mines: int,
    log_tilt: float,
    log_factorial: Floats,
    group_mine: Floats,
) -> Combined:
    """Weigh the components' entries against each other and the rest of the board.

    ``rest_cells``: unknown cells that touch no number; ``mines``: those not yet known;
    ``log_tilt``: the log of the factor that the entries weigh each mine by, which is taken out
    again. ``group_mine[g]`` receives the probability that a cell of group g is a mine, the entry of
    a component whose groups have none the weights of its numbers of mines.
    """
    start, prefix, low, log_scale = multiply_all(entries, pool)
    total = prefix[start[frontier.components] :]
    length = total.size
    weight = np.zeros(length)
    shift = NOTHING
    peak = 0
    for n in range(length):
        m = mines - low - n
        if total[n] > 0.0 and 0 <= m <= rest_cells:
            weight[n] = log_choose(log_factorial, rest_cells, m) - (low + n) * log_tilt
            if weight[n] + np.log(total[n]) > shift:
                shift = weight[n] + np.log(total[n])
                peak = n
    if shift == NOTHING:
        return Combined(NOTHING, 0.0, 0.0)
    mass = 0.0
    lifted = 0.0
    mined = 0.0
    clear = 0.0
    for n in range(length):
        m = mines - low - n
        if total[n] > 0.0 and 0 <= m <= rest_cells:
            weight[n] = max(np.exp(weight[n] - shift), FLOOR)
            mass += weight[n] * total[n]
            lifted += weight[n] * FLOOR
            mined += weight[n] * total[n] * m
            clear += weight[n] * total[n] * (rest_cells - m)
        else:
            weight[n] = 0.0
    rest = share_of(mined, clear)
    nudge = 0.0
    if lifted > LIFTED * mass:
        # If no number has more ways than the likeliest, what was lifted is where the rest has most.
        aim = peak if total[peak] < 1.0 else np.argmax(weight)
        nudge = -np.log(total[aim]) / (aim - np.argmax(total))
    share_out(frontier, entries, pool, prefix, start, weight, group_mine)
    return Combined(np.log(mass) + shift + log_scale, rest, nudge)


@kernel
def share_out(
    frontier: Frontier,
    entries: Ints,
    pool: Floats,
    prefix: Floats,
    start: Longs,
    weight: Floats,
    group_mine: Floats,
) -> None:
    """Write every group's chance to ``group_mine``, going back through the convolutions.

    An entry without probabilities receives, behind its ways, what each of these is to be weighed
    by: the ways of all other cells, 1 for the likeliest number of mines.
    ``prefix`` and ``start`` as in ``Products``; ``weight[n]``: the ways to complete a layout of
    all components with n mines above the fewest, up to a factor.
    """
    after = weight
    for c in range(frontier.components - 1, -1, -1):
        entry = entries[c]
        counts = int(pool[entry + 1])
        length = start[c + 1] - start[c]
        own = np.zeros(counts)
        before = np.zeros(length)
        for n in range(length):
            share = prefix[start[c] + n]
            for j in range(counts):
                own[j] += share * after[n + j]
                before[n] += pool[entry + HEADER + j] * after[n + j]
        largest = before.max()
        for n in range(length):
            if before[n] > 0.0:
                before[n] = max(before[n] / largest, FLOOR)
        ways, table, groups = entry + HEADER, entry + HEADER + counts, int(pool[entry + 4])
        if groups == 0:
            peak = own[np.argmax(own * pool[ways:table])]
            for j in range(counts):
                pool[table + j] = max(own[j] / peak, FLOOR) if own[j] > 0.0 else 0.0
        own *= pool[ways:table]
        first = frontier.first[c]
        for i in range(groups):
            mined = 0.0
            clear = 0.0
            for j in range(counts):
                mined += own[j] * pool[table + i * counts + j]
                clear += own[j] * (1.0 - pool[table + i * counts + j])
            group_mine[frontier.member[first + i]] = share_of(mined, clear)
        after = before
