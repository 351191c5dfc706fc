"""Which constraints decide a cell alone: exactly, and within a budget."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from core.grid import Cell
from core.solver.explain_suppose import Supposition
from core.solver.explain_sweep import constraints_around, swept, walk
from core.solver.explain_view import Constraint

T = TypeVar("T")

# A number is 8 at most.
_BITS = 4
_MASK = (1 << _BITS) - 1
# The part of all items that is left out at once: most of many are not needed.
_PARTS = 8

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

    A cell ``assumed`` must be under a constraint.
    """
    layer = {0: 1}
    for layer, _ in _layers(swept(constraints), assumed, budget):
        if not layer:
            return 0
    return layer.get(0, 0)


def _layers(
    constraints: Sequence[Constraint], assumed: Assumption | None, budget: Budget
) -> Iterator[tuple[dict[int, int], tuple[int, ...]]]:
    """Yield the states after each group, with the constraints (indices) that the group is under.

    Cells under the same constraints are one group, and the groups are eliminated one by one, in a
    sweep from one end; the state is what the constraints still need, packed into one integer.
    """
    room = [len(constraint.cells) for constraint in constraints]
    layer = {sum(one.need << _BITS * index for index, one in enumerate(constraints)): 1}
    for members, size, fixed in _groups(constraints, assumed):
        for index in members:
            room[index] -= size
        bounds = (0, size) if fixed is None else (fixed, fixed)
        budget.spend(len(layer) * (bounds[1] - bounds[0] + 1))
        layer = _next_layer(layer, bounds, members, [room[index] for index in members])
        yield layer, members


def _clashing(constraints: Sequence[Constraint], budget: Budget) -> list[Cell] | None:
    """Return clues of ``constraints`` that cannot hold together, None if all of them can.

    They are those that a sweep meets before it has no state left.
    """
    constraints = swept(constraints)
    met = set[int]()
    for layer, members in _layers(constraints, None, budget):
        met.update(members)
        if not layer:
            return [constraints[index].clue for index in met]
    return None


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


def deciding(
    constraints: Sequence[Constraint], cell: Cell, *, is_mine: bool, budget: Budget
) -> list[Constraint] | None:
    """Return some of ``constraints`` that decide ``cell`` so, None if not even all of them do.

    They must not contradict one another. The opposite is supposed and followed by single numbers as
    far as they lead; only what is left of the numbers that this reaches is searched.
    """
    around = constraints_around(constraints)
    tied = walk(around.get(cell, ()), around)
    if not tied:
        return None
    budget.spend(len(tied))
    clues = _deciding(Supposition(tied, around), cell, budget, is_mine=is_mine)
    return None if clues is None else [one for one in constraints if one.clue in clues]


def _deciding(
    supposition: Supposition, cell: Cell, budget: Budget, *, is_mine: bool
) -> set[Cell] | None:
    known = supposition.known.get(cell)
    if known is not None:
        return supposition.told(cell) if known is is_mine else None
    broken = supposition.breaks(cell, is_mine=not is_mine)
    if broken is not None:
        return supposition.behind([broken])
    reached, left = supposition.left()
    clashing = _clashing(walk(reached, constraints_around(left)), budget)
    return supposition.behind(clashing) if clashing else None


def entails(
    constraints: Sequence[Constraint], cell: Cell, *, is_mine: bool, budget: Budget
) -> bool:
    """Tell whether ``constraints``, which must not contradict one another, decide ``cell`` so."""
    return deciding(constraints, cell, is_mine=is_mine, budget=budget) is not None


def shrinking(
    items: Sequence[T], enough: Callable[[Sequence[T]], list[T] | None]
) -> Iterator[list[T]]:
    """Yield ever smaller parts of ``items`` that are enough, the last one subset-minimal.

    ``enough(some)`` returns a part of ``some``, in their order, that is enough, or None if not even
    all of them are; ``items`` are, and what is enough is so with more items as well. Later items
    are left out first: several at a time, and fewer where some of them are needed.
    """
    part = list(items)
    needed, several = 0, len(part)
    while needed < len(part):
        end = len(part) - needed
        several = max(min(several, end // _PARTS), 1)
        less = enough([*part[: end - several], *part[end:]])
        if less is not None:
            part = less
            several *= 2
            yield part
        elif several > 1:
            several //= 2
        else:
            needed += 1
    yield part


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
