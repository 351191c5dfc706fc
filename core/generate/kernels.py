"""The hot loops of no-guess layouts: whether logic solves one, and moving mines until it does."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import DEGREE, UNKNOWN, Bytes, Floats, Ints, kernel
from core.solver.kernels.position import Tools
from core.solver.kernels.table import WON, Table, deal, play_on

MOST = 8
"""At most so many mines are moved at a time: as many as there are cells around a number."""

WORDS = 3 + MOST
"""How many random numbers one move takes: one for where, two for which way, the others for which
cells to exchange with."""

FAR, NEAR, KNOWN, BARRED = 0, 1, 2, 3
"""Where a mine may be moved to or from, best first: unknown cells that touch no open number (so
that nothing known changes), other unknown cells, known cells; BARRED ones never."""

HOMING = 0.9
"""The share of moves that go the way which brings the density of the unknown part nearer to the
board's; the others go either way."""


class Setting(NamedTuple):
    """What stays the same while a layout is looked for.

    The cell opened ``first``; ``kept`` (cells,): 1 where no mine may be; the number of ``mines``;
    the kernels' ``tools``.
    """

    first: int
    kept: Bytes
    mines: int
    tools: Tools


class Trial(NamedTuple):
    """A ``layout`` (cells,), 1 for a mine, and how far logic gets in it.

    ``marks`` (cells,): the player's view then; ``opened``: how many cells are open; ``solved``:
    whether that is all safe ones; ``buried``: how many mines touch nothing but mines.
    """

    layout: Bytes
    marks: Bytes
    opened: int
    solved: bool
    buried: int


@kernel
def attempt(layout: Bytes, setting: Setting) -> Trial:
    """Open the first cell of ``layout`` and all that certainly follows, without a guess."""
    near = setting.tools.geometry.near
    table: Table = deal(layout, near)
    status = play_on(table, setting.first, setting.mines, setting.tools)
    opened = int((table.marks >= 0).sum())
    return Trial(layout, table.marks, opened, status == WON, count_buried(table, near))


@kernel
def count_buried(table: Table, near: Ints) -> int:
    """Count the mines that touch nothing but mines."""
    count = 0
    for cell in range(table.layout.size):
        count += table.layout[cell] == 1 and table.numbers[cell] == near[cell, DEGREE]
    return count


@kernel
def move_on(trial: Trial, setting: Setting, packed: bool, words: Floats) -> Trial:  # noqa: FBT001 - Numba passes arguments of compiled code by position
    """Move some mines where ``trial`` is stuck; return what came of it, or ``trial`` if worse.

    A layout is worse if logic opens fewer of its cells or, unless ``packed``, if it has more buried
    mines. ``words`` (WORDS,) are random numbers from 0 to 1.
    """
    layout = trial.layout.copy()
    if not move_mines(layout, trial.marks, setting, words):
        return trial
    moved = attempt(layout, setting)
    if moved.opened < trial.opened or (moved.buried > trial.buried and not packed):
        return trial
    return moved


@kernel
def move_mines(layout: Bytes, marks: Bytes, setting: Setting, words: Floats) -> bool:
    """Fill the unknown cells around some number with mines, or clear them; False if nothing moved.

    As many mines come from elsewhere, or go there, so that their number stays (after
    ``mineperturb`` in mines.c of Simon Tatham's Portable Puzzle Collection). ``marks`` and
    ``words`` are as in ``move_on``.
    """
    near = setting.tools.geometry.near
    place = np.empty(layout.size, np.int8)
    numbers = find_places(marks, near, setting.kept, place)
    stuck = np.empty(layout.size, np.int32)
    count = list_stuck(marks, near, numbers, words[0], stuck)
    goal = choose_goal(layout, marks, setting.mines, words[1:3])
    wanted = 0
    for i in range(count):
        place[stuck[i]] = BARRED
        if layout[stuck[i]] != goal:
            stuck[wanted] = stuck[i]
            wanted += 1
    place[layout != goal] = BARRED
    others = list_others(place, min(wanted, MOST), words[3:])
    for i in range(others.size):
        layout[others[i]] = 1 - goal
        layout[stuck[i]] = goal
    return others.size > 0


@kernel
def find_places(marks: Bytes, near: Ints, kept: Bytes, place: Bytes) -> Ints:
    """Fill ``place`` (cells,) with FAR to BARRED; return the numbers that touch an unknown cell."""
    numbers = np.empty(marks.size, np.int32)
    count = 0
    for cell in range(marks.size):
        place[cell] = FAR if marks[cell] == UNKNOWN else BARRED if kept[cell] else KNOWN
    for cell in range(marks.size):
        if marks[cell] >= 0:
            unknown = 0
            for i in range(near[cell, DEGREE]):
                if marks[near[cell, i]] == UNKNOWN:
                    place[near[cell, i]] = NEAR
                    unknown += 1
            if unknown:
                numbers[count] = cell
                count += 1
    return numbers[:count]


@kernel
def list_stuck(marks: Bytes, near: Ints, numbers: Ints, word: float, out: Ints) -> int:
    """Write the unknown cells around a random one of ``numbers`` to ``out``; count them.

    If there are no numbers, all unknown cells are written, from a random one on. ``word``: the
    random number, from 0 to 1.
    """
    count = 0
    if numbers.size:
        number = numbers[int(word * numbers.size)]
        for i in range(near[number, DEGREE]):
            if marks[near[number, i]] == UNKNOWN:
                out[count] = near[number, i]
                count += 1
        return count
    begin = int(word * marks.size)
    for step in range(marks.size):
        cell = (begin + step) % marks.size
        if marks[cell] == UNKNOWN:
            out[count] = cell
            count += 1
    return count


@kernel
def choose_goal(layout: Bytes, marks: Bytes, mines: int, words: Floats) -> int:
    """Tell whether to fill cells with mines (1) or to clear them (0).

    To clear at all times would drive mines into the unknown part until it is one solid block. So
    the goal is mostly what brings the density of that part nearer to the board's.
    """
    unknown, mined = 0, 0
    for cell in range(layout.size):
        if marks[cell] == UNKNOWN:
            unknown += 1
            mined += int(layout[cell])
    dense = mined * layout.size > mines * unknown
    return int(dense) if words[0] < HOMING else round(words[1])


@kernel
def list_others(place: Bytes, wanted: int, words: Floats) -> Ints:
    """Return up to ``wanted`` cells that are not BARRED: the best places first, else at random."""
    cells = np.empty(place.size, np.int32)
    count, found = 0, 0
    for best in range(BARRED):
        for cell in range(place.size):
            if place[cell] == best:
                cells[count] = cell
                count += 1
        while found < min(count, wanted):
            pick = found + int(words[found] * (count - found))
            cells[found], cells[pick] = cells[pick], cells[found]
            found += 1
    return cells[:found]
