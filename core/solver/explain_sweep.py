"""The order in which constraints are swept, so that few of them are met at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.grid import Cell
from core.solver.explain_view import Constraint

# Up to so many constraints a sweep takes less time than the choice of its order.
_MANY = 12


def swept(constraints: Sequence[Constraint]) -> list[Constraint]:
    """Return ``constraints`` from one end to the other, so that few are met at a time.

    The end is the last of a walk from anywhere, or the last of the sweep from there, whichever
    makes fewer states. Begun in the middle, a sweep would have two fronts, and as many states as
    both of them multiplied.
    """
    around = constraints_around(constraints)
    order: dict[Cell, Constraint] = {}
    for one in constraints:
        if one.clue not in order:
            best = there = walk(walk([one], around)[-1:], around)
            if len(there) > _MANY:
                tied = {each.clue: _tied(each, around) for each in there}
                sweeps = [_sweep(end, there, tied) for end in (there[0], there[-1])]
                best = min(sweeps, key=lambda sweep: _states(sweep, around))
            order |= {each.clue: each for each in best}
    return list(order.values())


def _tied(one: Constraint, around: Mapping[Cell, list[Constraint]]) -> dict[Cell, Constraint]:
    """Return the other constraints that share a cell with ``one``, by their clues."""
    return {each.clue: each for cell in one.cells for each in around[cell] if each is not one}


def _sweep(
    end: Constraint,
    constraints: Sequence[Constraint],
    tied: Mapping[Cell, Mapping[Cell, Constraint]],
) -> list[Constraint]:
    """Return ``constraints`` from ``end`` on: next is what meets the fewest others, and cells."""
    order: list[Constraint] = []
    met, seen = {end.clue}, set[Cell]()
    apart = {clue: len(others.keys() - met) for clue, others in tied.items()}
    unseen = {one.clue: len(one.cells) for one in constraints}
    waiting = [end]
    while waiting:
        one = min(waiting, key=lambda each: (apart[each.clue], unseen[each.clue]))
        waiting.remove(one)
        order.append(one)
        others = tied[one.clue]
        for other in others.values():
            unseen[other.clue] -= len(other.cells & one.cells - seen)
        seen |= one.cells
        new = [other for clue, other in others.items() if clue not in met]
        waiting += new
        for other in new:
            met.add(other.clue)
            for clue in tied[other.clue]:
                apart[clue] -= 1
    return order


def _states(walk: Sequence[Constraint], around: Mapping[Cell, list[Constraint]]) -> int:
    """Return about how many states a sweep over ``walk`` has: more than it needs, to compare."""
    left = {one.clue: len(one.cells) for one in walk}
    need = {one.clue: one.need for one in walk}
    begun = dict[Cell, int]()
    states, total = 1, 0
    seen = set[Cell]()
    for one in walk:
        for cell in one.cells - seen:
            seen.add(cell)
            for tied in around[cell]:
                left[tied.clue] -= 1
                used = len(tied.cells) - left[tied.clue]
                if left[tied.clue]:
                    begun[tied.clue] = 1 + min(need[tied.clue], used, left[tied.clue])
                else:
                    begun.pop(tied.clue, None)
        states = 1
        for some in begun.values():
            states *= some
        total += states
    return total


def constraints_around(constraints: Sequence[Constraint]) -> dict[Cell, list[Constraint]]:
    """Return the constraints that each cell is under."""
    around: dict[Cell, list[Constraint]] = {}
    for one in constraints:
        for cell in one.cells:
            around.setdefault(cell, []).append(one)
    return around


def walk(start: Sequence[Constraint], around: Mapping[Cell, list[Constraint]]) -> list[Constraint]:
    """Return the constraints tied to ``start`` by shared cells, nearest first."""
    found = {one.clue: one for one in start}
    turn = list(start)
    seen = set[Cell]()
    for one in turn:
        for cell in one.cells - seen:
            seen.add(cell)
            for tied in around[cell]:
                if tied.clue not in found:
                    found[tied.clue] = tied
                    turn.append(tied)
    return turn
