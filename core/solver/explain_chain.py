"""Chains of small steps: what constraints decide one after another, and how to retell it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

from core.grid import Cell, Grid
from core.solver.explain_rules import Reduced, one_number, reduce, several_left, two_left
from core.solver.explain_view import Constraint
from core.solver.reason import Bound, Conclusion, ReasonKind, Step

# Threes are tried of no more constraints than this, which have 660.
_FEW = 12


class Chain:
    """Steps drawn from ``constraints``, and which step first decided each cell."""

    def __init__(
        self, grid: Grid, constraints: Sequence[Constraint], known: Mapping[Cell, bool] = {}
    ) -> None:
        """Start from what is ``known``, for which there are no steps."""
        self.known = dict(known)
        self.steps: list[Step] = []
        self._grid = grid
        self._why: dict[Cell, int] = {}
        self._constraints = list(constraints)
        self._left: dict[Cell, Reduced] = {}
        self._around: dict[Cell, list[Constraint]] = {}
        for constraint in constraints:
            for cell in constraint.cells:
                self._around.setdefault(cell, []).append(constraint)

    def by_one(self, target: Cell | None = None) -> None:
        """Draw steps of one number, nearest consequences first, until ``target`` is decided."""
        self._by_one(self._constraints, target)

    def _by_one(self, turn: Sequence[Constraint], target: Cell | None) -> None:
        """Draw steps of one number, those of ``turn`` first: no others decide anything yet."""
        while turn and (target is None or target not in self.known):
            found = [step for one in turn if (step := one_number(one, self.known))]
            turn = self._touched(self.learn(found))

    def by_few(self, target: Cell) -> None:
        """Draw steps of one, two and three numbers until ``target`` is decided or none is left.

        It tries all constraints in pairs, and in threes if there are few.
        """
        self.by_one(target)
        while target not in self.known and (new := self.learn(self._joint_steps(target))):
            touched = {one.clue for one in self._touched(new)}
            self._by_one([one for one in self._constraints if one.clue in touched], target)

    def _joint_steps(self, target: Cell) -> list[Step]:
        """Return steps of the fewest numbers that decide something, ``target`` if they can."""
        left = [self._reduced(one) for one in self._constraints]
        for tried in (self._pairs(left), self._threes(left)):
            first: list[Step] = []
            for found in tried:
                if any(target in step.cells for step in found):
                    return found
                first = first or found
            if first:
                return first
        return []

    def _reduced(self, one: Constraint) -> Reduced:
        """Return ``one`` less what is known, which is worked out anew where that has changed."""
        left = self._left.get(one.clue)
        if left is None:
            left = self._left[one.clue] = reduce(one, self.known)
        return left

    @cached_property
    def _tied(self) -> list[list[int]]:
        """Return for each constraint which others share a cell with it, in order."""
        index = {one.clue: at for at, one in enumerate(self._constraints)}
        return [
            sorted({index[other.clue] for other in self._touched(one.cells)} - {at})
            for at, one in enumerate(self._constraints)
        ]

    def _pairs(self, left: Sequence[Reduced]) -> Iterator[list[Step]]:
        for index, one in enumerate(left):
            for other in self._tied[index]:
                if other > index:
                    yield two_left(self._grid, one, left[other])

    def _threes(self, left: Sequence[Reduced]) -> Iterator[list[Step]]:
        if len(left) > _FEW:
            return
        for one, others in zip(left, self._tied, strict=True):
            tied = [left[other] for other in others if left[other].cells & one.cells]
            for pair in combinations(tied, 2):
                yield several_left(one, pair)

    def learn(self, steps: Iterable[Step]) -> list[Cell]:
        """Add ``steps`` and return the cells that they newly decide."""
        new = []
        for step in steps:
            for cell in step.cells:
                if cell not in self.known:
                    self.known[cell] = step.conclusion is Conclusion.MINE
                    self._why[cell] = len(self.steps)
                    new.append(cell)
            self.steps.append(step)
        for one in self._touched(new):
            self._left.pop(one.clue, None)
        return new

    def _touched(self, cells: Iterable[Cell]) -> list[Constraint]:
        touched = {one.clue: one for cell in cells for one in self._around.get(cell, ())}
        return list(touched.values())

    def proof(self, cells: Iterable[Cell]) -> tuple[Step, ...]:
        """Return the steps that decide ``cells``, in order; cells known at the start need none."""
        needed: set[int] = set()
        asked = list(cells)
        while asked:
            index = self._why.get(asked.pop())
            if index is not None and index not in needed:
                needed.add(index)
                asked += self.steps[index].relied
        return tuple(self.steps[index] for index in sorted(needed))

    def contradiction(self, cell: Cell, *, is_mine: bool) -> Step | None:
        """Suppose ``cell`` to be otherwise and follow single numbers to one that breaks.

        None if none does.
        """
        supposed = Chain(self._grid, self._constraints, {**self.known, cell: not is_mine})
        turn = supposed._touched([cell])
        while turn:
            if broken := [one for one in turn if _breaks(one, supposed.known)]:
                return supposed._refutation(cell, broken, is_mine=is_mine)
            found = [step for one in turn if (step := one_number(one, supposed.known))]
            turn = supposed._touched(supposed.learn(found))
        return None

    def _refutation(self, cell: Cell, broken: Sequence[Constraint], *, is_mine: bool) -> Step:
        """Return the shortest way to one of the ``broken`` constraints.

        This chain began with the opposite of what ``cell`` is, as one of the cells known to it.
        """
        ways = ((end, self.proof(_breaking(end, self.known))) for end in broken)
        end, steps = min(ways, key=lambda way: len(way[1]))
        used = dict.fromkeys(step.clues[0] for step in steps)
        relied = _breaking(end, self.known).union(*(step.relied for step in steps))
        relied -= self._why.keys() | {cell}  # what the supposed steps decide, and what they suppose
        return Step(
            kind=ReasonKind.CONTRADICTION,
            conclusion=Conclusion.MINE if is_mine else Conclusion.SAFE,
            cells=(cell,),
            clues=(*used, end.clue),
            mines=tuple(sorted(each for each in relied if self.known[each])),
            safe=tuple(sorted(each for each in relied if not self.known[each])),
            supposed=steps,
            bound=Bound.MOST if reduce(end, self.known).need < 0 else Bound.LEAST,
        )


def _breaks(constraint: Constraint, known: Mapping[Cell, bool]) -> bool:
    left = reduce(constraint, known)
    return not 0 <= left.need <= len(left.cells)


def _breaking(constraint: Constraint, known: Mapping[Cell, bool]) -> frozenset[Cell]:
    """Return the known cells that break ``constraint``: too many mines, or too many safe."""
    left = reduce(constraint, known)
    return left.mines if left.need < 0 else left.safe
