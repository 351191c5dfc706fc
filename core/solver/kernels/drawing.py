"""Layouts of a position drawn at random, all equally likely.

First it is drawn how many mines the frontier and each component has, by how many layouts that
leaves; then the elimination of each component is run backward from a state with so many mines, edge
by edge, which draws those of each group; then the cells of each group.
"""

from __future__ import annotations

import numpy as np

from core.solver.kernels.bits import WORD
from core.solver.kernels.combine import Products, log_choose, multiply_all
from core.solver.kernels.compiled import UNKNOWN, Floats, Ints, Longs, borrowing, kernel, long
from core.solver.kernels.component import HEADER, OK, Layers, eliminate
from core.solver.kernels.frontier import Frontier
from core.solver.kernels.generator import MODULUS, MULTIPLIER, uniform
from core.solver.kernels.mapping import solve_components
from core.solver.kernels.order import start_progress
from core.solver.kernels.position import Position, Tools


@borrowing
def draw_place(sums: Floats, state: Longs) -> int:
    """Draw an index, each as likely as its share in the weights with these running ``sums``."""
    return int(np.searchsorted(sums, uniform(state) * sums[-1], side="right"))


@kernel
def sum_totals(position: Position, products: Products, log_factorial: Floats) -> Floats:
    """Return the running sums of the weights of each number of mines on the frontier.

    Entry n is for n mines above the fewest.
    """
    rest = position.solved.rest_cells
    total = products.prefix[products.start[-2] :]
    logs = np.full(total.size, -np.inf)
    for n in range(total.size):
        off = position.mines - products.low - n
        if total[n] > 0.0 and 0 <= off <= rest:
            logs[n] = np.log(total[n]) + log_choose(log_factorial, rest, off)
    return np.cumsum(np.exp(logs - logs.max()))


@kernel
def sum_shares(products: Products, entries: Ints, pool: Floats) -> Floats:
    """Return the running sums of the weights of each number of mines in each component.

    Row [c, n] has those of 0, 1 ... mines in component c, given that the components up to c have n;
    all numbers of mines count from the fewest.
    """
    start, prefix = products.start, products.prefix
    widest = 1
    for entry in entries:
        widest = max(widest, int(pool[entry + 1]))
    sums = np.zeros((entries.size, start[-1] - start[-2], widest))
    for c in range(entries.size):
        for n in range(start[c + 2] - start[c + 1]):
            total = 0.0
            for j in range(widest):
                before = n - j
                if j < int(pool[entries[c] + 1]) and 0 <= before < start[c + 1] - start[c]:
                    total += prefix[start[c] + before] * pool[entries[c] + HEADER + j]
                sums[c, n, j] = total
    return sums


@kernel
def draw_counts(position: Position, tools: Tools, counts: Ints, state: Longs) -> bool:
    """Draw how many mines each component has in each layout, and in the last column the rest.

    Fills ``counts`` (layouts, components + 1). False if the frontier is too wide.
    """
    frontier, pool = position.frontier, tools.work.pool
    entries = np.empty(frontier.components, np.int32)
    if solve_components(frontier, tools.choose, tools.work, entries) != OK:
        return False
    products = multiply_all(entries, pool)
    totals = sum_totals(position, products, tools.log_factorial)
    shares = sum_shares(products, entries, pool)
    for i in range(counts.shape[0]):
        n = draw_place(totals, state)
        counts[i, entries.size] = position.mines - products.low - n
        for c in range(entries.size - 1, -1, -1):
            j = draw_place(shares[c, n], state)
            counts[i, c] = int(pool[entries[c]]) + j
            n -= j
    return True


@kernel
def draw_component(
    frontier: Frontier, layers: Layers, tools: Tools, counts: Ints, placed: Ints, state: Longs
) -> None:
    """Draw the mines of each group of the component last eliminated.

    ``counts`` (layouts,): the mines of the component in each layout; ``placed`` (layouts, groups)
    receives those of its groups.
    """
    work, order, layer_first = tools.work, layers.order, layers.layer_first
    members = order.size
    edges = layers.edge_first[members]
    # The edges by the state that they lead to, with the running sums of their weights.
    first = np.zeros(layer_first[members + 1] + 1, np.int64)
    for e in range(edges):
        first[work.target[e] + 1] += 1
    first = np.cumsum(first)
    fill = first.copy()
    sums, edge = np.empty(edges), np.empty(edges, np.int64)
    for t in range(members):
        size = frontier.size[order[t]]
        for e in range(layers.edge_first[t], layers.edge_first[t + 1]):
            target = work.target[e]
            at = fill[target]
            before = sums[at - 1] if at > first[target] else 0.0
            sums[at] = before + work.ways[work.source[e]] * tools.choose[size, work.placed[e]]
            edge[at] = e
            fill[target] += 1
    last = work.key[members & 1]
    for i in range(counts.size):
        node = layer_first[members]
        while last[node - layer_first[members]] != counts[i]:
            node += 1
        for t in range(members - 1, -1, -1):
            begin, end = first[node], first[node + 1]
            chosen = edge[begin]
            if end - begin > 1:
                chosen = edge[begin + draw_place(sums[begin:end], state)]
            placed[i, order[t]] = work.placed[chosen]
            node = long(work.source[chosen])


