"""Roll-outs: guesses judged by playing on from layouts drawn from the position.

What is played on is the policy's own game, the luck taken away, so that some dozens of layouts tell
more than the score where the board is nearly done; before that the score chooses better.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.choice import best_candidate, rank, search
from core.solver.kernels.closure import close_all
from core.solver.kernels.compiled import (
    MINE,
    SAFE,
    UNKNOWN,
    Bytes,
    Floats,
    Ints,
    borrowing,
    kernel,
    long,
)
from core.solver.kernels.component import OK
from core.solver.kernels.ending import book_key, find_ending
from core.solver.kernels.guess import Policy
from core.solver.kernels.position import (
    Position,
    Tools,
    after_opening,
    mine_chance,
    number_range,
    read_position,
)
from core.solver.kernels.table import GOING, WON, Table, copied, deal, play_on
from core.solver.kernels.value import win_chance

CELLS = 6
"""The best cells by their score, so many at most, are played on."""

ROUND = 16
"""Layouts between two looks at which cells are still worth it."""

SLOPE = 0.85
"""Chance to win that a cell gains for the difference of the logarithms of two scores, times the
chance to win the position."""

LATE = 20.0
"""The logarithm of the number of layouts below which roll-outs choose better than the score."""

SPREAD = 0.02
"""Standard deviation of what the score leaves out of the difference of two cells there."""

PLAYED_LAYOUTS, PLAYED_NODES = 1000, 10000
"""Endgames met while playing on are searched within these bounds, or the policy's lower ones: there
are thousands of them."""

SURE = 2.0
"""A cell that many standard deviations behind is not played on any more."""


class Judged(NamedTuple):
    """By how much each cell is better than the first (cells,), and the standard deviations."""

    gain: Floats
    error: Floats


@kernel
def luck(position: Position, cell: int, table: Table, mines: int, tools: Tools) -> float:
    """Return how much more the estimate is than was to be expected, once ``cell`` is opened."""
    safe = 1.0 - mine_chance(position, cell)
    low, high = number_range(position.marks, tools.geometry.near, cell)
    expected, shown, seen = 0.0, 0.0, 0.0
    for number in range(low, high + 1):
        if seen > safe - 1e-9:
            break
        after = after_opening(position, cell, number, mines, tools)
        if after.solved.status == OK:
            likely = np.exp(after.solved.log_total - position.solved.log_total)
            seen += likely
            chance = win_chance(after, tools.geometry)
            expected += likely * chance
            if not table.layout[cell] and number == table.numbers[cell]:
                shown = chance
    return shown - expected


@kernel
def play_out(table: Table, cell: int, mines: int, policy: Policy, tools: Tools) -> float:
    """Play ``table`` to its end from ``cell`` on; return how it ended, less the luck."""
    layouts, nodes = min(policy.layouts, PLAYED_LAYOUTS), min(policy.nodes, PLAYED_NODES)
    result = 0.0
    status = GOING
    while status == GOING:
        position = read_position(table.marks, mines, tools)
        result -= luck(position, cell, table, mines, tools)
        status = play_on(table, cell, mines, tools)
        if status == GOING:
            position = read_position(table.marks, mines, tools)
            ending = find_ending(position, mines, layouts, nodes, tools.geometry)
            if ending.cell >= 0:
                return float(result + ending.wins / np.rint(np.exp(position.solved.log_total)))
            cell = best_candidate(position, mines, policy, tools)
    return result + (status == WON)


@borrowing
def first_on_frontier(position: Position) -> int:
    """Return the first unknown cell that touches a number, -1 if there is none."""
    for cell in range(position.marks.size):
        if position.marks[cell] == UNKNOWN and position.frontier.group[cell] >= 0:
            return cell
    return -1


@borrowing
def seed_draws(seed: int) -> None:
    """Begin a sequence of draws anew."""
    # Kernels cannot make a Generator; each thread has its own state of this kind.
    np.random.seed(seed)  # noqa: NPY002


@kernel
def draw_layout(marks: Bytes, mines: int, tools: Tools, layout: Bytes) -> bool:
    """Draw one of the layouts that fit ``marks``, each as likely, into ``layout``.

    Cell by cell on the frontier, by the chance of a mine given those drawn before; what is left of
    the mines anywhere else. False where a frontier is too wide.
    """
    view = marks.copy()
    stack = np.empty(view.size, np.int32)
    queued = np.zeros(view.size, np.int8)
    cell = 0
    while cell >= 0:
        position = read_position(view, mines, tools)
        if position.solved.status != OK:
            return False
        cell = first_on_frontier(position)
        if cell >= 0:
            mined = np.random.random() < mine_chance(position, cell)  # noqa: NPY002
            view[cell] = MINE if mined else SAFE
            close_all(view, tools.geometry.near, stack, queued)
    layout[:] = view == MINE
    rest = np.flatnonzero(view == UNKNOWN)
    np.random.shuffle(rest)  # noqa: NPY002
    layout[rest[: mines - layout.sum()]] = 1
    return True


@kernel
def play_cells(
    marks: Bytes, cells: Ints, mines: int, policy: Policy, tools: Tools, ends: Floats
) -> bool:
    """Play each of ``cells`` on from layouts drawn from ``marks``; fill ``ends`` (cells, layouts).

    False where a frontier is too wide to draw from.
    """
    layout = np.zeros(marks.size, np.int8)
    opened = (marks >= 0).sum()
    for sample in range(ends.shape[1]):
        if not draw_layout(marks, mines, tools, layout):
            return False
        dealt = deal(layout, tools.geometry.near)
        left = dealt.left - opened
        table = Table(dealt.layout, dealt.numbers, marks, left, dealt.stack, dealt.queued)
        for i in range(cells.size):
            ends[i, sample] = play_out(copied(table), cells[i], mines, policy, tools)
    return True


@kernel
def judge(ends: Floats, prior: Floats, spread: float) -> Judged:
    """Weigh what came of each cell, ``ends`` (cells, layouts), with what its score says.

    ``prior`` (cells,): by how much each is better than the first; ``spread``: as a normal prior's
    standard deviation.
    """
    gain, error = np.zeros(prior.size), np.zeros(prior.size)
    for i in range(1, prior.size):
        more = ends[i] - ends[0]
        # Where all came out alike the few layouts do not show how much they may differ.
        noise = (more.var() + spread**2) / more.size
        known = 1.0 / noise + 1.0 / spread**2
        gain[i] = (more.mean() / noise + prior[i] / spread**2) / known
        error[i] = known**-0.5
    return Judged(gain, error)


@kernel
def still_open(judged: Judged) -> Ints:
    """Return which cells may be the best; the first always, for the others are measured by it."""
    leader = judged.gain.argmax()
    reach = judged.gain + SURE * judged.error
    reach[leader] = np.inf
    reach[0] = np.inf
    return np.flatnonzero(reach > judged.gain[leader]).astype(np.int32)


@kernel
def choose_deeply(position: Position, mines: int, policy: Policy, tools: Tools) -> int:
    """Return the cell to open in a position without certain cells, by roll-outs where they tell."""
    ending = search(position, mines, policy, tools)
    if ending.cell >= 0:
        return ending.cell
    if position.solved.log_total >= LATE:
        return best_candidate(position, mines, policy, tools)
    found = np.empty(position.unknown, np.int32)
    scores = rank(position, mines, policy, tools, found)
    order = np.argsort(-scores, kind="mergesort")[:CELLS]
    cells = found[order]
    level = SLOPE * win_chance(position, tools.geometry)
    prior = level * np.log(scores[order] / scores[order[0]])
    judged = Judged(prior, np.full(cells.size, SPREAD))
    # The same position is always judged by the same layouts.
    seed_draws(book_key(position.marks, mines, tools.geometry.salt) % 2**31)
    ends = np.empty((cells.size, policy.playouts))
    drawn = long(0)
    while drawn + ROUND <= policy.playouts:
        kept = still_open(judged)
        if kept.size == 1:
            break
        cells, prior, ends = cells[kept], prior[kept], ends[kept]
        more = ends[:, drawn : drawn + ROUND]
        if not play_cells(position.marks, cells, mines, policy, tools, more):
            break
        drawn += ROUND
        judged = judge(ends[:, :drawn], prior, SPREAD)
    return int(cells[judged.gain.argmax()])
