"""The search of an endgame: best first, cut by bounds, with its own stack.

Numba cannot load a recursive function from its cache into another one, hence the stack.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import Ints, Longs, kernel, long
from core.solver.kernels.endgame import (
    Endgame,
    count_mines,
    find_node,
    keep,
    make_endgame,
    moves_of,
    node_key,
    quick_bound,
    sort_by,
    split_safe,
)
from core.solver.kernels.position import Position


class Stack(NamedTuple):
    """The search's stack, one row a depth.

    ``node``: the layouts of the node; ``part``: those that survive the move under way, sorted into
    ``classes`` by what it shows, class k from ``edge[k]`` to ``edge[k + 1]`` and winning at most
    ``quick[k]``; ``mined``, ``moves``: what count_mines and moves_of say.

    ``offered``: how many moves there are; ``size``, ``opened``, ``key``: of the node; ``after``:
    the open cells after the move; ``move``, ``k``: the move and class under way; ``dead``: whether
    dead cells are tried; ``total``: bound of the move's wins; ``enough``: what the node has to
    beat; ``best``, ``cell``: the best so far; ``bound``: of all moves.
    """

    node: Ints
    part: Ints
    edge: Ints
    quick: Ints
    mined: Ints
    moves: Longs
    offered: Longs
    classes: Longs
    size: Longs
    opened: Longs
    key: Longs
    after: Longs
    move: Longs
    k: Longs
    dead: Longs
    total: Longs
    enough: Longs
    best: Longs
    cell: Longs
    bound: Longs


class Ending(NamedTuple):
    """The best ``cell`` (-1 when the search gave up) and in how many layouts it ``wins``."""

    cell: int
    wins: int


@kernel
def make_stack(layouts: int, cells: int) -> Stack:
    """Return an empty stack; every level opens a cell, so ``cells`` bounds the depth."""
    depth = cells + 2
    return Stack(
        np.empty((depth, layouts), np.int32),
        np.empty((depth, layouts), np.int32),
        np.empty((depth, layouts + 1), np.int32),
        np.empty((depth, layouts), np.int32),
        np.empty((depth, cells), np.int32),
        np.empty((depth, cells), np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
        np.zeros(depth, np.int64),
    )


@kernel
def enter(game: Endgame, stack: Stack, d: int) -> int:
    """Start on the node at depth d; return its value if that is known at once, else -1."""
    layouts = stack.node[d, : stack.size[d]]
    if layouts.size == 1:
        return 1
    stack.key[d] = node_key(game, layouts, stack.opened[d])
    at = find_node(game, stack.key[d])
    if game.key[at] == stack.key[d]:
        value, exact = game.value[at] >> 1, game.value[at] & 1
        if exact or value <= stack.enough[d]:
            return int(long(value))
    game.budget[0] -= 1
    if game.budget[0] < 0:
        return 1
    count_mines(game, layouts, stack.opened[d], stack.mined[d])
    stack.offered[d] = moves_of(layouts.size, stack.mined[d], stack.moves[d])
    stack.move[d], stack.dead[d], stack.bound[d], stack.cell[d] = -1, 0, 0, -1
    stack.best[d] = stack.enough[d]
    stack.classes[d] = 0
    return -1


@kernel
def next_move(game: Endgame, stack: Stack, d: int) -> bool:
    """Go on to the next move worth a look at depth d; False when there is none left.

    A dead cell, which would show the same number in every layout it survives, is never better than
    a live one, since it can as well be opened later: those are tried when all are dead.
    """
    while True:
        stack.move[d] += 1
        if stack.move[d] == stack.offered[d]:
            if stack.dead[d] or stack.bound[d] > 0:
                return False
            stack.dead[d], stack.move[d] = 1, 0
        u = stack.moves[d, stack.move[d]]
        survivors = stack.size[d] - (stack.mined[d, u] if u >= 0 else 0)
        if survivors <= stack.best[d]:
            stack.bound[d] = max(stack.bound[d], survivors)
            return False
        make_move(game, stack, d, u)
        if u < 0 or stack.classes[d] > 1 or stack.dead[d]:
            return True


@kernel
def make_move(game: Endgame, stack: Stack, d: int, u: int) -> None:
    """Open cell u at depth d, or with u < 0 every cell that is safe in all layouts."""
    layouts = stack.node[d, : stack.size[d]]
    left = 0
    for n in layouts:
        if u < 0 or game.number[n, u] >= 0:
            stack.part[d, left] = n
            left += 1
    part = stack.part[d, :left]
    stack.after[d] = stack.opened[d]
    if u < 0:
        for safe in range(game.cells.size):
            if stack.mined[d, safe] == 0:
                stack.after[d] |= long(1) << safe
        stack.classes[d] = split_safe(game, part, stack.mined[d], stack.edge[d])
    else:
        stack.after[d] |= long(1) << u
        word = np.empty(left, np.int64)
        for i in range(left):
            word[i] = game.number[part[i], u]
        stack.classes[d] = sort_by(part, word, stack.edge[d])
    stack.k[d], stack.total[d] = 0, 0
    for k in range(stack.classes[d]):
        these = part[stack.edge[d, k] : stack.edge[d, k + 1]]
        stack.quick[d, k] = quick_bound(game, these, stack.after[d])
        stack.total[d] += stack.quick[d, k]


@kernel
def push(stack: Stack, d: int) -> None:
    """Make the class under way at depth d the node at depth d + 1."""
    begin, end = stack.edge[d, stack.k[d]], stack.edge[d, stack.k[d] + 1]
    stack.total[d] -= stack.quick[d, stack.k[d]]
    stack.node[d + 1, : end - begin] = stack.part[d, begin:end]
    stack.size[d + 1] = end - begin
    stack.opened[d + 1] = stack.after[d]
    stack.enough[d + 1] = stack.best[d] - stack.total[d]


@kernel
def end_move(stack: Stack, d: int) -> None:
    """Compare the move that ends at depth d with the best."""
    if stack.classes[d]:
        stack.bound[d] = max(stack.bound[d], stack.total[d])
        if stack.total[d] > stack.best[d]:
            stack.best[d], stack.cell[d] = stack.total[d], stack.moves[d, stack.move[d]]


@kernel
def wins_of(game: Endgame, stack: Stack) -> int:
    """Return how many layouts of the node at depth 0 perfect play wins.

    A node's value is exact when above ``enough``, else a bound from above that is not; neither
    once the budget of nodes is used up.
    """
    d = 0
    value = enter(game, stack, 0)
    while True:
        if value >= 0:
            d -= 1
            if d < 0:
                return value
            stack.total[d] += value
            stack.k[d] += 1
        if stack.k[d] < stack.classes[d] and stack.total[d] > stack.best[d]:
            push(stack, d)
            d += 1
            value = enter(game, stack, d)
            continue
        end_move(stack, d)
        value = long(-1)
        if not next_move(game, stack, d):
            value = stack.bound[d]
            keep(game, stack.key[d], value, value > stack.enough[d])


@kernel
def search_endgame(position: Position, near: Ints, layouts: int, nodes: int) -> Ending:
    """Return the best guess of a position with at most ``layouts`` layouts, and its wins.

    The cell is -1 when ``nodes`` nodes were not enough, and any safe one where there is one.
    """
    game = make_endgame(position, near, layouts, nodes)
    found = game.number.shape[0]
    if found == 0:
        return Ending(long(-1), long(0))
    stack = make_stack(found, game.cells.size)
    stack.node[0] = np.arange(found)
    stack.size[0] = found
    wins = wins_of(game, stack)
    if game.budget[0] < 0:
        return Ending(long(-1), long(0))
    best = stack.cell[0]
    if best < 0:
        best = np.argmin(stack.mined[0])
    return Ending(long(game.cells[best]), wins)
