"""Deductions from the number of mines left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.grid import Cell
from core.solver.explain_chain import Chain
from core.solver.explain_rules import Reduced, reduce
from core.solver.explain_totals import Assumption, Budget, minimal, totals
from core.solver.explain_view import Constraint, View
from core.solver.reason import Conclusion, Count, CountKind, ReasonKind, Step

# Up to so many constraints each takes about as long as a transition, of more ones longer.
_MANY = 512


class Counter:
    """Which constraints decide a cell together with the number of mines on the board."""

    def __init__(self, view: View, cell: Cell, *, is_mine: bool, budget: Budget) -> None:
        """Ask about ``cell``, which is a mine or not."""
        self._view = view
        self._cell = cell
        self._is_mine = is_mine
        self._budget = budget
        self._totals: dict[tuple[Cell, ...], int] = {}

    def fewest(self) -> list[Constraint]:
        """Return a subset-minimal set of constraints that decide the cell; it may be empty.

        ValueError if the whole board does not decide the cell so.
        """
        for constraints in (self._accounting(), self._view.all()):
            if self._decide(constraints):
                return minimal(constraints, self._decide)
        raise ValueError(f"cell {self._cell} is not certain")

    def _accounting(self) -> list[Constraint]:
        """Return constraints that account for the mines which single numbers show, and the rest."""
        constraints = self._view.all()
        chain = Chain(self._view.board.grid, constraints)
        chain.by_one()
        mines = [cell for cell, is_mine in chain.known.items() if is_mine]
        shown = dict.fromkeys(step.clues[0] for step in chain.proof(mines))
        beyond = [one for one in constraints if not chain.known.keys() >= one.cells]
        return beyond + [self._view.constraint(clue) for clue in shown]

    def _decide(self, constraints: Sequence[Constraint]) -> bool:
        many = len(constraints)
        self._budget.spend(max(many, many * many // _MANY) + 1)
        held, room = self._placed(constraints)
        left = self._view.mines_left
        return not any(held >> mines & 1 for mines in range(max(left - room, 0), left + 1))

    def _placed(self, constraints: Sequence[Constraint]) -> tuple[int, int]:
        """Return the numbers of mines that can be, were the cell otherwise, and the room beyond.

        The first (bit n is set if n can be) counts the cells of ``constraints`` and the cell.
        """
        assumed = (self._cell, not self._is_mine)
        held, covered = 1, {self._cell}
        for part in split(constraints):
            covered |= part[1]
            held = _sums(held, self._part(part[0], assumed if self._cell in part[1] else None))
        if not any(self._cell in one.cells for one in constraints):
            held <<= int(assumed[1])
        return held, len(self._view.closed - covered)

    def _part(self, part: Sequence[Constraint], assumed: Assumption | None) -> int:
        key = tuple(one.clue for one in part)
        if key not in self._totals:
            self._totals[key] = totals(part, assumed, self._budget)
        return self._totals[key]

    def steps(self, constraints: Sequence[Constraint]) -> tuple[Step, ...]:
        """Return the steps by which ``constraints`` and the count decide the cell."""
        chain = Chain(self._view.board.grid, constraints)
        chain.by_few(self._cell)
        exact = self._exact(constraints, chain)
        return (
            (self._bounded(constraints),) if exact is None else (*chain.proof(exact.relied), exact)
        )

    def _exact(self, constraints: Sequence[Constraint], chain: Chain) -> Step | None:
        """Return the step for constraints that share no cell, None if some do.

        Their mines are as many in every layout and each of their cells can be either, so what
        the count decides lies beyond them, where there is no mine left or nothing else.
        """
        lines = [reduce(one, chain.known) for one in constraints]
        lines = [one for one in lines if one.cells]
        held = sum(one.need for one in lines)
        covered = frozenset().union(*(one.cells for one in lines))
        if len(covered) != sum(len(one.cells) for one in lines):
            return None
        mines = [cell for cell, is_mine in chain.known.items() if is_mine]
        beyond = self._view.closed - covered - chain.known.keys()
        left = self._view.mines_left - len(mines)
        conclusion = Conclusion.MINE if left - held else Conclusion.SAFE
        return _exact_step(conclusion, beyond, lines, chain, left)

    def _bounded(self, constraints: Sequence[Constraint]) -> Step:
        held, room = self._placed(constraints)
        left = self._view.mines_left
        least, most = (held & -held).bit_length() - 1, held.bit_length() - 1 + room
        count = Count(CountKind.CASES, left)
        if held and least > left:
            count = Count(CountKind.TOO_MANY, left, least)
        elif held and most < left:
            count = Count(CountKind.TOO_FEW, left, most)
        return Step(
            kind=ReasonKind.COUNTING,
            conclusion=Conclusion.MINE if self._is_mine else Conclusion.SAFE,
            cells=(self._cell,),
            clues=tuple(one.clue for one in constraints),
            count=count,
        )


def _exact_step(
    conclusion: Conclusion,
    beyond: Iterable[Cell],
    lines: Sequence[Reduced],
    chain: Chain,
    left: int,
) -> Step:
    return Step(
        kind=ReasonKind.COUNTING,
        conclusion=conclusion,
        cells=tuple(sorted(beyond)),
        clues=tuple(one.clue for one in lines),
        needs=tuple(one.need for one in lines),
        mines=tuple(sorted(cell for cell, is_mine in chain.known.items() if is_mine)),
        safe=tuple(sorted(cell for cell, is_mine in chain.known.items() if not is_mine)),
        count=Count(CountKind.EXACT, left),
    )


def _sums(some: int, more: int) -> int:
    """Return the sums of a number from ``some`` and one from ``more``, all as sets of bits."""
    found = 0
    for shift in range(more.bit_length()):
        if more >> shift & 1:
            found |= some << shift
    return found


def split(
    constraints: Iterable[Constraint],
) -> list[tuple[tuple[Constraint, ...], frozenset[Cell]]]:
    """Split ``constraints`` into components that share no cell, each with its cells."""
    part_of: dict[Cell, int] = {}
    members: dict[int, list[Constraint]] = {}
    covered: dict[int, set[Cell]] = {}
    for number, one in enumerate(constraints):
        tied = {part_of[cell] for cell in one.cells if cell in part_of}
        # The others join the largest, so that a cell changes its part only a few times.
        part, *others = sorted(tied, key=lambda each: -len(covered[each])) or [number]
        members.setdefault(part, []).append(one)
        joining = set(one.cells).union(*(covered.pop(other) for other in others))
        for other in others:
            members[part] += members.pop(other)
        covered.setdefault(part, set()).update(joining)
        part_of.update(dict.fromkeys(joining, part))
    return [(tuple(members[part]), frozenset(covered[part])) for part in members]
