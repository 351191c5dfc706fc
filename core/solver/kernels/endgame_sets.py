"""Sets of layouts, with a bit for each layout, what is counted in them, and the table of nodes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.bits import WORD, ones
from core.solver.kernels.compiled import Bytes, Ints, Longs, borrowing, kernel, long

LEAST, MOST = 1 << 12, 1 << 24
"""The fewest and the most places of a search's table; once half of them are taken, further nodes
are not kept but searched again when met."""

SHRINK = 4
"""How many times fewer words the sets of each frame have than those of the frame before."""

NUMBERS = 9
"""How many numbers a cell may hold: 0 to 8."""


class Endgame(NamedTuple):
    """An endgame with its layouts listed.

    ``cells`` (U,): the closed cells that are no known mines; ``number`` (layouts, U): what each
    holds in each layout, -1 for a mine; ``low``, ``high`` (U,): the least and the largest number it
    holds (``low`` above ``high`` where it is always a mine); ``salt`` (layouts,): words to hash
    sets of layouts with.

    A set has a bit for each layout, WORD bits in a word. A frame says which layouts the bits stand
    for: in frame 0 all layouts, in each later frame those of one node, so that small nodes have
    short sets; it has room for SHRINK times fewer than the frame before. ``mine`` (frames, words,
    U): the set of layouts in which a cell is a mine; ``show`` (frames, U, NUMBERS, words): that in
    which it holds a number; ``words`` (frames,): how many words a set takes; ``which`` (frames,
    bits): which layout each bit stands for.

    ``key``, ``value``: the table of nodes, a hash table; a value is twice the wins, and 1 more if
    they are exact, not a bound. ``budget``: [nodes that may still be searched, entries in the
    table].
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
    """Add the first ``size`` layouts in ``which`` to the sets ``mine`` and ``show`` of a frame."""
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
    """Return the smallest frame, from ``frame`` on, that has room for ``size`` layouts."""
    while frame + 1 < words.size and size <= words[frame + 1] * WORD:
        frame += 1
    return frame


@borrowing
def compact(game: Endgame, frame: int, smaller: int, node: Longs) -> None:
    """Let the frame ``smaller`` stand for the layouts of ``node``, a set of ``frame``.

    ``node`` is rewritten to be the set of them all in that frame.
    """
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
    """Write to ``mined`` (U,) in how many layouts of ``node`` each cell is a mine."""
    mined[:] = 0
    for w in range(game.words[frame]):
        word, row = node[w], game.mine[frame, w]
        for u in range(mined.size):
            mined[u] += ones(word & row[u])


@borrowing
def split(show: Longs, node: Longs, words: int, part: Longs, count: Longs) -> int:
    """Sort the layouts of ``node`` in which a cell is safe into classes by its number.

    ``show`` (numbers, words): the sets of layouts in which the cell holds each number. Writes the
    classes that are not empty to ``part`` (NUMBERS, words), their sizes to ``count`` (NUMBERS,);
    returns how many there are.
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
    """Split ``node`` as ``split`` does by the live cell i; bound the wins of each class.

    A class of one layout is won; of any other no more layouts are than survive the safest of the
    other live cells. ``rows[:words, j]``: the set of layouts in which live cell j is a mine, of
    ``cells`` live cells in all; ``mined`` (cells,) is scratch. Writes the bounds to ``quick``
    (NUMBERS,); returns the number of classes and the sum of the bounds.
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
    """Return the wins of a node of two layouts: 2 if a closed cell safe in both tells them apart.

    Else one of them is lost: 1.
    """
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
    """Hash a node, its layouts and the cells ``opened``, to a word that is not 0."""
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
    """Return how many places a search of ``nodes`` nodes has in its table: a power of two."""
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
    """Return a node's value, if the table has it, or a bound not above ``enough``; else -1."""
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
    """Note a node's value, if ``exact`` is 1, or else a bound from above, while there is room."""
    if 2 * game.budget[1] < game.key.size and game.budget[0] >= 0:
        at = find_node(game, key)
        game.budget[1] += game.key[at] == 0
        game.key[at] = key
        game.value[at] = 2 * value + exact
