"""The narrow search: every cell is tried as the guess now, but one guess at each position after it.

That one has the highest bound: how many layouts survive it and, after each number that it may show,
the safest of the other cells. So what a cell is found to win is what this play wins after it,
exactly if all layouts are there: a roll-out (Tesauro and Galperin, 1996), but over all layouts in
place of random ones.

A layout is five words with a bit for each cell: its mines, and the four bits of its numbers. So
what all safe cells of a position show is compared at once, however many they are. The layouts of a
position are a block: a stretch of a list that is put in order while the play goes on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.bits import WORD, ones
from core.solver.kernels.compiled import DEGREE, MINE, Ints, Longs, borrowing, kernel, long
from core.solver.kernels.drawing import flip
from core.solver.kernels.endgame_search import insert_move
from core.solver.kernels.endgame_sets import NUMBERS, full_word
from core.solver.kernels.position import Position

MINES, PLANES = 0, 5
"""The columns of ``Play.layouts``: the mines, then the bits of the numbers, the lowest first."""

BEGIN, END, OPENED, MOST = range(4)
"""The columns of ``Play.blocks``."""

WAITING, TOTAL, VISITS = range(3)
"""The places of ``Play.state``."""

NEW = -1
"""The MOST of a block that was split from another by safe cells: all of it counts as won so far."""

TRIAL, TRIED, BEHIND = 1000, 24, 0.06
"""If there are more than 2 * TRIAL layouts, a search with at least TRIAL of them chooses the cells
that are tried with all: at most TRIED, whose wins in it are behind the best one's by no more than
the share BEHIND of its layouts."""


class Play(NamedTuple):
    """Layouts being played.

    ``layouts`` (layouts, PLANES): bit u of a word is that of cell u; ``order`` (layouts,): the
    layouts in the order in which each block is a stretch, ``spare`` (layouts,): scratch; ``blocks``
    (layouts + 1, 4): a stack of those that wait, from BEGIN to END in ``order``, with the cells
    OPENED, a bit each, and an upper bound of how many layouts are won (MOST).

    Of the block under way, in sets with a bit for each of its layouts: ``mined`` (words, cells):
    where each cell is a mine, ``counts`` (cells,): in how many. Of the cell looked at: ``classes``
    (NUMBERS, words): where it holds each number, ``sizes`` (NUMBERS,): in how many, ``quick``
    (NUMBERS,): how many of these are won at most. ``ends`` (NUMBERS,), ``deaths`` (cells,):
    scratch.

    ``state``: how many blocks are WAITING; an upper bound of how many layouts are won (TOTAL),
    exact when none waits; how many VISITS to layouts may still be made.
    """

    layouts: Longs
    order: Ints
    spare: Ints
    blocks: Longs
    mined: Longs
    counts: Longs
    classes: Longs
    sizes: Longs
    quick: Longs
    ends: Longs
    deaths: Longs
    state: Longs


class Choice(NamedTuple):
    """The cells to try with their ``bounds``, and the ``best`` of them with their ``wins``.

    All these are (cells,); a cell is the number of its bit. ``sizes`` and ``quick`` (cells,
    NUMBERS): of each cell those of ``Play``, before anything is opened.
    """

    cells: Ints
    bounds: Longs
    best: Ints
    wins: Longs
    sizes: Longs
    quick: Longs


@kernel
def show_numbers(position: Position, near: Ints, cells: Ints, place: Ints, mines: Longs) -> Longs:
    """Return layouts as in ``Play.layouts``, of the first WORD of ``cells``.

    ``mines`` (layouts, 2): the mines of each, as ``draw_layouts`` returns them; ``place``: the
    index of each cell in ``cells``.
    """
    seen = min(cells.size, WORD)
    around, known = np.zeros((seen, 2), np.int64), np.zeros(seen, np.int64)
    for u in range(seen):
        for i in range(near[cells[u], DEGREE]):
            cell = near[cells[u], i]
            known[u] += position.marks[cell] == MINE
            if place[cell] >= 0:
                flip(around[u], place[cell])
    layouts = np.empty((mines.shape[0], PLANES), np.int64)
    for n in range(mines.shape[0]):
        low, high = mines[n]
        p1, p2, p3, p4 = long(0), long(0), long(0), long(0)
        for u in range(seen):
            number = known[u] + ones(low & around[u, 0]) + ones(high & around[u, 1])
            p1 |= (number & 1) << u
            p2 |= ((number >> 1) & 1) << u
            p3 |= ((number >> 2) & 1) << u
            p4 |= (number >> 3) << u
        row = layouts[n]
        row[MINES], row[1], row[2], row[3], row[4] = low, p1, p2, p3, p4
    return layouts


@kernel
def start_play(layouts: Longs, cells: int, visits: int) -> Play:
    """Return the play of ``layouts`` before it begins, with room for it."""
    count = layouts.shape[0]
    words = (count + WORD - 1) // WORD
    return Play(
        layouts,
        np.arange(count).astype(np.int32),
        np.empty(count, np.int32),
        np.empty((count + 1, 4), np.int64),
        np.empty((words, cells), np.int64),
        np.empty(cells, np.int64),
        np.empty((NUMBERS, words), np.int64),
        np.empty(NUMBERS, np.int64),
        np.empty(NUMBERS, np.int64),
        np.empty(NUMBERS, np.int64),
        np.empty(cells, np.int64),
        np.array([0, 0, visits], np.int64),
    )


@borrowing
def number_on(layouts: Longs, n: int, u: int) -> int:
    """Return the number on cell u in layout n, -1 for a mine."""
    if (layouts[n, MINES] >> u) & 1:
        return -1
    low = ((layouts[n, 1] >> u) & 1) | ((layouts[n, 2] >> u) & 1) << 1
    return int(low | ((layouts[n, 3] >> u) & 1) << 2 | ((layouts[n, 4] >> u) & 1) << 3)


@borrowing
def wait(play: Play, begin: int, end: int, opened: int, most: int) -> None:
    """Let a block wait, unless it has but one layout: that is won, and counted already."""
    if end - begin > 1:
        block = play.blocks[play.state[WAITING]]
        block[BEGIN], block[END], block[OPENED], block[MOST] = begin, end, opened, most
        play.state[WAITING] += 1


@borrowing
def find_mined(play: Play, begin: int, end: int) -> None:
    """Fill ``mined`` and ``counts``: where each cell is a mine among the layouts of a block."""
    mined, counts, order, layouts = play.mined, play.counts, play.order, play.layouts
    counts[:] = 0
    for first in range(begin, end, WORD):
        row = mined[(first - begin) // WORD]
        row[:] = 0
        for i in range(first, min(first + WORD, end)):
            word, bit = layouts[order[i], MINES], i - first
            for u in range(counts.size):
                row[u] |= ((word >> u) & 1) << bit
        for u in range(counts.size):
            counts[u] += ones(row[u])


@borrowing
def find_classes(play: Play, begin: int, end: int, u: int) -> int:
    """Fill ``classes`` and ``sizes`` for cell u and a block; count the numbers that it may hold."""
    layouts, order, classes, sizes = play.layouts, play.order, play.classes, play.sizes
    classes[:, : (end - begin + WORD - 1) // WORD] = 0
    sizes[:] = 0
    for i in range(begin, end):
        number = number_on(layouts, order[i], u)
        if number >= 0:
            w = (i - begin) // WORD
            classes[number, w] |= long(1) << (i - begin - w * WORD)
            sizes[number] += 1
    told = 0
    for number in range(NUMBERS):
        told += sizes[number] > 0
    return told


@borrowing
def bound_wins(play: Play, begin: int, end: int, opened: int, u: int) -> int:
    """Return an upper bound of the layouts of a block that are won by opening u.

    It is negated if u is dead: shows but one number, and so is never better than a cell that tells
    something. Of each number no more layouts are won than survive the safest of the other cells
    (``quick``); of one layout all.
    """
    classes, mined, sizes, quick, deaths = (
        play.classes, play.mined, play.sizes, play.quick, play.deaths
    )  # fmt: skip
    told, total = find_classes(play, begin, end, u), 0
    for number in range(NUMBERS):
        size = sizes[number]
        quick[number] = size
        if size > 1:
            deaths[:] = 0
            for w in range((end - begin + WORD - 1) // WORD):
                word, row = classes[number, w], mined[w]
                if word:
                    for j in range(deaths.size):
                        deaths[j] += ones(word & row[j])
            least = size
            for j in range(deaths.size):
                if j != u and not (opened >> j) & 1:
                    least = min(least, deaths[j])
            quick[number] = size - least
        total += quick[number]
    return total if told > 1 else -total


@borrowing
def find_guess(play: Play, begin: int, end: int, opened: int) -> int:
    """Return the cell of a block with the highest bound, a dead one if all are, -1 if none is left.

    The safest are looked at first, until no other can have a higher bound. ``sizes`` and ``quick``
    are left as those of the cell that is returned.
    """
    find_mined(play, begin, end)
    size, counts = end - begin, play.counts
    tried, best, cell, dead, last = opened, 0, -1, -1, -1
    while True:
        least, u = size, -1
        for j in range(counts.size):
            if counts[j] < least and not (tried >> j) & 1:
                least, u = counts[j], j
        if u < 0 or size - least <= best:
            break
        tried |= long(1) << u
        last = u
        wins = bound_wins(play, begin, end, opened, u)
        if wins > best:
            best, cell = wins, u
        elif wins < 0 and dead < 0:
            dead = u
    chosen = cell if cell >= 0 else dead
    if chosen >= 0 and chosen != last:
        bound_wins(play, begin, end, opened, chosen)
    return int(chosen)


@borrowing
def open_guess(play: Play, begin: int, end: int, opened: int, u: int) -> None:
    """Open u in a block: each class waits, the largest on top; layouts with a mine on u are lost.

    ``sizes`` and ``quick`` must be those of u.
    """
    order, spare, layouts, sizes, quick, ends = (
        play.order, play.spare, play.layouts, play.sizes, play.quick, play.ends
    )  # fmt: skip
    mined = begin
    for number in range(NUMBERS):
        ends[number] = mined
        mined += sizes[number]
    for i in range(begin, end):
        spare[i] = order[i]
    for i in range(begin, end):
        number = number_on(layouts, spare[i], u)
        if number >= 0:
            order[ends[number]] = spare[i]
            ends[number] += 1
        else:
            order[mined] = spare[i]
            mined += 1
    opened |= long(1) << u
    smallest = 0
    while smallest >= 0:
        smallest = -1
        for number in range(NUMBERS):
            if sizes[number] and (smallest < 0 or sizes[number] < sizes[smallest]):
                smallest = number
        if smallest >= 0:
            play.state[TOTAL] += quick[smallest]
            wait(play, ends[smallest] - sizes[smallest], ends[smallest], opened, quick[smallest])
            sizes[smallest] = 0


@borrowing
def sort_block(play: Play, begin: int, end: int, opened: int, plane: int, safe: int) -> None:
    """Split a block in three by one bit of the numbers on its ``safe`` cells; each part waits.

    As in quicksort: the layouts whose word ``plane``, at those cells, is below, at and above that
    of a layout in the middle.
    """
    order, layouts = play.order, play.layouts
    pivot = layouts[order[(begin + end) // 2], plane] & safe
    low, at, high = begin, begin, end
    while at < high:
        n = order[at]
        shown = layouts[n, plane] & safe
        if shown < pivot:
            order[at], order[low] = order[low], n
            low += 1
            at += 1
        elif shown > pivot:
            high -= 1
            order[at], order[high] = order[high], n
        else:
            at += 1
    wait(play, begin, low, opened, NEW)
    wait(play, high, end, opened, NEW)
    wait(play, low, high, opened, NEW)


@borrowing
def play_on_block(play: Play, closed: int) -> None:
    """Take the block that came last a step further: split it by its safe cells, or by a guess.

    ``closed``: all cells, a bit each.
    """
    state, order, layouts = play.state, play.order, play.layouts
    state[WAITING] -= 1
    block = play.blocks[state[WAITING]]
    begin, end, opened, most = block[BEGIN], block[END], block[OPENED], block[MOST]
    state[VISITS] -= end - begin
    if most != NEW:
        state[TOTAL] += end - begin - most
    first = order[begin]
    mines = layouts[first, MINES]
    p1, p2, p3, p4 = layouts[first, 1], layouts[first, 2], layouts[first, 3], layouts[first, 4]
    d1, d2, d3, d4 = long(0), long(0), long(0), long(0)
    for i in range(begin + 1, end):
        n = order[i]
        mines |= layouts[n, MINES]
        d1 |= layouts[n, 1] ^ p1
        d2 |= layouts[n, 2] ^ p2
        d3 |= layouts[n, 3] ^ p3
        d4 |= layouts[n, 4] ^ p4
    safe = closed & ~mines & ~opened
    if (d1 | d2 | d3 | d4) & safe:
        if end - begin > 2:
            plane = 1 if d1 & safe else 2 if d2 & safe else 3 if d3 & safe else 4
            sort_block(play, begin, end, opened, plane, safe)
    elif end - begin == 2:
        state[TOTAL] -= 1
    else:
        opened |= safe
        u = find_guess(play, begin, end, opened)
        # There is none if the layouts differ only in cells that have no bit: they count as won.
        if u >= 0:
            state[TOTAL] -= end - begin
            open_guess(play, begin, end, opened, u)


@borrowing
def bound_cells(play: Play, choice: Choice, tried: int) -> None:
    """Fill the bounds of the first ``tried`` cells; those of dead ones count if all are dead."""
    count, bounds = play.layouts.shape[0], choice.bounds
    find_mined(play, 0, count)
    dead = True
    for k in range(tried):
        u = choice.cells[k]
        bounds[k] = bound_wins(play, 0, count, 0, u)
        # A cell that is always a mine has 0; it must not count as one that is alive.
        dead = dead and bounds[k] <= 0
        for number in range(NUMBERS):
            choice.sizes[u, number], choice.quick[u, number] = (
                play.sizes[number],
                play.quick[number],
            )
    if dead:
        for k in range(tried):
            bounds[k] = -bounds[k]


@borrowing
def try_cells(play: Play, choice: Choice, tried: int, kept: int) -> int:
    """Open each of the first ``tried`` cells and play on; write the best of them to ``best``.

    At most ``kept`` are written; returns how many, or -1 when that takes too many visits.
    """
    state, count, cells = play.state, play.layouts.shape[0], choice.cells
    closed = full_word(play.counts.size)
    held, least = 0, 0
    for k in range(tried):
        if choice.bounds[k] <= least:
            continue
        for number in range(NUMBERS):
            play.sizes[number] = choice.sizes[cells[k], number]
            play.quick[number] = choice.quick[cells[k], number]
        state[WAITING], state[TOTAL] = 0, 0
        open_guess(play, 0, count, 0, cells[k])
        while state[WAITING] and state[TOTAL] > least:
            play_on_block(play, closed)
            if state[VISITS] < 0:
                return -1
        if state[TOTAL] > least:
            insert_move(choice.best, choice.wins, min(held, kept - 1), cells[k], state[TOTAL])
            held = min(held + 1, kept)
            if held == kept:
                least = choice.wins[kept - 1]
    return held


@kernel
def search_narrowly(layouts: Longs, cells: int, visits: int) -> tuple[int, int]:
    """Return the best cell, the number of its bit, and how many of the ``layouts`` its play wins.

    The first ``cells`` bits are tried. The cell is -1 when that takes more than ``visits`` visits
    to layouts in all.
    """
    choice = Choice(
        np.arange(cells).astype(np.int32),
        np.empty(cells, np.int64),
        np.empty(cells, np.int32),
        np.empty(cells, np.int64),
        np.empty((cells, NUMBERS), np.int64),
        np.empty((cells, NUMBERS), np.int64),
    )
    some = layouts
    if layouts.shape[0] > 2 * TRIAL:
        some = layouts[:: layouts.shape[0] // TRIAL].copy()
    play = start_play(some, cells, visits)
    bound_cells(play, choice, cells)
    for k in range(cells):
        insert_move(choice.cells, choice.bounds, k, choice.cells[k], choice.bounds[k])
    tried = cells
    if some.shape[0] < layouts.shape[0]:
        held = try_cells(play, choice, cells, TRIED)
        close = choice.wins[0] - BEHIND * some.shape[0]
        tried = 0
        while tried < held and choice.wins[tried] >= close:
            tried += 1
        play = start_play(layouts, cells, play.state[VISITS])
        choice.cells[:] = choice.best
        bound_cells(play, choice, tried)
    if try_cells(play, choice, tried, 1) < 1:
        return -1, 0
    return int(choice.best[0]), int(choice.wins[0])
