"""The order in which a component's groups are eliminated: few constraints open at a time.

A constraint is open from the elimination of the first of its groups until that of the last. The
number of states, and so the cost of an elimination, grows exponentially with how many are open. The
order is greedy: of the groups under an open constraint, next comes the one that leaves the fewest
open.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import Bytes, Ints, borrowing, kernel
from core.solver.kernels.frontier import Frontier

EASY = 256
"""The cost of an order, as ``try_order`` estimates it, above which others are tried."""

BOUND = 40
"""How many open constraints make an order hopeless: more of them cost no more, 2 ** BOUND."""


class Progress(NamedTuple):
    """How far the elimination of a frontier is, shared by its components.

    ``slot[k]``: where the bits of constraint k start in a state, above the mines, -1 before it
    opens; ``left[k]``: how many of its groups are not yet eliminated; ``cells[k]``: how many cells
    these have. While an order is made, ``listed`` are the groups under an open constraint that may
    come next, and ``done[g]`` is 1 if group g has come or is listed. ``trial``: an order being
    tried.
    """

    slot: Ints
    left: Ints
    cells: Ints
    done: Bytes
    listed: Ints
    trial: Ints


@kernel
def start_progress(frontier: Frontier) -> Progress:
    """Return the progress before any group is eliminated."""
    return Progress(
        np.full(frontier.constraints, -1, np.int32),
        frontier.con_count.copy(),
        frontier.cells.copy(),
        np.zeros(frontier.groups, np.int8),
        np.empty(frontier.groups, np.int32),
        np.empty(frontier.groups, np.int32),
    )


@borrowing
def plan_order(frontier: Frontier, progress: Progress, c: int, order: Ints) -> None:
    """Write a good order of the groups of component c to ``order`` (groups of c,).

    A sweep from one end of the component is nearly always best. If it costs more than EASY, a sweep
    from the other end is tried too, and from both ends one that prefers constraints which can be
    closed soon; the cheapest is taken.
    """
    cost = try_order(frontier, progress, c, far_group(frontier, progress, c, order), 0, order)
    if cost <= EASY:
        return
    last = order[order.size - 1]
    first = order[0]
    for attempt in range(1, 4):
        seed = first if attempt == 1 else last
        trial = progress.trial[: order.size]
        value = try_order(frontier, progress, c, seed, attempt & 1, trial)
        if value < cost:
            cost = value
            for t in range(order.size):
                order[t] = trial[t]


@borrowing
def reset(frontier: Frontier, progress: Progress, c: int) -> None:
    """Make all of component c uneliminated again."""
    for at in range(frontier.first[c], frontier.first[c + 1]):
        g = frontier.member[at]
        progress.done[g] = 0
        for i in range(frontier.group_count[g]):
            constraint = frontier.group_cons[g, i]
            progress.slot[constraint] = -1
            progress.left[constraint] = frontier.con_count[constraint]


@borrowing
def try_order(
    frontier: Frontier, progress: Progress, c: int, seed: int, lean: int, order: Ints
) -> float:
    """Write the greedy order from group ``seed`` on to ``order``; return its estimated cost.

    That is the sum, over its steps, of 2 to the power of how many constraints are open after it.
    ``lean`` as in ``price``.
    """
    progress.listed[0] = seed
    progress.done[seed] = 1
    listed = 1
    opened = 0
    cost = 0.0
    for t in range(order.size):
        at = cheapest(frontier, progress, listed, lean)
        g = progress.listed[at]
        listed -= 1
        for i in range(at, listed):
            progress.listed[i] = progress.listed[i + 1]
        order[t] = g
        for i in range(frontier.group_count[g]):
            constraint = frontier.group_cons[g, i]
            if progress.slot[constraint] < 0:
                progress.slot[constraint] = 0
                opened += 1
                listed = list_around(frontier, progress, constraint, listed)
            progress.left[constraint] -= 1
            opened -= progress.left[constraint] == 0
        cost += np.int64(1) << min(opened, BOUND)
    reset(frontier, progress, c)
    return cost


@borrowing
def cheapest(frontier: Frontier, progress: Progress, listed: int, lean: int) -> int:
    """Return the index in ``progress.listed`` of the cheapest group; of equals, the first."""
    best, best_price = -1, 1 << 30
    for at in range(listed):
        value = price(frontier, progress, progress.listed[at], lean)
        if value < best_price:
            best, best_price = at, value
    return best


@borrowing
def price(frontier: Frontier, progress: Progress, g: int, lean: int) -> int:
    """Return how many more constraints are open once group g is eliminated, times 16.

    If ``lean`` is 1, of groups that are equal so far the one under the constraint with the fewest
    groups left is cheaper; if it is 0, they stay equal.
    """
    value, least = 0, 9
    for i in range(frontier.group_count[g]):
        constraint = frontier.group_cons[g, i]
        left = progress.left[constraint]
        value += progress.slot[constraint] < 0
        value -= left == 1
        least = min(least, left)
    return value * 16 + lean * least


@borrowing
def list_around(frontier: Frontier, progress: Progress, constraint: int, listed: int) -> int:
    """Add the groups of a ``constraint`` that opens to ``progress.listed``; count those listed."""
    for i in range(frontier.con_count[constraint]):
        g = frontier.con_groups[constraint, i]
        if progress.done[g] == 0:
            progress.done[g] = 1
            progress.listed[listed] = g
            listed += 1
    return listed


@borrowing
def far_group(frontier: Frontier, progress: Progress, c: int, queue: Ints) -> int:
    """Return a group at one end of component c: the last that a breadth-first search reaches.

    ``queue`` (groups of c,) is scratch.
    """
    queue[0] = frontier.member[frontier.first[c]]
    progress.done[queue[0]] = 1
    count = 1
    for at in range(queue.size):
        g = queue[at]
        for i in range(frontier.group_count[g]):
            constraint = frontier.group_cons[g, i]
            for j in range(frontier.con_count[constraint]):
                other = frontier.con_groups[constraint, j]
                if not progress.done[other]:
                    progress.done[other] = 1
                    queue[count] = other
                    count += 1
    last = int(queue[queue.size - 1])
    reset(frontier, progress, c)
    return last
