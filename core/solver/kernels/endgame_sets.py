"""Sets of layouts, a bit each, and what is counted in them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.bits import WORD, ones
from core.solver.kernels.compiled import Bytes, Ints, Longs, borrowing, kernel, long

LEAST, MOST = 1 << 12, 1 << 24
"""Places of the table of one search; nodes beyond half of them are searched again when met."""

SHRINK = 4
"""How much smaller each frame of an endgame is than the one before."""

NUMBERS = 9
"""The numbers a cell may hold: 0 to 8."""


class Endgame(NamedTuple):
    """An endgame with its layouts listed.

    ``cells`` (U,): the closed cells that are no known mines; ``number`` (layouts, U): what each
    holds in each layout, -1 for a mine; ``low``, ``high`` (U,): the least and the largest number it
    holds (``low`` above ``high`` where it is always a mine); ``salt`` (layouts,): words to hash
    sets of layouts with.

    A set of layouts is a bit each, WORD of them a word, in one of some frames: frame 0 holds all
    layouts, each other those of one node, SHRINK times fewer than the frame before has room for.
    ``mine`` (frames, words, U), ``show`` (frames, U, NUMBERS, words): the layouts in which a cell
    is a mine, and holds a number; ``words`` (frames,): the words a set takes; ``which`` (frames,
    layouts): which layout each bit stands for.

    ``key``, ``value``: the table of nodes; ``budget``: [nodes that may still be searched, entries
    in the table].
    """

    cells: Ints
    number: Bytes
    low: Ints
    high: Ints
    salt: Longs
    mine: Longs
    show: Longs
    words: Longs
    which: Ints
    key: Longs
    value: Ints
    budget: Longs


@borrowing
def fill_frame(game: Endgame, frame: int, size: int) -> None:
    """Add the ``size`` layouts in ``which`` to the sets of a frame."""
    numbers, mine, show, which = game.number, game.mine, game.show, game.which
    for bit in range(size):
        n, w = which[frame, bit], bit // WORD
        flag = long(1) << (bit - w * WORD)
        for u in range(numbers.shape[1]):
            number = numbers[n, u]
            if number < 0:
                mine[frame, w, u] |= flag
            else:
                show[frame, u, number, w] |= flag


@borrowing
def find_range(game: Endgame) -> None:
    """Find the least and the largest number that each cell holds."""
    for n in range(game.number.shape[0]):
        for u in range(game.cells.size):
            number = game.number[n, u]
            if number >= 0:
                game.low[u] = min(game.low[u], number)
                game.high[u] = max(game.high[u], number)


@kernel
def frame_words(words: int) -> Longs:
    """Return how many words a set takes in each frame, the first taking ``words``."""
    sizes = np.empty(words, np.int64)
    sizes[0] = words
    frames = 1
    while sizes[frames - 1] > 1:
        sizes[frames] = (sizes[frames - 1] + SHRINK - 1) // SHRINK
        frames += 1
    return sizes[:frames].copy()


@borrowing
def smallest_frame(words: Longs, frame: int, size: int) -> int:
    """Return the last frame, from ``frame`` on, that has room for ``size`` layouts."""
    while frame + 1 < words.size and size <= words[frame + 1] * WORD:
        frame += 1
    return frame


@borrowing
def compact(game: Endgame, frame: int, smaller: int, node: Longs) -> None:
    """Make the frame ``smaller`` that of the set ``node`` of ``frame``; ``node`` is all of it."""
    size = long(0)
    for w in range(game.words[frame]):
        word = node[w]
        while word:
            low = word & -word
            game.which[smaller, size] = game.which[frame, w * WORD + ones(low - 1)]
            size += 1
            word ^= low
    for w in range(game.words[smaller]):
        node[w] = full_word(min(max(size - w * WORD, 0), WORD))
        for u in range(game.cells.size):
            game.mine[smaller, w, u] = 0
            for number in range(game.low[u], game.high[u] + 1):
                game.show[smaller, u, number, w] = 0
    fill_frame(game, smaller, size)


@borrowing
def full_word(size: int) -> int:
    """Return a word of ``size`` one bits."""
    return int((long(1) << size) - 1)


@kernel
def scatter(count: int) -> Longs:
    """Return ``count`` well-spread words (a Lehmer generator, two draws a word)."""
    words = np.empty(count, np.int64)
    state = long(88675123)
    for n in range(count):
        state = state * 48271 % 2147483647
        high = state
        state = state * 48271 % 2147483647
        words[n] = (high << 31) ^ state
    return words


@borrowing
def count_mines(game: Endgame, frame: int, node: Longs, mined: Longs) -> None:
    """Count in how many layouts of ``node`` each cell is a mine."""
    mined[:] = 0
    for w in range(game.words[frame]):
        word, row = node[w], game.mine[frame, w]
        for u in range(mined.size):
            mined[u] += ones(word & row[u])


@borrowing
def split(show: Longs, node: Longs, words: int, part: Longs, count: Longs) -> int:
    """Sort the layouts of ``node`` into classes by what a cell holds; the others drop out.

    ``show`` (numbers, words): where it holds each number. Writes the classes to ``part`` (NUMBERS,
    words) and their sizes to ``count``; counts them.
    """
    classes = 0
    for number in range(show.shape[0]):
        size = 0
        for w in range(words):
            word = node[w] & show[number, w]
            part[classes, w] = word
            size += ones(word)
        if size:
            count[classes] = size
            classes += 1
    return classes


@borrowing
def bound_classes(
    show: Longs,
    node: Longs,
    rows: Longs,
    words: int,
    cells: int,
    i: int,
    part: Longs,
    count: Longs,
    quick: Longs,
    mined: Longs,
) -> tuple[int, int]:
    """Split ``node`` as split() does by the cell of row i; bound the wins of each class.

    No more of a class can be won than survive the safest of the other cells. ``rows[:words,
    :cells]``: where the cells are mines; ``mined`` (cells,) is written over. Writes the bounds to
    ``quick``; returns the number of classes and the sum of the bounds.
    """
    classes, total = split(show, node, words, part, count), 0
    # The bounds are no kernel of their own: a call for each class costs more than its sums.
    for k in range(classes):
        for j in range(cells):
            mined[j] = 0
        for w in range(words):
            word = part[k, w]
            for j in range(cells):
                mined[j] += ones(word & rows[w, j])
        size = count[k]
        least = mined[i] = size
        for j in range(cells):
            least = min(least, mined[j])
        quick[k] = size - least if size > 1 else 1
        total += quick[k]
    return classes, total


@borrowing
def wins_of_two(game: Endgame, frame: int, node: Longs, opened: int) -> int:
    """Return the wins of a node of two layouts: both where a cell tells them apart for nothing."""
    first, second = -1, -1
    for w in range(game.words[frame]):
        word = node[w]
        while word:
            low = word & -word
            first, second = second, game.which[frame, w * WORD + ones(low - 1)]
            word ^= low
    for u in range(game.cells.size):
        one, other = game.number[first, u], game.number[second, u]
        if one >= 0 and other >= 0 and one != other and not (opened >> u) & 1:
            return 2
    return 1


@borrowing
def node_key(game: Endgame, frame: int, node: Longs, opened: int) -> int:
    """Hash a node to a word that is not 0."""
    key, salt, which = long(0), game.salt, game.which
    for w in range(game.words[frame]):
        word = node[w]
        while word:
            low = word & -word
            key ^= salt[which[frame, w * WORD + ones(low - 1)]]
            word ^= low
    return int((key ^ (opened << 1)) | 1)


@borrowing
def table_size(nodes: int) -> int:
    """Return how many places the table of a search of ``nodes`` nodes needs: a power of two."""
    size = LEAST
    while size < 2 * nodes and size < MOST:
        size *= 2
    return size


@borrowing
def find_node(game: Endgame, key: int) -> int:
    """Return the place of ``key`` in the table, or where it would go."""
    keys = game.key
    at = (key ^ (key >> 17) ^ (key >> 31)) & (keys.size - 1)
    while keys[at] and keys[at] != key:
        at = (at + 1) & (keys.size - 1)
    return at


@borrowing
def look_up(game: Endgame, key: int, enough: int) -> int:
    """Return a node's value if the table knows it well enough, else -1."""
    at = find_node(game, key)
    if game.key[at] == key:
        value, exact = game.value[at] >> 1, game.value[at] & 1
        if exact or value <= enough:
            return int(value)
    return -1


@borrowing
def use_up(game: Endgame) -> bool:
    """Count a node as searched; tell whether that was one too many."""
    game.budget[0] -= 1
    return bool(game.budget[0] < 0)


@borrowing
def keep(game: Endgame, key: int, value: int, exact: int) -> None:
    """Note a node's value, or a bound from above, in the table while it has room."""
    if 2 * game.budget[1] < game.key.size and game.budget[0] >= 0:
        at = find_node(game, key)
        game.budget[1] += game.key[at] == 0
        game.key[at] = key
        game.value[at] = 2 * value + exact
