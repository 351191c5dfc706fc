"""The layouts of one component, counted by the number of its mines.

Groups are eliminated one at a time (dynamic programming). Layer t holds the states that are
possible after t groups. A state says how many mines were placed so far, and how many each open
constraint still needs; its value is the number of ways to get there. An edge leads from a state to
one of the next layer, by a number of mines in the next group. Edges are kept, so that one run
backward gives every group's probability for every number of mines in the component.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import Bytes, Floats, Ints, Longs, borrowing, kernel, long
from core.solver.kernels.frontier import Frontier
from core.solver.kernels.order import Progress, plan_order

OK, IMPOSSIBLE, WIDE = 0, 1, 2
"""How solving ended: answered; no layout fits; more states than the workspace holds."""

MINE_BITS = 15
NEED_BITS = 48
"""A state is one 63-bit word: 15 bits of mines, and above them what each open constraint still
needs, in as many bits as its need has."""

FLOOR = 1e-140
"""No positive weight falls below this share of the largest, so that no product of two underflows
and what is possible never looks impossible. It is far below the precision of the answer."""

LEAST = 1e-3
"""The largest weight of a layer is kept between this and 1 / FLOOR: from such a one, weights above
FLOOR times that do not fall to 0 in the next layer."""

BUILDING = 16
"""How many steps an edge counts for when it is built; on the run backward it counts for about one
for each number of mines that its state leads to. A step takes about a nanosecond."""

LATEST = 2**31 - 1
"""The highest layer number that a stamp can hold: a thread at full load reaches it within hours."""

SPREAD = 1640531527
"""2**32 over the square of the golden ratio: times this, keys spread over a hash table (Knuth, The
Art of Computer Programming, 6.4)."""

HEADER = 5
"""How many values an entry of the pool starts with: the fewest mines, how many numbers of mines
there are from these on, the log of the scale, the steps that it took (told only if it has
probabilities), how many groups it has these of: all of its component, or none."""


class Work(NamedTuple):
    """Room to solve components in, and a table of those solved.

    ``key`` (2, states): the states of two layers, those of layer t in row t % 2. ``ways`` (states
    of all layers,): in how many ways each is reached. ``source``, ``target``, ``placed`` (edges,):
    the states at an edge's two ends, as indices of ``ways``, and the mines it places. ``slot``,
    ``stamp``: a hash table from a state to its index in the layer being made; a place is taken if
    its stamp is that layer's. ``known``, ``where``: a hash table from a component's tag to the
    start of its entry in ``pool``. ``mark``: [number of the layer being made, pool used, components
    known, steps taken so far, steps of putting components together so far].
    """

    key: Longs
    ways: Floats
    source: Ints
    target: Ints
    placed: Bytes
    slot: Ints
    stamp: Ints
    known: Longs
    where: Ints
    pool: Floats
    mark: Longs


def make_work(states: int, edges: int, entries: int) -> Work:
    """Return room for layers of ``states`` each, ``edges`` in all, ``entries`` known components.

    ``states`` and ``entries`` are powers of two, for the hash tables.
    """
    return Work(
        key=np.empty((2, states), np.int64),
        ways=np.empty(edges, np.float64),
        source=np.empty(edges, np.int32),
        target=np.empty(edges, np.int32),
        placed=np.empty(edges, np.int8),
        slot=np.zeros(4 * states, np.int32),
        stamp=np.zeros(4 * states, np.int32),
        known=np.zeros(4 * entries, np.int64),
        where=np.zeros(4 * entries, np.int32),
        pool=np.empty(max(128 * entries, 2 * states), np.float64),
        mark=np.zeros(5, np.int64),
    )


@borrowing
def forget(work: Work) -> None:
    """Empty the table of known components."""
    work.known[:] = 0
    work.mark[1] = 0
    work.mark[2] = 0


@borrowing
def recall(work: Work, tag: int) -> int:
    """Return where the entry of the component ``tag`` starts in the pool, or -1."""
    mask = work.known.size - 1
    at = tag & mask
    while work.known[at] != 0:
        if work.known[at] == tag:
            return int(work.where[at])
        at = (at + 1) & mask
    return -1


@borrowing
def remember(work: Work, tag: int, entry: int) -> None:
    """Note that the component ``tag`` has its entry at ``entry``, unless the table is half full.

    It may be: one board may have more components than the table has places.
    """
    if work.mark[2] * 2 >= work.known.size:
        return
    mask = work.known.size - 1
    at = tag & mask
    while work.known[at] != 0:
        at = (at + 1) & mask
    work.known[at] = tag
    work.where[at] = entry
    work.mark[2] += 1


@borrowing
def has_chances(pool: Floats, entry: int) -> bool:
    """Return whether an entry has its groups' probabilities: what is counted by series has none."""
    return bool(pool[entry + 4] > 0.0)


