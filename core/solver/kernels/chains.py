"""Chains of layouts that are drawn anew part by part, each part by its exact distribution.

They are of components too wide to be solved: what is drawn at a time is narrow enough, the rest of
a layout is held.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import (
    MINE,
    SAFE,
    Bytes,
    Floats,
    Ints,
    Longs,
    borrowing,
    kernel,
)
from core.solver.kernels.component import (
    BUILDING,
    HEADER,
    IMPOSSIBLE,
    OK,
    WIDE,
    Layers,
    eliminate,
    fill_entry,
)
from core.solver.kernels.drawing import draw_component
from core.solver.kernels.frontier import Frontier, find_frontier
from core.solver.kernels.generator import uniform
from core.solver.kernels.order import start_progress
from core.solver.kernels.position import Tools
from core.solver.kernels.strips import LOOKING, place_of

CHAINS = 4
"""How many layouts are drawn anew in turns."""

LINE = 2
"""How many rows a line has: a number reaches over three, so that none touches both sides."""

BEGINNING = (4, 8, 2)
"""How many rows of a first layout may be drawn at a time, with as many ahead in view."""

RETRIES = 40
"""How many times in all the rows drawn may leave no layout ahead before others are tried."""

DRAWING = 8
"""How many steps an edge counts for on the run backward and when mines are drawn."""


class Chains(NamedTuple):
    """Chains of layouts of the components too wide to be solved.

    ``marks``: the view; ``numbers``: those of the components, in row-major order; ``cells``: their
    unknown cells. ``layout`` (chains, cells of the board): 1 for a mine. ``sums`` (chains, cells of
    the board, 4): of the weights of the passes, of their squares, and of the chances that they
    found and the squares of these, weighed. ``held`` (cells of the board,): the view with what the
    last pass held; ``found`` (cells of the board,): the chances of a mine by that pass, -1 for
    other cells. ``log_ways`` (chains + 1,): for each chain, that of the weight of its first layout
    over the chance that it was drawn, and that of all that the last pass drew from. ``state`` (1,):
    that of the random numbers.
    """

    marks: Bytes
    numbers: Ints
    cells: Ints
    layout: Bytes
    sums: Floats
    held: Bytes
    found: Floats
    log_ways: Floats
    state: Longs


@kernel
def start_chains(marks: Bytes, numbers: Ints, cells: Ints) -> Chains:
    """Return chains without layouts."""
    return Chains(
        marks,
        numbers,
        cells,
        np.zeros((CHAINS, marks.size), np.int8),
        np.zeros((CHAINS, marks.size, 4)),
        marks.copy(),
        np.empty(marks.size),
        np.empty(CHAINS + 1),
        np.ones(1, np.int64),
    )


@kernel
def begin_all(chains: Chains, tools: Tools, share: int, end: int) -> bool:
    """Draw the first layout of each chain, ``share`` steps at a time at most; False if one fails.

    It is given up at step ``end`` of the work.
    """
    for rows in BEGINNING:
        begun = 0
        while begun < CHAINS and begin(chains, begun, tools, rows, share, end):
            begun += 1
        if begun == CHAINS:
            return True
    return False


@kernel
def begin(chains: Chains, chain: int, tools: Tools, width: int, share: int, end: int) -> bool:
    """Draw a first layout, ``width`` rows at a time, or columns if the board is wider than high.

    As many more are drawn each time and forgotten, so that what is kept fits them; where nothing
    fits what was kept, the last rows are drawn again. The other arguments as of ``begin_all``.
    """
    cols = tools.geometry.cols
    rows = chains.marks.size // cols
    across, last = int(cols > rows), max(rows, cols)
    numbers = np.empty(chains.numbers.size, np.int32)
    log_ways = np.zeros(last)
    start, retries = 0, 0
    while start < last and tools.work.mark[3] < end:
        stop = start + 2 * width
        chains.held[:] = chains.marks
        for cell in chains.cells:
            if place_of(cell, cols, across) < start:
                hold(chains, chain, cell)
        count = 0
        for number in chains.numbers:
            place = place_of(number, cols, across)
            if start - 1 <= place and (place < stop - 1 or stop >= last):
                numbers[count] = number
                count += 1
        status = redraw(chains, chain, numbers[:count], tools, share)
        if status == OK:
            log_ways[start] = chains.log_ways[CHAINS]
            if stop < last:  # the ways that what is kept leaves for what is ahead
                for cell in chains.cells:
                    if start <= place_of(cell, cols, across) < start + width:
                        hold(chains, chain, cell)
                redraw(chains, chain, numbers[:count], tools, share)
                log_ways[start] -= chains.log_ways[CHAINS]
            start = last if stop >= last else start + width
        elif status == WIDE or retries == RETRIES:
            return False
        else:
            retries += 1
            start = max(0, start - width)
    chains.log_ways[chain] = log_ways.sum()
    return start >= last


@kernel
def draw_between(
    chains: Chains, chain: int, tools: Tools, across: int, spacing: int, shift: int, steps: int
) -> int:
    """Hold the lines of which the first begins at -``shift``, and draw the rest anew."""
    cols = tools.geometry.cols
    chains.held[:] = chains.marks
    for cell in chains.cells:
        if (place_of(cell, cols, across) + shift) % spacing < LINE:
            hold(chains, chain, cell)
    return redraw(chains, chain, chains.numbers, tools, steps)


@borrowing
def hold(chains: Chains, chain: int, cell: int) -> None:
    """Hold what the layout of a ``chain`` has on a ``cell``."""
    chains.held[cell] = MINE if chains.layout[chain, cell] else SAFE


@kernel
def redraw(chains: Chains, chain: int, numbers: Ints, tools: Tools, steps: int) -> int:
    """Draw the cells anew that are unknown in ``held`` and touch ``numbers``.

    Returns OK; WIDE if ``steps`` do not suffice or a component is too wide, whose cells stay as
    they are; or IMPOSSIBLE. ``tools`` have the odds.
    """
    work = tools.work
    end = work.mark[3] + steps
    work.mark[3] += LOOKING * numbers.size
    chains.found[:] = -1.0
    chains.log_ways[CHAINS] = 0.0
    frontier = find_frontier(chains.held, tools.geometry, numbers, numbers.size)
    progress = start_progress(frontier)
    group_mine = np.full(frontier.groups, -1.0)
    placed = np.zeros((1, frontier.groups), np.int32)
    uncounted = np.zeros(1, np.int32)
    status = OK
    for c in range(frontier.components):
        edges = (end - work.mark[3]) // (BUILDING + DRAWING)
        layers = eliminate(frontier, progress, c, tools.choose, work, edges, 0)
        if layers.status == IMPOSSIBLE:
            return IMPOSSIBLE
        if layers.status == OK and find_chances(frontier, c, layers, tools, group_mine):
            draw_component(frontier, layers, tools, uncounted, placed, chains.state)
            ways = work.ways[layers.layer_first[layers.order.size]]
            chains.log_ways[CHAINS] += np.log(ways) + layers.log_scale
        else:
            status = WIDE
    spread(chains, chain, frontier, group_mine, placed[0])
    return status


@kernel
def find_chances(
    frontier: Frontier, c: int, layers: Layers, tools: Tools, group_mine: Floats
) -> bool:
    """Write the chances of a mine on the groups of component ``c``, the last eliminated.

    False if the pool has no room.
    """
    work, members = tools.work, frontier.member[frontier.first[c] : frontier.first[c + 1]]
    entry, chances = work.mark[1], work.mark[1] + HEADER + 1
    if chances + members.size > work.pool.size:
        return False
    # With one number of mines, for these were not counted.
    work.pool[entry], work.pool[entry + 1] = 0.0, 1.0
    fill_entry(frontier, c, layers, tools.choose, work, entry)
    for i in range(members.size):
        group_mine[members[i]] = work.pool[chances + i]
    work.mark[3] += DRAWING * layers.edge_first[members.size]
    return True


@borrowing
def spread(
    chains: Chains, chain: int, frontier: Frontier, group_mine: Floats, placed: Ints
) -> None:
    """Put the mines of each group that was drawn on its cells, each choice equally likely."""
    free = frontier.size
    for cell in chains.cells:
        g = frontier.group[cell]
        if g >= 0 and group_mine[g] >= 0.0:
            chains.found[cell] = group_mine[g]
            is_mine = uniform(chains.state) * free[g] < placed[g]
            chains.layout[chain, cell] = is_mine
            placed[g] -= is_mine
            free[g] -= 1
