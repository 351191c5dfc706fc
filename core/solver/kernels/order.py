"""The order in which a component's groups are eliminated: few constraints open at a time."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import Bytes, Ints, borrowing, kernel
from core.solver.kernels.frontier import Frontier

EASY = 256
"""The cost of an order above which others are tried."""

BOUND = 40
"""A width beyond which orders are equally hopeless: 2 ** BOUND is the most a step may cost."""


class Progress(NamedTuple):
    """How far the elimination of a frontier is, shared by its components.

    ``slot[k]``: the place of constraint k in a state, -1 before it opens; ``left[k]``: its groups
    not yet eliminated; ``cells[k]``: their cells. ``done[g]``: group g is eliminated, or listed in
    ``listed``, the groups under an open constraint; ``trial``: an order being tried.
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
    """Write a good order of the groups of component c to ``order`` (its groups).

    A sweep from one end of the component is best nearly always. Where it is not, the other end
    and a leaning towards constraints that can be closed soon are tried.
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
    """Write the greedy order from ``seed`` to ``order``; return an estimate of its edges."""
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
    """Return the place in ``progress.listed`` of the cheapest group, the first listed of equals."""
    best, best_price = -1, 1 << 30
    for at in range(listed):
        value = price(frontier, progress, progress.listed[at], lean)
        if value < best_price:
            best, best_price = at, value
    return best


@borrowing
def price(frontier: Frontier, progress: Progress, g: int, lean: int) -> int:
    """Return how many more constraints are open once group g is eliminated (times 16).

    With ``lean``, of equals the group under the constraint with the fewest groups left is cheaper.
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
    """Add the groups of a constraint that opens to ``progress.listed``."""
    for i in range(frontier.con_count[constraint]):
        g = frontier.con_groups[constraint, i]
        if progress.done[g] == 0:
            progress.done[g] = 1
            progress.listed[listed] = g
            listed += 1
    return listed


@borrowing
def far_group(frontier: Frontier, progress: Progress, c: int, queue: Ints) -> int:
    """Return a group at the rim of component c, found with ``queue`` (its groups) as scratch."""
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
