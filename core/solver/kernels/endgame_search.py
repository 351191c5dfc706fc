"""The search of an endgame: depth first by branch and bound, the highest bounds first.

It has a stack of its own because Numba cannot load a recursive function from its cache into another
one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.bits import WORD
from core.solver.kernels.compiled import Ints, Longs, borrowing, kernel, long
from core.solver.kernels.endgame import Ending, make_endgame
from core.solver.kernels.endgame_sets import (
    NUMBERS,
    Endgame,
    bound_classes,
    compact,
    count_mines,
    full_word,
    keep,
    look_up,
    node_key,
    smallest_frame,
    split,
    use_up,
    wins_of_two,
)
from core.solver.kernels.position import Position

SIZE, OPENED, KEY, FRAME, LIVES, OFFERED, MOVE, AFTER, CLASSES, CLASS = range(10)
TOTAL, ENOUGH, BEST, CELL, BOUND, WORDS = range(10, 16)
COLUMNS = 16
"""How many columns ``Stack.level`` has; their names are above."""


class Stack(NamedTuple):
    """The search's stack: of each array but ``counts``, one row for each depth.

    ``node``: the layouts of the node, as a set; ``part``: those that survive the move under way,
    sorted into classes by what it shows, of which class k holds ``sizes[k]`` layouts and wins at
    most ``quick[k]``; ``mined``: in how many layouts each cell is a mine; ``live``: the cells that
    may be opened, with the sets ``rows`` of the layouts in which they are mines; ``moves``: indices
    of ``live``, the highest bound first, with these bounds in ``wins``; ``counts`` (cells,) is
    scratch.

    ``level``: of the node its SIZE, its OPENED cells, its KEY in the table, the FRAME of its sets,
    how many cells are live (LIVES) and moves there are (OFFERED); the MOVE under way, the open
    cells AFTER it, how many CLASSES it has, the CLASS under way, the bound of its wins (TOTAL);
    what the node has to beat (ENOUGH); the BEST so far and its CELL; the BOUND of all moves; the
    WORDS of its sets.

    One array holds all these because a reference to an array costs more than what is done with it.
    """

    node: Longs
    part: Longs
    sizes: Longs
    quick: Longs
    mined: Longs
    live: Ints
    rows: Longs
    moves: Ints
    wins: Longs
    counts: Longs
    level: Longs


@kernel
def make_stack(words: int, cells: int) -> Stack:
    """Return an empty stack; every depth opens a cell, so ``cells`` bounds the depth.

    ``words``: how many words a set takes at depth 0.
    """
    depth = cells + 2
    return Stack(
        np.empty((depth, words), np.int64),
        np.empty((depth, NUMBERS, words), np.int64),
        np.empty((depth, NUMBERS), np.int64),
        np.empty((depth, NUMBERS), np.int64),
        np.empty((depth, cells), np.int64),
        np.empty((depth, cells), np.int32),
        np.empty((depth, words, cells), np.int64),
        np.empty((depth, cells), np.int32),
        np.empty((depth, cells), np.int64),
        np.empty(cells, np.int64),
        np.zeros((depth, COLUMNS), np.int64),
    )


@borrowing
def enter(game: Endgame, stack: Stack, d: int) -> int:
    """Start on the node at depth d; return its value if that is known at once, else -1."""
    level, node = stack.level[d], stack.node[d]
    size, frame, opened = level[SIZE], level[FRAME], level[OPENED]
    if size == 1:
        return 1
    if size == 2 and d > 0:
        return wins_of_two(game, frame, node, opened)
    key = node_key(game, frame, node, opened)
    value = look_up(game, key, level[ENOUGH])
    if value >= 0:
        return int(long(value))
    if use_up(game):
        return 1
    smallest = smallest_frame(game.words, frame, size)
    if smallest > frame:
        compact(game, frame, smallest, node)
        frame = smallest
    level[KEY], level[FRAME], level[WORDS] = key, frame, game.words[frame]
    level[OFFERED], level[BOUND], level[CLASSES] = 0, 0, 0
    level[MOVE], level[CELL], level[BEST] = -1, -1, level[ENOUGH]
    mined = stack.mined[d]
    count_mines(game, frame, node, mined)
    safe = open_dead(game, frame, node, level, mined, stack.part[d], stack.sizes[d])
    live = stack.live[d]
    lives = list_live(game, frame, level, mined, live, stack.rows[d])
    level[LIVES] = lives
    if safe >= 0:
        stack.moves[d, 0], stack.wins[d, 0] = np.searchsorted(live[:lives], safe), size
        level[OFFERED] = 1
    else:
        offer_guesses(game, stack, d)
    return -1


@borrowing
def open_dead(
    game: Endgame, frame: int, node: Longs, level: Longs, mined: Longs, part: Longs, count: Longs
) -> int:
    """Open the safe cells that show the same number in all layouts of ``node``.

    Returns, of the other safe cells, the one that shows the most different numbers; -1 if there is
    none. ``part`` and ``count`` are scratch, as in ``split``.
    """
    tells, most = long(-1), 1
    opened = level[OPENED]
    for u in range(mined.size):
        if mined[u] == 0 and not (opened >> u) & 1:
            show = game.show[frame, u, game.low[u] : game.high[u] + 1]
            classes = split(show, node, game.words[frame], part, count)
            if classes == 1:
                opened |= long(1) << u
            elif classes > most:
                tells, most = long(u), classes
    level[OPENED] = opened
    return int(tells)


@borrowing
def list_live(
    game: Endgame, frame: int, level: Longs, mined: Longs, live: Ints, rows: Longs
) -> int:
    """List the cells that are closed and no certain mines, and their ``rows``; count them."""
    lives, mine, words = 0, game.mine, game.words[frame]
    opened, size = level[OPENED], level[SIZE]
    for u in range(mined.size):
        if mined[u] < size and not (opened >> u) & 1:
            live[lives] = u
            for w in range(words):
                rows[w, lives] = mine[frame, w, u]
            lives += 1
    return lives


@borrowing
def offer_guesses(game: Endgame, stack: Stack, d: int) -> None:
    """List the guesses that may win enough, those with the highest bound first.

    A dead cell, which would show the same number in every layout it survives, is never better than
    one that tells something, since it can as well be opened later: dead cells are offered only if
    none of the cells that survive often enough tells anything.
    """
    level = stack.level[d]
    counts = stack.counts
    frame, size, enough, lives = level[FRAME], level[SIZE], level[ENOUGH], level[LIVES]
    node, rows, live, mined = stack.node[d], stack.rows[d], stack.live[d], stack.mined[d]
    part, count, quick = stack.part[d], stack.sizes[d], stack.quick[d]
    moves, bounds = stack.moves[d], stack.wins[d]
    shows, low, high, words = game.show, game.low, game.high, level[WORDS]
    bound, offered = 0, 0
    for dead in range(2):
        told, dull = False, False
        for i in range(lives):
            u = live[i]
            wins = size - mined[u]
            if wins > enough:
                show = shows[frame, u, low[u] : high[u] + 1]
                classes, wins = bound_classes(
                    show, node, rows, words, lives, i, part, count, quick, counts
                )
                if classes == 1 and not dead:
                    dull = True
                    continue
                told = True
            if wins > enough:
                insert_move(moves, bounds, offered, i, wins)
                offered += 1
            else:
                bound = max(bound, wins)
        if told or not dull:
            break
    level[BOUND], level[OFFERED] = bound, offered


@borrowing
def insert_move(moves: Ints, bounds: Longs, at: int, i: int, wins: int) -> None:
    """Insert the live cell i, which wins at most ``wins``, among ``at`` moves, best bound first."""
    while at > 0 and bounds[at - 1] < wins:
        bounds[at] = bounds[at - 1]
        moves[at] = moves[at - 1]
        at -= 1
    bounds[at], moves[at] = wins, i


@borrowing
def next_move(game: Endgame, stack: Stack, d: int) -> bool:
    """Go on to the next move worth a look at depth d; False when there is none left."""
    level = stack.level[d]
    level[MOVE] += 1
    if level[MOVE] == level[OFFERED]:
        return False
    wins = stack.wins[d, level[MOVE]]
    if wins <= level[BEST]:
        level[BOUND] = max(level[BOUND], wins)
        return False
    i, frame = stack.moves[d, level[MOVE]], level[FRAME]
    u = stack.live[d, i]
    show = game.show[frame, u, game.low[u] : game.high[u] + 1]
    words, lives, node, rows = level[WORDS], level[LIVES], stack.node[d], stack.rows[d]
    part, count, quick = stack.part[d], stack.sizes[d], stack.quick[d]
    classes, total = bound_classes(
        show, node, rows, words, lives, i, part, count, quick, stack.counts
    )
    level[CLASSES], level[TOTAL], level[CLASS] = classes, total, 0
    level[AFTER] = level[OPENED] | (long(1) << u)
    return True


@borrowing
def push(stack: Stack, d: int) -> None:
    """Make the class under way at depth d the node at depth d + 1."""
    level, deeper, part = stack.level[d], stack.level[d + 1], stack.part[d]
    k = level[CLASS]
    level[TOTAL] -= stack.quick[d, k]
    node = stack.node[d + 1]
    for w in range(level[WORDS]):
        node[w] = part[k, w]
    deeper[SIZE], deeper[FRAME], deeper[OPENED] = stack.sizes[d, k], level[FRAME], level[AFTER]
    deeper[ENOUGH] = level[BEST] - level[TOTAL]


@borrowing
def end_move(stack: Stack, d: int) -> None:
    """Compare the move that ends at depth d, if there is one, with the best so far."""
    level = stack.level[d]
    if level[CLASSES]:
        level[BOUND] = max(level[BOUND], level[TOTAL])
        if level[TOTAL] > level[BEST]:
            level[BEST] = level[TOTAL]
            level[CELL] = stack.live[d, stack.moves[d, level[MOVE]]]


@borrowing
def wins_of(game: Endgame, stack: Stack) -> int:
    """Return how many layouts of the node at depth 0 perfect play wins.

    If the value found for a node is above what the node has to beat, it is exact; else it is an
    upper bound. It is neither once the budget of nodes is used up.
    """
    d, level = 0, stack.level
    value = enter(game, stack, 0)
    while True:
        if value >= 0:
            d -= 1
            if d < 0:
                return value
            level[d, TOTAL] += value
            level[d, CLASS] += 1
        if level[d, CLASS] < level[d, CLASSES] and level[d, TOTAL] > level[d, BEST]:
            push(stack, d)
            d += 1
            value = enter(game, stack, d)
            continue
        end_move(stack, d)
        value = long(-1)
        if not next_move(game, stack, d):
            value = level[d, BOUND]
            keep(game, level[d, KEY], value, value > level[d, ENOUGH])


@kernel
def search_endgame(position: Position, near: Ints, layouts: int, nodes: int) -> Ending:
    """Return the best guess of a position with at most ``layouts`` layouts, and its wins.

    The cell is a safe one if there is any; -1 when ``nodes`` nodes were not enough, or listing the
    layouts took too long.
    """
    game = make_endgame(position, near, layouts, nodes)
    found = game.number.shape[0]
    if found == 0:
        return Ending(long(-1), long(0))
    stack = make_stack(game.words[0], game.cells.size)
    for w in range(game.words[0]):
        stack.node[0, w] = full_word(min(found - w * WORD, WORD))
    stack.level[0, SIZE] = found
    wins = wins_of(game, stack)
    if game.budget[0] < 0:
        return Ending(long(-1), long(0))
    best = stack.level[0, CELL]
    for u in range(game.cells.size):
        if best < 0 or game.number[:, u].min() >= 0:
            best = u
    return Ending(long(game.cells[best]), wins)
