"""The layouts of a wide component by the number of its mines, with far fewer states.

Here a state says only what each open constraint still needs, and in how many ways it is reached is
a series, one term for each number of mines placed so far (its generating function). So there are
ten to a hundred times fewer edges than in ``component.py``, and what is done along an edge is done
for many terms at once. But chances come out for given weights of the component's numbers of mines,
not for each of these: what else is on the board must have been counted before.

The run backward needs the series of all layers, which takes too much room. So the layers are parted
into blocks: the first layer of each is kept, the others are made once more when the run comes to
their block (Griewank and Walther, Revolve, 2000).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import Floats, Ints, Longs, borrowing, kernel
from core.solver.kernels.component import (
    BUILDING,
    FLOOR,
    HEADER,
    LEAST,
    OK,
    WIDE,
    Layers,
    Work,
    eliminate_in,
    share_of,
)
from core.solver.kernels.frontier import Frontier
from core.solver.kernels.order import start_progress

TERM = 3
"""How many steps each term of the series at an edge's source counts for, all runs together."""

MOST_BLOCKS = 64
"""How many blocks the layers are parted into at most."""


class Series(NamedTuple):
    """The series of the states of ``layers``.

    ``fewest[s]``: the fewest mines on the way to state s, the number of its first term;
    ``first[s]``: where its terms start if those of all states follow one another; ``at[t]``: the
    same of layer t; ``longest``: how many terms a state has at most; ``widest``: a layer.
    """

    layers: Layers
    fewest: Ints
    first: Longs
    at: Longs
    longest: int
    widest: int


@kernel
def measure(layers: Layers, work: Work) -> Series:
    """Return how long the series of the component last eliminated are."""
    members = layers.order.size
    states = layers.layer_first[members + 1]
    fewest, most = np.full(states, np.int32(8 * members)), np.zeros(states, np.int32)
    fewest[0] = 0
    for e in range(layers.edge_first[members]):
        source, target, placed = work.source[e], work.target[e], work.placed[e]
        fewest[target] = min(fewest[target], fewest[source] + placed)
        most[target] = max(most[target], most[source] + placed)
    first = np.zeros(states + 1, np.int64)
    longest = 0
    for s in range(states):
        length = most[s] - fewest[s] + 1
        first[s + 1] = first[s] + length
        longest = max(longest, length)
    at = first[layers.layer_first]
    return Series(layers, fewest, first, at, longest, np.max(at[1:] - at[:-1]))


@borrowing
def terms_of(series: Series, t: int) -> int:
    """Return how many terms layer t has."""
    return int(series.at[t + 1] - series.at[t])


@kernel
def part(series: Series, blocks: int) -> Longs:
    """Return the first layers of blocks, about as many as asked for, and the last layer.

    Each has as many terms as the others, about: the last layer is in none.
    """
    members = series.layers.order.size
    starts = np.zeros(blocks + 1, np.int64)
    count = 1
    for t in range(1, members):
        if series.at[t] * blocks >= count * series.at[members]:
            starts[count] = t
            count += 1
    starts[count] = members
    return starts[: count + 1]


@kernel
def room_for(series: Series, starts: Longs) -> int:
    """Return how many terms there must be room for at a time, with blocks that start so."""
    kept, largest = 0, 0
    for b in range(starts.size - 1):
        kept += terms_of(series, starts[b])
        largest = max(largest, series.at[starts[b + 1]] - series.at[starts[b]])
    return int(kept + largest + 2 * series.widest)


@kernel
def fitting_blocks(series: Series, room: int) -> Longs:
    """Return the first layers of as few blocks as fit the room; of no block if none do."""
    blocks = 1
    while blocks <= MOST_BLOCKS:
        starts = part(series, blocks)
        if room_for(series, starts) <= room:
            return starts
        blocks *= 2
    return np.zeros(0, np.int64)


@borrowing
def along(series: Series, t: int, e: int, work: Work) -> tuple[int, int, int]:
    """Return where the terms begin that edge ``e`` leads from and to, and how many they are.

    The places are those among the terms of layers t and t + 1.
    """
    fewest, first = series.fewest, series.first
    s, target = work.source[e], work.target[e]
    at = first[s] - series.at[t]
    to = first[target] - series.at[t + 1] + fewest[s] + work.placed[e] - fewest[target]
    return at, to, first[s + 1] - first[s]


