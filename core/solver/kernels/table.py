"""A game on the table: a layout and what its player sees; certain cells are opened at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import (
    DEGREE,
    MINE,
    SAFE,
    UNKNOWN,
    Bytes,
    Ints,
    Longs,
    borrowing,
    kernel,
)
from core.solver.kernels.component import OK
from core.solver.kernels.position import Position, Tools, mine_chance, open_cell, read_position

GOING, WON, LOST, GIVEN_UP = 0, 1, 2, 3
"""How a game stands; it is given up where a frontier is too wide to solve."""


class Table(NamedTuple):
    """A game on the table.

    The secret ``layout`` (cells,), 1 for a mine, and its ``numbers`` (cells,); the player's view
    ``marks``; ``left``: [safe cells still closed]; ``stack``, ``queued``: scratch.
    """

    layout: Bytes
    numbers: Bytes
    marks: Bytes
    left: Longs
    stack: Ints
    queued: Bytes


@kernel
def deal(layout: Bytes, near: Ints) -> Table:
    """Put a game of ``layout`` (cells,), 1 for a mine, on the table."""
    numbers = np.zeros(layout.size, np.int8)
    for cell in range(layout.size):
        if layout[cell]:
            for i in range(near[cell, DEGREE]):
                numbers[near[cell, i]] += 1
    return Table(
        layout,
        numbers,
        np.full(layout.size, UNKNOWN, np.int8),
        np.array([layout.size - layout.sum()], np.int64),
        np.empty(layout.size, np.int32),
        np.zeros(layout.size, np.int8),
    )


@borrowing
def open_and_follow(table: Table, cell: int, near: Ints) -> int:
    """Open ``cell`` (none if negative) and all cells that the local rules then prove safe.

    Returns GOING, WON or LOST.
    """
    if cell >= 0:
        if table.layout[cell]:
            return LOST
        table.marks[cell] = SAFE
    again = True
    while again:
        again = False
        for safe in range(table.marks.size):
            if table.marks[safe] == SAFE:
                number = table.numbers[safe]
                open_cell(table.marks, near, table.stack, table.queued, safe, number)
                table.left[0] -= 1
                again = True
    return GOING if table.left[0] else WON


@borrowing
def mark_certain(position: Position) -> bool:
    """Mark all certain cells in the view if one of them is safe; tell whether one is.

    If none is, the view is left as it is, so that the position still belongs to it.
    """
    marks, safe = position.marks, False
    for cell in range(marks.size):
        safe = safe or (marks[cell] == UNKNOWN and mine_chance(position, cell) == 0.0)
    if not safe:
        return False
    for cell in range(marks.size):
        if marks[cell] == UNKNOWN:
            chance = mine_chance(position, cell)
            if chance == 0.0:
                marks[cell] = SAFE
            elif chance == 1.0:
                marks[cell] = MINE
    return True


@kernel
def play_on(table: Table, cell: int, mines: int, tools: Tools) -> int:
    """Open ``cell`` and all certain cells after it, until a guess is due or the game is over.

    Returns GOING if a guess is due, else WON, LOST or GIVEN_UP.
    """
    near = tools.geometry.near
    status = open_and_follow(table, cell, near)
    while status == GOING:
        position = read_position(table.marks, mines, tools)
        if position.solved.status != OK:
            return GIVEN_UP
        if not mark_certain(position):
            return GOING
        status = open_and_follow(table, -1, near)
    return status
