"""The frontier of a view: constraints, groups (cells under the same constraints), components.

A constraint is what an open number says of the unknown cells around it. A component is all groups
that constraints tie together, directly or by way of others.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.compiled import (
    DEGREE,
    MINE,
    UNKNOWN,
    Bytes,
    Geometry,
    Ints,
    Longs,
    borrowing,
    kernel,
)


class Frontier(NamedTuple):
    """Constraints, groups and components of a position.

    ``constraints``, ``groups``, ``components``: how many there are; arrays may be longer.
    ``need[k]``: how many mines constraint k still needs; ``cells[k]``: how many unknown cells it
    has; ``con_groups[k, :con_count[k]]``: its groups. ``size[g]``: how many cells group g has;
    ``group_cons[g, :group_count[g]]``: its constraints. The groups of component c are
    ``member[first[c]:first[c + 1]]``, ascending; ``tag[c]`` is a hash of all that its layouts
    depend on. ``group[cell]``: the group of a cell, -1 off the frontier.
    """

    constraints: int
    need: Ints
    cells: Ints
    con_count: Ints
    con_groups: Ints
    groups: int
    size: Ints
    group_count: Ints
    group_cons: Ints
    components: int
    first: Ints
    member: Ints
    tag: Longs
    group: Ints


@borrowing
def active_numbers(view: Bytes, near: Ints, out: Ints) -> int:
    """Write the numbers that touch an unknown cell to ``out`` in row-major order; count them."""
    count = 0
    for cell in range(view.size):
        if view[cell] >= 0:
            for i in range(near[cell, DEGREE]):
                if view[near[cell, i]] == UNKNOWN:
                    out[count] = cell
                    count += 1
                    break
    return count


@kernel
def find_frontier(view: Bytes, geometry: Geometry, numbers: Ints, count: int) -> Frontier:
    """Build the frontier of ``view`` from the first ``count`` of ``numbers``.

    ``numbers`` are open cells in row-major order; those that touch no unknown cell are passed over.
    If some are left out that touch one, it is the frontier of what the others say.
    """
    near, salt = geometry.near, geometry.salt
    need = np.empty(count, np.int32)
    cells = np.zeros(count, np.int32)
    word = np.zeros(count, np.int64)
    touched = np.empty(count * 8, np.int32)
    touched_count = np.empty(count * 8, np.int32)
    touched_cons = np.empty((count * 8, 8), np.int32)
    group = np.full(view.size, -1, np.int32)
    found = 0
    k = 0
    # At first ``group`` holds the place of a cell in ``touched``, at the end its group.
    for n in range(count):
        number = numbers[n]
        need[k] = view[number]
        for i in range(near[number, DEGREE]):
            cell = near[number, i]
            if view[cell] == MINE:
                need[k] -= 1
            elif view[cell] == UNKNOWN:
                index = group[cell]
                if index < 0:
                    index = found
                    group[cell] = index
                    touched[index] = cell
                    touched_count[index] = 0
                    found += 1
                touched_cons[index, touched_count[index]] = k
                touched_count[index] += 1
                cells[k] += 1
                word[k] ^= salt[number, 9 + i]
        if cells[k]:
            word[k] ^= salt[number, need[k]]
            k += 1
    con_count = np.zeros(k, np.int32)
    con_groups = np.empty((k, 8), np.int32)
    size = np.zeros(found, np.int32)
    group_count = np.empty(found, np.int32)
    group_cons = np.empty((found, 8), np.int32)
    groups = 0
    for f in range(found):
        g = match_group(
            touched_cons[f], touched_count[f], con_count, con_groups, group_count, group_cons
        )
        if g < 0:
            g = groups
            groups += 1
            group_count[g] = touched_count[f]
            for i in range(touched_count[f]):
                constraint = touched_cons[f, i]
                group_cons[g, i] = constraint
                con_groups[constraint, con_count[constraint]] = g
                con_count[constraint] += 1
        size[g] += 1
        group[touched[f]] = g
    first = np.zeros(groups + 1, np.int32)
    member = np.empty(groups, np.int32)
    tag = np.zeros(groups, np.int64)
    components = find_components(
        groups, con_count, con_groups, group_count, group_cons, word, first, member, tag
    )
    return Frontier(
        k,
        need,
        cells,
        con_count,
        con_groups,
        groups,
        size,
        group_count,
        group_cons,
        components,
        first,
        member,
        tag,
        group,
    )


@borrowing
def frontier_cells(frontier: Frontier) -> int:
    """Return how many cells the frontier has."""
    cells = 0
    for g in range(frontier.groups):
        cells += frontier.size[g]
    return int(cells)


@borrowing
def match_group(
    cons: Ints, count: int, con_count: Ints, con_groups: Ints, group_count: Ints, group_cons: Ints
) -> int:
    """Return the group under exactly the first ``count`` constraints of ``cons``, or -1."""
    for i in range(con_count[cons[0]]):
        g = con_groups[cons[0], i]
        same = group_count[g] == count
        for j in range(count):
            same = same and group_cons[g, j] == cons[j]
        if same:
            return int(g)
    return -1


@kernel
def find_components(
    groups: int,
    con_count: Ints,
    con_groups: Ints,
    group_count: Ints,
    group_cons: Ints,
    word: Longs,
    first: Ints,
    member: Ints,
    tag: Longs,
) -> int:
    """Gather the groups tied by constraints into components; return how many there are.

    Fills ``first``, ``member`` and ``tag``. ``word[k]``: a hash of constraint k; the tag of a
    component is the exclusive or of its constraints'.
    """
    home = np.full(groups, -1, np.int32)
    counted = np.zeros(con_count.size, np.int8)
    stack = np.empty(groups, np.int32)
    components = 0
    for seed in range(groups):
        if home[seed] >= 0:
            continue
        home[seed] = components
        stack[0] = seed
        waiting = 1
        while waiting:
            waiting -= 1
            g = stack[waiting]
            for i in range(group_count[g]):
                constraint = group_cons[g, i]
                if counted[constraint]:
                    continue
                counted[constraint] = 1
                tag[components] ^= word[constraint]
                for j in range(con_count[constraint]):
                    other = con_groups[constraint, j]
                    if home[other] < 0:
                        home[other] = components
                        stack[waiting] = other
                        waiting += 1
        components += 1
    for g in range(groups):
        first[home[g] + 1] += 1
    for c in range(components):
        first[c + 1] += first[c]
    place = first.copy()
    for g in range(groups):
        member[place[home[g]]] = g
        place[home[g]] += 1
    return components
