"""How many mines the cells of some constraints can hold, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from core.grid import Cell
from core.solver.explain_sweep import swept
from core.solver.explain_view import Constraint

T = TypeVar("T")

# A number is 8 at most.
_BITS = 4
_MASK = (1 << _BITS) - 1

Assumption = tuple[Cell, bool]
"""A cell, and whether it is supposed to be a mine."""


class BudgetError(Exception):
    """Raised when a search would take more work than it was given."""


class Budget:
    """Work that may still be done, in transitions between states."""

    def __init__(self, work: int) -> None:
        """Allow ``work`` transitions."""
        self.left = work

    def spend(self, work: int) -> None:
        """Use up ``work``; BudgetError if that is more than is left."""
        self.left -= work
        if self.left < 0:
            raise BudgetError


def totals(constraints: Sequence[Constraint], assumed: Assumption | None, budget: Budget) -> int:
    """Return which numbers of mines the constraints' cells can hold: bit n is set if n can.

    A cell ``assumed`` must be under a constraint. Cells under the same constraints are one group,
    and the groups are eliminated one by one, in a sweep from one end; the state is what the
    constraints still need, packed into one integer.
    """
    constraints = swept(constraints)
    room = [len(constraint.cells) for constraint in constraints]
    layer = {sum(one.need << _BITS * index for index, one in enumerate(constraints)): 1}
    for members, size, fixed in _groups(constraints, assumed):
        for index in members:
            room[index] -= size
        bounds = (0, size) if fixed is None else (fixed, fixed)
        budget.spend(len(layer) * (bounds[1] - bounds[0] + 1))
        layer = _next_layer(layer, bounds, members, [room[index] for index in members])
    return layer.get(0, 0)


def _groups(
    constraints: Sequence[Constraint], assumed: Assumption | None
) -> list[tuple[tuple[int, ...], int, int | None]]:
    """Return each group's constraints (indices), size, and number of mines where it is fixed."""
    members: dict[Cell, list[int]] = {}
    for index, constraint in enumerate(constraints):
        for cell in constraint.cells:
            members.setdefault(cell, []).append(index)
    fixed = [] if assumed is None else [(tuple(members.pop(assumed[0])), 1, int(assumed[1]))]
    sizes: dict[tuple[int, ...], int] = {}
    for under in map(tuple, members.values()):
        sizes[under] = sizes.get(under, 0) + 1
    return [*fixed, *((under, size, None) for under, size in sorted(sizes.items()))]


def _next_layer(
    layer: dict[int, int], bounds: tuple[int, int], members: tuple[int, ...], room: Sequence[int]
) -> dict[int, int]:
    """Place one group's mines in every way that the needs and the room left after it allow."""
    shifts = [_BITS * index for index in members]
    mine = sum(1 << shift for shift in shifts)
    after: dict[int, int] = {}
    for state, held in layer.items():
        needs = [state >> shift & _MASK for shift in shifts]
        least = max(bounds[0], *(need - left for need, left in zip(needs, room, strict=True)))
        for mines in range(least, min(bounds[1], *needs) + 1):
            key = state - mines * mine
            after[key] = after.get(key, 0) | (held << mines)
    return after


def minimal(items: Sequence[T], holds: Callable[[Sequence[T]], bool]) -> list[T]:
    """Return a subset-minimal part of ``items`` for which the monotone ``holds`` is true.

    It prefers earlier items and needs about k log(n/k) + 2k tests for k of n items (QuickXplain:
    U. Junker, AAAI-04). ``holds(items)`` must be true.
    """
    if holds(()):
        return []
    return _quickxplain((), items, holds, grown=False)


def _quickxplain(
    kept: Sequence[T], items: Sequence[T], holds: Callable[[Sequence[T]], bool], *, grown: bool
) -> list[T]:
    if grown and holds(kept):
        return []
    if len(items) == 1:
        return list(items)
    half = len(items) // 2
    late = _quickxplain([*kept, *items[:half]], items[half:], holds, grown=True)
    early = _quickxplain([*kept, *late], items[:half], holds, grown=bool(late))
    return early + late