@borrowing
def bits_of(need: int) -> int:
    """Return as many one bits as it takes to write ``need`` (at least one)."""
    bits = long(1)
    while bits < need:
        bits = 2 * bits + 1
    return int(bits)


@borrowing
def free_place(taken: int, bits: int) -> int:
    """Return the lowest shift at which ``bits`` are free in ``taken``, or -1."""
    for place in range(NEED_BITS):
        if (bits << place) >> NEED_BITS:
            break
        if not taken & (bits << place):
            return place
    return -1


@borrowing
def start_layer(work: Work) -> None:
    """Empty the hash table of states by taking the next layer number; after LATEST comes 1."""
    if work.mark[0] >= LATEST:
        work.stamp[:] = 0
        work.mark[0] = 0
    work.mark[0] += 1


@borrowing
def find_state(work: Work, layer: int, key: int, count: int) -> int:
    """Return the index of the state ``key`` in the layer being made, which has ``count`` states.

    ``layer`` is its row in ``work.key``. A new state gets the index ``count`` and is added if there
    is room.
    """
    mask = work.slot.size - 1
    folded = (key ^ (key >> 32)) & 0xFFFFFFFF
    at = ((folded * SPREAD) >> 20) & mask
    clock = work.mark[0]
    while work.stamp[at] == clock:
        index = work.slot[at]
        if work.key[layer, index] == key:
            return int(index)
        at = (at + 1) & mask
    if count < work.key.shape[1]:
        work.stamp[at] = clock
        work.slot[at] = count
        work.key[layer, count] = key
    return count


class Layers(NamedTuple):
    """The layers of states that an elimination left in the workspace.

    ``status``: OK, IMPOSSIBLE or WIDE; ``order``: the groups as they were eliminated;
    ``layer_first[t]``, ``edge_first[t]``: where the states of layer t, and the edges from them,
    start in the workspace; ``log_scale``: the log of what the ways were divided by.
    """

    status: int
    order: Ints
    layer_first: Longs
    edge_first: Longs
    log_scale: float


@kernel
def eliminate(
    frontier: Frontier,
    progress: Progress,
    c: int,
    weight: Floats,
    work: Work,
    most: int,
    each: int,
) -> Layers:
    """Run forward through the groups of component c as ``eliminate_in`` does, in a greedy order."""
    order = np.empty(frontier.first[c + 1] - frontier.first[c], np.int32)
    plan_order(frontier, progress, c, order)
    return eliminate_in(order, frontier, progress, weight, work, most, each)


