"""Guesses played on from layouts drawn from a position, the luck taken away.

What is played on is a policy's own game; that and what to compare it for is told in
``tests.benchmarks.paired``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.choice import best_candidate
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
from core.solver.kernels.ending import VISITS_PER_LAYOUT, find_ending, find_narrowly
from core.solver.kernels.guess import Policy
from core.solver.kernels.position import (
    Position,
    Tools,
    after_opening,
    mine_chance,
    read_position,
)
from core.solver.kernels.pseudo import NO_LIMIT, find_pseudo
from core.solver.kernels.table import GOING, WON, Table, deal, play_on
from core.solver.kernels.value import win_chance, win_chance_by

PLAYED_LAYOUTS, PLAYED_NODES = 1000, 10000
"""Endgames met while playing on are searched within these bounds, or the policy's lower ones: there
are thousands of them."""


class Player(NamedTuple):
    """Who plays on: a ``policy`` with its ``tools``, on a board of so many ``mines``.

    With the policy's narrow searches only if ``narrow``: they are most of the time.
    """

    mines: int
    policy: Policy
    tools: Tools
    narrow: bool = False


@kernel
def copied(table: Table) -> Table:
    """Return ``table`` with a view of its own, to be played on."""
    return Table(
        table.layout,
        table.numbers,
        table.marks.copy(),
        table.left.copy(),
        table.stack,
        table.queued,
    )


@kernel
def luck(position: Position, cell: int, table: Table, mines: int, tools: Tools) -> float:
    """Return how much more the estimate is than was to be expected, once ``cell`` is opened."""
    expected = win_chance_by(position, cell, mines, tools)
    if table.layout[cell]:
        return -expected
    after = after_opening(position, cell, long(table.numbers[cell]), mines, tools)
    # On a board that became too wide to be solved nothing is known of the luck.
    return win_chance(after, tools.geometry) - expected if after.solved.status == OK else 0.0


@kernel
def play_out(table: Table, cell: int, player: Player) -> float:
    """Play ``table`` to its end from ``cell`` on; return how it ended, less the luck."""
    mines, policy, tools, narrow = player
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
            cell = find_pseudo(position, mines, policy, tools, NO_LIMIT)
            if cell < 0 and narrow:
                visits, most = VISITS_PER_LAYOUT * policy.narrow, policy.narrow
                cell = find_narrowly(position, mines, most, policy.late, visits, tools).cell
            if cell < 0:
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
    np.random.seed(seed)  # noqa: NPY002  # as said


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
            mined = np.random.random() < mine_chance(position, cell)  # noqa: NPY002  # see seed_draws
            view[cell] = MINE if mined else SAFE
            close_all(view, tools.geometry.near, stack, queued)
    layout[:] = view == MINE
    rest = np.flatnonzero(view == UNKNOWN)
    np.random.shuffle(rest)  # noqa: NPY002  # see seed_draws
    layout[rest[: mines - layout.sum()]] = 1
    return True


@kernel
def play_cells(marks: Bytes, cells: Ints, player: Player, ends: Floats) -> bool:
    """Play each of ``cells`` on from layouts drawn from ``marks``; fill ``ends`` (cells, layouts).

    False where a frontier is too wide to draw from.
    """
    layout = np.zeros(marks.size, np.int8)
    opened = (marks >= 0).sum()
    for sample in range(ends.shape[1]):
        if not draw_layout(marks, player.mines, player.tools, layout):
            return False
        dealt = deal(layout, player.tools.geometry.near)
        left = dealt.left - opened
        table = Table(dealt.layout, dealt.numbers, marks, left, dealt.stack, dealt.queued)
        for i in range(cells.size):
            ends[i, sample] = play_out(copied(table), long(cells[i]), player)
    return True
