"""The order in which a wide component's groups are eliminated, by beam search.

A greedy order (order.py) follows one way, and what is cheap now may be dear later. Here some of the
cheapest sets of groups that may be eliminated first are followed at once, all of as many groups. So
the component is swept over again and again, each time back from where the last order ended and with
twice as many sets, until the search for another order would cost more than the order found.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import (
    Bytes,
    Floats,
    Ints,
    Longs,
    Shorts,
    borrowing,
    copy,
    kernel,
    long,
)
from core.solver.kernels.component import BUILDING, WIDE, Work, eliminate_in
from core.solver.kernels.frontier import Frontier
from core.solver.kernels.generator import draw_word
from core.solver.kernels.order import far_group, start_progress

FOLLOWING = 256
"""How many steps each group of the component counts for in a sweep, for each set followed."""

SEARCHING = 32
"""How many steps the search may take for each edge that there is room for: as many as it takes to
make these edges twice, half of what a board may take."""

WORTH = 2560
"""While an order has more states or edges than so many for each set followed, it is searched on.

To use it takes about half a step for each of them and each of the component's groups, so for
2,560 five times as many steps as to follow one set more.
"""

HOPELESS = 2.0**40
"""With more states than these no order could be used, however wide the sweeps that followed."""

MOST_BITS = 1000
"""A layer counts as no more bits of states than these, so that a sum of layers stays finite."""

UNIT = 1000
"""Bits are counted in parts, so many to one, so that sums of them are exact."""

TIED = 0.85
"""Open constraints share cells, so their needs are not free of each other: a set has so many bits
of states for each bit of needs, the best fit to 8,217 layers of 200 boards."""


class Part(NamedTuple):
    """A component by itself, its groups and constraints numbered from 0 on.

    Groups are as ``Frontier.member`` lists them; ``size``, ``group_count``, ``group_cons``,
    ``con_count`` and ``con_groups`` as in ``Frontier``. ``bits[k, n]``: those of what constraint k
    may still need once n of its cells are eliminated; ``word[g]``: a random number below 2**62.
    """

    size: Ints
    group_count: Ints
    group_cons: Ints
    con_count: Ints
    con_groups: Ints
    bits: Ints
    word: Longs


class Beam(NamedTuple):
    """The sets followed, and behind as many those that come of them, by turns.

    ``gone[b, k]``: how many cells of constraint k are eliminated in set b;
    ``listed[b, :length[b]]``: the groups that may come next, those under an open constraint;
    ``price[b]``: the bits that each of these adds to the set; ``place[b, g]``: where group g is
    listed, NOT_YET or GONE; ``bits``: those of the states after the set; ``cost``: the states of
    all layers up to there; ``word``: the exclusive or of the set's words, which tells sets apart.
    """

    gone: Bytes
    place: Shorts
    listed: Ints
    price: Ints
    length: Ints
    bits: Ints
    cost: Floats
    word: Longs


NOT_YET, GONE = -1, -2


class Best(NamedTuple):
    """The cheapest sets for the next layer, ascending, and what finds them.

    The n-th is set ``parent[n]`` with its listed group ``at[n]``; ``met``: their words, as a hash
    table with NO_WORD elsewhere. Of the i-th set before, ``offer[i]`` is the next group, with its
    price; ``base[i]`` and ``key[i]``: how cheap the set is without it and with it, infinite where
    no group is left. ``heap``: the sets before, by what is next of each (a binary heap).
    """

    parent: Ints
    at: Ints
    met: Longs
    offer: Longs
    base: Floats
    key: Floats
    heap: Ints


NO_WORD = -1

AT_BITS = 16
"""An offer is the price of a group, and in so many bits below it where the group is listed."""

BEFORE, AFTER = -(1 << 62), 1 << 62
"""What comes before all offers, and what after them."""


@kernel
def search_order(
    frontier: Frontier, c: int, choose: Floats, work: Work, steps: int
) -> tuple[Ints, float]:
    """Return a good order of the groups of component c, and how many states it leads to, about.

    The search takes at most ``steps`` steps, no more than the workspace gives it, and charges them.
    No order is found, and the states are infinite, if these do not suffice for one sweep. On dense
    boards there may be far fewer states than are told: so before each sweep it is tried whether the
    order found has so few edges that none is needed. ``choose``: as ``weight`` of ``eliminate_in``.
    """
    member = frontier.member[frontier.first[c] : frontier.first[c + 1]]
    part, order = take_apart(frontier, c), member.copy()
    far = far_group(frontier, start_progress(frontier), c, order)
    start = int(np.searchsorted(member, far))
    trial, states = np.empty(member.size, np.int32), np.inf
    end = work.mark[3] + min(steps, work.source.size * SEARCHING)
    width = 1
    while states > WORTH * width:
        cost = width * member.size * FOLLOWING
        if width > 1:
            edges = min(WORTH * width, (end - work.mark[3]) // BUILDING)
            progress = start_progress(frontier)
            if eliminate_in(order, frontier, progress, choose, work, edges, 0).status != WIDE:
                break
        if work.mark[3] + cost > end:
            break
        work.mark[3] += cost
        found = sweep(part, start, width, trial)
        start = int(trial[trial.size - 1])
        if found < states:
            order[:] = member[trial]
            states = found
        if states > HOPELESS:
            break
        width *= 2
    return order, states


@kernel
def take_apart(frontier: Frontier, c: int) -> Part:
    """Return component c by itself."""
    member = frontier.member[frontier.first[c] : frontier.first[c + 1]]
    home = np.empty(frontier.groups, np.int32)
    for g in range(member.size):
        home[member[g]] = g
    number = np.full(frontier.constraints, -1, np.int32)
    own = np.empty(frontier.constraints, np.int32)
    count = 0
    group_cons = np.empty((member.size, 8), np.int32)
    word = np.empty(member.size, np.int64)
    state = np.ones(1, np.int64)
    for g in range(member.size):
        for i in range(frontier.group_count[member[g]]):
            constraint = frontier.group_cons[member[g], i]
            if number[constraint] < 0:
                number[constraint] = count
                own[count] = constraint
                count += 1
            group_cons[g, i] = number[constraint]
        word[g] = draw_word(state)
    con_groups = np.empty((count, 8), np.int32)
    bits = np.zeros((count, 9), np.int32)
    for k in range(count):
        need, cells = frontier.need[own[k]], frontier.cells[own[k]]
        for i in range(frontier.con_count[own[k]]):
            con_groups[k, i] = home[frontier.con_groups[own[k], i]]
        for gone in range(cells + 1):
            needs = min(need, cells - gone) - max(0, need - gone) + 1
            bits[k, gone] = int(UNIT * TIED * np.log2(needs) + 0.5)
    return Part(
        frontier.size[member],
        frontier.group_count[member],
        group_cons,
        frontier.con_count[own[:count]],
        con_groups,
        bits,
        word,
    )


@kernel
def sweep(part: Part, start: int, width: int, order: Ints) -> float:
    """Write the best order that begins with group ``start`` to ``order``; return its states.

    So many are in all layers, about. ``width``: how many sets are followed.
    """
    members, constraints = part.size.size, part.con_count.size
    beam = Beam(
        np.zeros((2 * width, constraints), np.int8),
        np.full((2 * width, members), np.int16(NOT_YET)),
        np.empty((2 * width, members), np.int32),
        np.empty((2 * width, members), np.int32),
        np.zeros(2 * width, np.int32),
        np.zeros(2 * width, np.int32),
        np.zeros(2 * width),
        np.zeros(2 * width, np.int64),
    )
    best = start_best(width)
    parent = np.empty((members, width), np.int32)
    chosen = np.empty((members, width), np.int32)
    beam.listed[0, 0], beam.price[0, 0] = start, price_of(part, beam.gone[0], start)
    beam.length[0] = sets = 1
    for t in range(members):
        here, there = t % 2 * width, (t + 1) % 2 * width
        sets = find_cheapest(part, beam, here, sets, best)
        for i in range(sets):
            parent[t, i] = best.parent[i] - here
            chosen[t, i] = beam.listed[best.parent[i], best.at[i]]
            follow(part, beam, best.parent[i], best.at[i], there + i)
    i = 0  # all sets have come to the same one
    for t in range(members - 1, -1, -1):
        order[t] = chosen[t, i]
        i = parent[t, i]
    return float(beam.cost[members % 2 * width])


@kernel
def start_best(width: int) -> Best:
    """Return room for the best of so many sets; half of the hash table stays free."""
    places = 2
    while places < 2 * width:
        places *= 2
    return Best(
        np.empty(width, np.int32),
        np.empty(width, np.int32),
        np.empty(places, np.int64),
        np.empty(width, np.int64),
        np.empty(width),
        np.empty(width),
        np.empty(width, np.int32),
    )


@borrowing
def find_cheapest(part: Part, beam: Beam, here: int, sets: int, best: Best) -> int:
    """Find the ``best`` that come of the ``sets`` from ``here`` on; return how many they are.

    A set is as cheap as there are few states after it; of equal sets, as there are few before.
    They are found from the cheapest on, so a set that is met again is no cheaper.
    """
    best.met[:] = NO_WORD
    for i in range(sets):
        b = here + i
        # The logarithm makes less of a difference than a part of a bit.
        best.base[i] = beam.bits[b] + np.log2(beam.cost[b] + 1.0) / 128.0
        best.heap[i] = i
        look_on(beam, here, i, BEFORE, best)
    for place in range(sets // 2 - 1, -1, -1):
        sink(best, place, sets)
    found = 0
    while best.key[best.heap[0]] < np.inf:
        i = best.heap[0]
        b, at = here + i, best.offer[i] & ((1 << AT_BITS) - 1)
        if meet(best.met, beam.word[b] ^ part.word[beam.listed[b, at]]):
            best.parent[found], best.at[found] = b, at
            found += 1
            if found == best.parent.size:
                break
        look_on(beam, here, i, best.offer[i], best)
        sink(best, 0, sets)
    return found


@borrowing
def look_on(beam: Beam, here: int, i: int, offer: int, best: Best) -> None:
    """Write the next after an ``offer`` of the i-th set from ``here`` on to ``best``."""
    b = here + i
    following = next_offer(beam.price[b, : beam.length[b]], offer)
    best.offer[i], best.key[i] = following, np.inf
    if following < AFTER:
        best.key[i] = best.base[i] + (following >> AT_BITS)


@borrowing
def next_offer(price: Ints, offer: int) -> int:
    """Return the least that is above another ``offer``, of groups with these prices, else AFTER."""
    least = AFTER
    for at in range(price.size):
        this = (long(price[at]) << AT_BITS) + at
        least = min(least, this if this > offer else AFTER)
    return least


@borrowing
def sink(best: Best, place: int, sets: int) -> None:
    """Let what stands at a ``place`` of the heap of so many ``sets`` sink to where it belongs."""
    heap = best.heap
    i = heap[place]
    while 2 * place + 1 < sets:
        below = 2 * place + 1
        if below + 1 < sets and is_before(best, heap[below + 1], heap[below]):
            below += 1
        if is_before(best, i, heap[below]):
            break
        heap[place] = heap[below]
        place = below
    heap[place] = i


@borrowing
def is_before(best: Best, i: int, j: int) -> bool:
    """Tell whether the next of set i is cheaper than the next of set j, or equal and i < j."""
    # Without branches: no processor could foretell them.
    first, second = best.key[i], best.key[j]
    return bool((first < second) | ((first == second) & (i < j)))


@borrowing
def meet(met: Longs, word: int) -> bool:
    """Add a ``word`` to those that were ``met``; tell whether it is a new one."""
    place = word & (met.size - 1)
    while met[place] != NO_WORD:
        if met[place] == word:
            return False
        place = (place + 1) & (met.size - 1)
    met[place] = word
    return True


@borrowing
def follow(part: Part, beam: Beam, a: int, at: int, b: int) -> None:
    """Make set ``b`` of the beam what comes of set ``a`` once its listed group ``at`` is gone."""
    gone, place, listed, price = beam.gone[b], beam.place[b], beam.listed[b], beam.price[b]
    count = beam.length[a]
    copy(beam.gone[a], gone, gone.size)
    copy(beam.place[a], place, place.size)
    copy(beam.listed[a], listed, count)
    copy(beam.price[a], price, count)
    g = listed[at]
    beam.bits[b] = beam.bits[a] + price[at]
    beam.cost[b] = beam.cost[a] + 2.0 ** min(beam.bits[b] / UNIT, MOST_BITS)
    beam.word[b] = beam.word[a] ^ part.word[g]
    count -= 1
    listed[at], price[at] = listed[count], price[count]
    place[listed[at]] = at
    place[g] = GONE
    for i in range(part.group_count[g]):
        k = part.group_cons[g, i]
        bits, before, after = part.bits[k], gone[k], gone[k] + part.size[g]
        gone[k] = after
        for j in range(part.con_count[k]):
            other = part.con_groups[k, j]
            where, size = place[other], part.size[other]
            if where == NOT_YET:
                listed[count], price[count] = other, price_of(part, gone, other)
                place[other] = count
                count += 1
            elif where != GONE:
                price[where] += (
                    bits[after + size] - bits[after] - bits[before + size] + bits[before]
                )
    beam.length[b] = count


@borrowing
def price_of(part: Part, gone: Bytes, g: int) -> int:
    """Return the bits that group g adds to a set in which so many cells are ``gone``."""
    price = 0
    for i in range(part.group_count[g]):
        k = part.group_cons[g, i]
        price += part.bits[k, gone[k] + part.size[g]] - part.bits[k, gone[k]]
    return price