@borrowing
def step(series: Series, t: int, weight: Floats, work: Work, here: Floats, there: Floats) -> None:
    """Write the series of layer t + 1 to ``there``, from those of layer t, which are ``here``.

    ``weight[k]`` is that of k mines in the group between them.
    """
    edge_first = series.layers.edge_first
    there[:] = 0.0
    for e in range(edge_first[t], edge_first[t + 1]):
        at, to, length = along(series, t, e, work)
        add(here[at : at + length], weight[work.placed[e]], there[to : to + length])


@borrowing
def add(terms: Floats, factor: float, out: Floats) -> None:
    """Add the ``terms`` times the ``factor`` to ``out``."""
    for i in range(terms.size):
        out[i] += factor * terms[i]


@borrowing
def step_back(
    series: Series,
    t: int,
    weight: Floats,
    work: Work,
    here: Floats,
    after: Floats,
    before: Floats,
    shared: Floats,
) -> None:
    """Go back from layer t + 1 to layer t, whose series are ``here``.

    ``after`` and ``before`` are, in place of the ways to come to a state with so many mines, those
    to go on from it, of both layers. ``shared[k]`` receives terms whose sum is the weight of all
    layouts with k mines in the group between them.
    """
    edge_first = series.layers.edge_first
    before[:] = 0.0
    shared[:] = 0.0
    for e in range(edge_first[t], edge_first[t + 1]):
        at, to, length = along(series, t, e, work)
        k, inside = work.placed[e], slice(at, at + length)
        add_back(after[to : to + length], weight[k], here[inside], before[inside], shared[k])
    scale(before)


@borrowing
def add_back(terms: Floats, factor: float, here: Floats, before: Floats, shared: Floats) -> None:
    """Add the ``terms`` times the ``factor`` to ``before``, and to ``shared`` times ``here`` too.

    So many at once as the processor can, hence no sum is made here.
    """
    for i in range(terms.size):
        term = factor * terms[i]
        before[i] += term
        shared[i] += term * here[i]


@borrowing
def scale(terms: Floats) -> float:
    """Divide the ``terms`` by the largest where that is far from 1; return the log of it."""
    largest = 0.0
    for i in range(terms.size):
        largest = max(largest, terms[i])
    if LEAST <= largest <= 1 / FLOOR:
        return 0.0
    for i in range(terms.size):
        if terms[i] > 0.0:
            terms[i] = max(terms[i] / largest, FLOOR)
    return float(np.log(largest))


@kernel
def go_on(
    series: Series,
    begin: int,
    end: int,
    sizes: Ints,
    weight: Floats,
    work: Work,
    here: Floats,
    there: Floats,
) -> tuple[Floats, Floats, float]:
    """Go from layer ``begin``, whose series are ``here``, to layer ``end``.

    ``sizes[t]``: the cells of the group between layers t and t + 1; ``there`` is room for a layer.
    Returns the array that has the series of the last layer, the other, and the log of what these
    were divided by.
    """
    log_scale = 0.0
    for t in range(begin, end):
        out = there[: terms_of(series, t + 1)]
        step(series, t, weight[sizes[t]], work, here, out)
        log_scale += scale(out)
        here, there = there, here
    return here, there, log_scale


@kernel
def count_series(frontier: Frontier, order: Ints, weight: Floats, work: Work, steps: int) -> int:
    """Count the layouts of a component as ``solve_component`` does, in at most ``steps`` steps.

    Its groups are eliminated in ``order``. Its entry has no probabilities but room for N weights,
    one for each number of mines, by which ``share_series`` finds them, and then the order. The
    steps of both are charged here.
    """
    most = steps // (2 * BUILDING)
    layers = eliminate_in(order, frontier, start_progress(frontier), weight, work, most, 0)
    if layers.status != OK:
        return int(layers.status)
    series, members = measure(layers, work), order.size
    building = layers.edge_first[members] * BUILDING
    others = building  # once more, to share
    for e in range(layers.edge_first[members]):
        others += TERM * (series.first[work.source[e] + 1] - series.first[work.source[e]])
    entry, counts = work.mark[1], terms_of(series, members)
    after = entry + HEADER + 2 * counts + members
    if building + others > steps or after > work.pool.size:
        return WIDE
    if fitting_blocks(series, room_of(work)).size == 0:
        return WIDE
    work.mark[1] = after
    work.mark[3] += others
    here, there = np.empty(series.widest), np.empty(series.widest)
    here[0] = 1.0
    sizes = frontier.size[order]
    here, _, log_scale = go_on(series, 0, members, sizes, weight, work, here, there)
    work.pool[entry] = series.fewest[layers.layer_first[members]]
    work.pool[entry + 1] = counts
    work.pool[entry + 2] = log_scale
    work.pool[entry + 4] = 0.0
    work.pool[entry + HEADER : entry + HEADER + counts] = here[:counts]
    work.pool[after - members : after] = order
    return OK