@kernel
def eliminate_in(
    order: Ints,
    frontier: Frontier,
    progress: Progress,
    weight: Floats,
    work: Work,
    most: int,
    each: int,
) -> Layers:
    """Run forward through a component's groups in ``order``, leaving states and edges in ``work``.

    ``weight[s, k]`` is the weight of k mines in a group of s cells: the binomial coefficient, times
    the tilt to the power k. ``most``: with more edges it counts as too wide. ``each``: 1, or 0 to
    leave the number of mines out of the states, which makes these fewer.
    """
    most = min(most, work.source.size)
    members = order.size
    layer_first = np.zeros(members + 2, np.int64)
    edge_first = np.zeros(members + 1, np.int64)
    shifts = np.empty(8, np.int64)
    masks = np.empty(8, np.int64)
    leave = np.empty(8, np.int64)
    taken = long(0)
    edges = 0
    log_scale = 0.0
    work.key[0, 0] = 0
    work.ways[0] = 1.0
    layer_first[1] = 1
    for t in range(members):
        g = order[t]
        size = frontier.size[g]
        count = frontier.group_count[g]
        opened = 0
        step = -each
        for i in range(count):
            constraint = frontier.group_cons[g, i]
            if progress.slot[constraint] < 0:
                bits = bits_of(frontier.need[constraint])
                place = free_place(taken, bits)
                if place < 0:
                    return Layers(WIDE, order, layer_first, edge_first, log_scale)
                taken |= bits << place
                progress.slot[constraint] = place
                opened += long(frontier.need[constraint]) << (MINE_BITS + place)
            progress.left[constraint] -= 1
            progress.cells[constraint] -= size
            shifts[i] = MINE_BITS + progress.slot[constraint]
            masks[i] = bits_of(frontier.need[constraint])
            leave[i] = progress.cells[constraint]
            step += long(1) << shifts[i]
        # Only now, or a constraint that opens here could take the bits of one that closes.
        for i in range(count):
            constraint = frontier.group_cons[g, i]
            if progress.left[constraint] == 0:
                taken ^= bits_of(frontier.need[constraint]) << progress.slot[constraint]
        here, there = t & 1, (t + 1) & 1
        begin, end = layer_first[t], layer_first[t + 1]
        start_layer(work)
        states = 0
        if edges + (end - begin) * (size + 1) > most:
            return Layers(WIDE, order, layer_first, edge_first, log_scale)
        largest = 0.0
        for s in range(begin, end):
            key = work.key[here, s - begin] + opened
            low, high = 0, int(size)
            for i in range(count):
                digit = (key >> shifts[i]) & masks[i]
                high = min(high, digit)
                low = max(low, digit - leave[i])
            for k in range(low, high + 1):
                index = find_state(work, there, key - k * step, states)
                if index == states:
                    if states == work.key.shape[1] or end + states >= work.ways.size:
                        work.mark[3] += BUILDING * (edges - edge_first[t])
                        return Layers(WIDE, order, layer_first, edge_first, log_scale)
                    work.ways[end + states] = 0.0
                    states += 1
                work.ways[end + index] += work.ways[s] * weight[size, k]
                largest = max(largest, work.ways[end + index])
                work.source[edges] = s
                work.target[edges] = end + index
                work.placed[edges] = k
                edges += 1
        if states == 0:
            return Layers(IMPOSSIBLE, order, layer_first, edge_first, log_scale)
        layer_first[t + 2] = end + states
        edge_first[t + 1] = edges
        work.mark[3] += BUILDING * (edges - edge_first[t])
        if not LEAST <= largest <= 1 / FLOOR:
            log_scale += np.log(largest)
            for s in range(end, end + states):
                work.ways[s] = max(work.ways[s] / largest, FLOOR)
    return Layers(OK, order, layer_first, edge_first, log_scale)