@borrowing
def is_mine(layout: Longs, place: int) -> bool:
    """Tell whether a ``layout`` (2,) has a mine at a ``place``."""
    return bool((layout[place // WORD] >> (place % WORD)) & 1)


@borrowing
def flip(layout: Longs, place: int) -> None:
    """Put a mine at a ``place`` of a ``layout`` (2,), or take it away."""
    layout[place // WORD] ^= long(1) << (place % WORD)


@borrowing
def draw_mines(places: Ints, count: int, layout: Longs, state: Longs) -> None:
    """Put ``count`` mines on ``places`` of a ``layout`` (2,), each choice of these equally likely.

    Places are drawn until there are enough different ones: for the mines, or, if these are fewer,
    for the cells without one.
    """
    fewer = min(count, places.size - count)
    while fewer:
        place = places[long(uniform(state) * places.size)]
        if not is_mine(layout, place):
            flip(layout, place)
            fewer -= 1
    if count > places.size - count:
        for place in places:
            flip(layout, place)


@kernel
def list_groups(position: Position, place: Ints, first: Longs) -> Ints:
    """Return the places of the unknown cells by group, those off the frontier last.

    Those of group g are from ``first[g]`` to ``first[g + 1]``.
    """
    groups, group, marks = position.frontier.groups, position.frontier.group, position.marks
    first[:] = 0
    for cell in range(marks.size):
        if marks[cell] == UNKNOWN:
            first[(group[cell] if group[cell] >= 0 else groups) + 1] += 1
    for g in range(groups + 1):
        first[g + 1] += first[g]
    fill, places = first.copy(), np.empty(position.unknown, np.int32)
    for cell in range(marks.size):
        if marks[cell] == UNKNOWN:
            g = group[cell] if group[cell] >= 0 else groups
            places[fill[g]] = place[cell]
            fill[g] += 1
    return places


@kernel
def leave_out_twins(layouts: Longs) -> int:
    """Move the first of ``layouts`` (layouts, 2) that are equal to the front; count those moved."""
    size = 4
    while size < 2 * layouts.shape[0]:
        size *= 2
    table = np.full(size, -1, np.int32)
    found = 0
    for i in range(layouts.shape[0]):
        low, high = layouts[i]
        at = (low % MODULUS * MULTIPLIER + high) % MODULUS & (size - 1)
        while table[at] >= 0 and (layouts[table[at], 0] != low or layouts[table[at], 1] != high):
            at = (at + 1) & (size - 1)
        if table[at] < 0:
            table[at] = found
            layouts[found] = layouts[i]
            found += 1
    return found


@kernel
def draw_layouts(position: Position, place: Ints, number: int, seed: int, tools: Tools) -> Longs:
    """Draw ``number`` layouts, all equally likely, and leave out repeated ones: (layouts, 2).

    A layout is two words of WORD bits each; a cell is a mine if the bit of its ``place`` is 1.
    Returns none if the frontier is too wide. The same ``seed`` draws the same.
    """
    frontier, state = position.frontier, np.array([seed % (MODULUS - 1) + 1])
    counts = np.empty((number, frontier.components + 1), np.int32)
    if not draw_counts(position, tools, counts, state):
        return np.empty((0, 2), np.int64)
    placed = np.zeros((number, frontier.groups + 1), np.int32)
    progress = start_progress(frontier)
    for c in range(frontier.components):
        layers = eliminate(
            frontier, progress, c, tools.choose, tools.work, tools.work.source.size, 1
        )
        draw_component(frontier, layers, tools, counts[:, c], placed, state)
    placed[:, frontier.groups] = counts[:, frontier.components]
    first = np.empty(frontier.groups + 2, np.int64)
    places = list_groups(position, place, first)
    layouts = np.zeros((number, 2), np.int64)
    for i in range(number):
        for g in range(frontier.groups + 1):
            if placed[i, g]:
                draw_mines(places[first[g] : first[g + 1]], placed[i, g], layouts[i], state)
    return layouts[: leave_out_twins(layouts)]