@kernel
def order_of(frontier: Frontier, c: int, work: Work, entry: int) -> Ints:
    """Return the order of the groups of component c, to which ``count_series`` gave its entry."""
    start = entry + HEADER + 2 * int(work.pool[entry + 1])
    members = frontier.first[c + 1] - frontier.first[c]
    return work.pool[start : start + members].astype(np.int32)


@borrowing
def room_of(work: Work) -> int:
    """Return how many terms of series there may be at a time beside this workspace."""
    return int(6 * work.source.size)


@kernel
def share_series(
    frontier: Frontier, c: int, weight: Floats, work: Work, entry: int, group_mine: Floats
) -> None:
    """Write the chances of component c, to which ``count_series`` gave its ``entry``.

    The entry has received its weights since; ``weight`` and the workspace are those of then.
    """
    charged = work.mark[3]
    order, progress = order_of(frontier, c, work, entry), start_progress(frontier)
    layers = eliminate_in(order, frontier, progress, weight, work, work.source.size, 0)
    work.mark[3] = charged  # as it was counted
    series, counts = measure(layers, work), int(work.pool[entry + 1])
    at, sizes = series.at, frontier.size[order]
    starts = fitting_blocks(series, room_of(work))
    kept, kept_at = keep_starts(series, starts, sizes, weight, work)
    block = np.empty(np.max(at[starts[1:]] - at[starts[:-1]]))
    after, before = np.empty(series.widest), np.empty(series.widest)
    after[:counts] = work.pool[entry + HEADER + counts : entry + HEADER + 2 * counts]
    shared = np.empty((9, series.longest))
    for b in range(starts.size - 2, -1, -1):
        base = at[starts[b]]
        block[: kept_at[b + 1] - kept_at[b]] = kept[kept_at[b] : kept_at[b + 1]]
        for t in range(starts[b], starts[b + 1] - 1):
            here, there = at[t] - base, at[t + 1] - base
            out = block[there : there + terms_of(series, t + 1)]
            step(series, t, weight[sizes[t]], work, block[here:there], out)
            scale(out)
        for t in range(starts[b + 1] - 1, starts[b] - 1, -1):
            here, there = at[t] - base, at[t + 1] - base
            inside, out = block[here:there], before[: there - here]
            step_back(series, t, weight[sizes[t]], work, inside, after, out, shared)
            after, before = before, after
            group_mine[order[t]] = chance_of(shared, sizes[t])


@kernel
def keep_starts(
    series: Series, starts: Longs, sizes: Ints, weight: Floats, work: Work
) -> tuple[Floats, Longs]:
    """Return the series of the first layer of each block, and where each begins.

    ``sizes`` as in ``go_on``.
    """
    blocks = starts.size - 1
    kept_at = np.zeros(blocks + 1, np.int64)
    for b in range(blocks):
        kept_at[b + 1] = kept_at[b] + terms_of(series, starts[b])
    kept = np.empty(kept_at[blocks])
    here, there = np.empty(series.widest), np.empty(series.widest)
    here[0] = 1.0
    for b in range(blocks):
        kept[kept_at[b] : kept_at[b + 1]] = here[: kept_at[b + 1] - kept_at[b]]
        if b < blocks - 1:
            here, there, _ = go_on(
                series, starts[b], starts[b + 1], sizes, weight, work, here, there
            )
    return kept, kept_at


@borrowing
def chance_of(shared: Floats, size: int) -> float:
    """Return the chance of a mine in a group of so many cells, ``shared`` as in ``step_back``."""
    mined, clear = 0.0, 0.0
    for k in range(size + 1):
        total = 0.0
        for i in range(shared.shape[1]):
            total += shared[k, i]
        mined += total * k
        clear += total * (size - k)
    return share_of(mined, clear)