@kernel
def solve_component(
    frontier: Frontier, progress: Progress, c: int, weight: Floats, work: Work, steps: int
) -> int:
    """Count the layouts of component c and add its entry to the pool, in at most ``steps`` steps.

    Returns OK, IMPOSSIBLE or WIDE; when OK, the entry starts where ``work.mark[1]`` pointed and
    that has moved past it. An entry is what ``HEADER`` tells; for each of N numbers of mines the
    ways to place them, divided by the scale; then for each group, as ``Frontier.member`` lists
    them, N probabilities that a cell of it is a mine, one for each number of mines.
    """
    layers = eliminate(frontier, progress, c, weight, work, steps // BUILDING, 1)
    if layers.status != OK:
        return int(layers.status)
    layer_first, edge_first = layers.layer_first, layers.edge_first
    members = layers.order.size
    begin, end = layer_first[members], layer_first[members + 1]
    fewest, most = work.key[members & 1, 0], work.key[members & 1, 0]
    for s in range(1, end - begin):
        fewest = min(fewest, work.key[members & 1, s])
        most = max(most, work.key[members & 1, s])
    counts = most - fewest + 1
    entry = work.mark[1]
    after = entry + HEADER + counts + members * counts
    # On average a state leads to about half of the numbers of mines.
    steps_back = edge_first[members] * (counts // 2 + 1)
    if after > work.pool.size or edge_first[members] * BUILDING + steps_back > steps:
        return WIDE
    work.mark[3] += steps_back
    work.mark[1] = after
    pool = work.pool
    pool[entry] = fewest
    pool[entry + 1] = counts
    for n in range(counts):
        pool[entry + HEADER + n] = 0.0
    for s in range(end - begin):
        pool[entry + HEADER + work.key[members & 1, s] - fewest] = work.ways[begin + s]
    pool[entry + 2] = layers.log_scale
    pool[entry + 3] = edge_first[members] * BUILDING + steps_back
    pool[entry + 4] = members
    fill_entry(frontier, c, layers, weight, work, entry)
    return OK


@kernel
def fill_entry(
    frontier: Frontier, c: int, layers: Layers, weight: Floats, work: Work, entry: int
) -> None:
    """Write each group's probabilities to the ``entry`` of component c, the last eliminated.

    Its fewest mines and how many numbers of mines there are stand there already.
    """
    layer_first, members, counts = layers.layer_first, layers.order.size, int(work.pool[entry + 1])
    position = np.empty(frontier.groups, np.int32)
    for i in range(members):
        position[frontier.member[frontier.first[c] + i]] = i
    widest = 1
    for t in range(members + 1):
        widest = max(widest, layer_first[t + 1] - layer_first[t])
    columns = min(counts, work.source.size // widest)
    for first in range(0, counts, columns):
        room = np.empty((2, widest, min(columns, counts - first)))
        run_back(frontier, layers, position, weight, work, entry, first, room)


@kernel
def run_back(
    frontier: Frontier,
    layers: Layers,
    position: Ints,
    weight: Floats,
    work: Work,
    entry: int,
    first: int,
    room: Floats,
) -> None:
    """Write each group's probabilities to the ``entry`` of the component last eliminated.

    It does so for as many numbers of mines as ``room`` (2, states, numbers of mines) has columns,
    beginning with ``first`` more than the fewest: room for all at once may be more than the
    workspace takes. ``position[g]``: where group g comes among those of the entry.
    """
    order, layer_first, edge_first = layers.order, layers.layer_first, layers.edge_first
    pool = work.pool
    _, widest, columns = room.shape
    members = order.size
    fewest, counts = int(pool[entry]) + first, int(pool[entry + 1])
    begin, end = layer_first[members], layer_first[members + 1]
    back, before = room[0], room[1]
    # The numbers of mines that a state leads to lie between these two, both included.
    back_low, back_high = np.empty(widest, np.int32), np.empty(widest, np.int32)
    before_low, before_high = np.empty(widest, np.int32), np.empty(widest, np.int32)
    back[: end - begin] = 0.0
    for s in range(end - begin):
        n = work.key[members & 1, s] - fewest
        back_low[s], back_high[s] = columns, -1
        if 0 <= n < columns:
            back[s, n] = 1.0
            back_low[s], back_high[s] = n, n
    mined = np.empty(columns)
    clear = np.empty(columns)
    for t in range(members - 1, -1, -1):
        g = order[t]
        size = frontier.size[g]
        begin, end = layer_first[t], layer_first[t + 1]
        before[: end - begin] = 0.0
        before_low[: end - begin] = columns
        before_high[: end - begin] = -1
        mined[:] = 0.0
        clear[:] = 0.0
        largest = 0.0
        for e in range(edge_first[t], edge_first[t + 1]):
            s, target, k = work.source[e], work.target[e], work.placed[e]
            ways = weight[size, k]
            low, high = back_low[target - end], back_high[target - end]
            before_low[s - begin] = min(before_low[s - begin], low)
            before_high[s - begin] = max(before_high[s - begin], high)
            for n in range(low, high + 1):
                value = ways * back[target - end, n]
                before[s - begin, n] += value
                largest = max(largest, before[s - begin, n])
                share = value * work.ways[s]
                mined[n] += share * k
                clear[n] += share * (size - k)
        table = entry + HEADER + counts + position[g] * counts + first
        for n in range(columns):
            pool[table + n] = share_of(mined[n], clear[n])
        if not LEAST <= largest <= 1 / FLOOR:
            for s in range(end - begin):
                for n in range(columns):
                    if before[s, n] > 0.0:
                        before[s, n] = max(before[s, n] / largest, FLOOR)
        back, before = before, back
        back_low, before_low = before_low, back_low
        back_high, before_high = before_high, back_high


@borrowing
def share_of(mined: float, clear: float) -> float:
    """Return mined / (mined + clear): 0 and 1 only where certain (0 where nothing is possible)."""
    if mined == 0.0:
        return 0.0
    if clear == 0.0:
        return 1.0
    return min(mined / (mined + clear), 1.0 - 2.0**-53)
