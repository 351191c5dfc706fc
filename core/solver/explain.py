"""Explanation: the reason for a certain cell, the easiest reason of a board, and wrong flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate, islice

from core.board import Board
from core.grid import Cell
from core.solver.explain_alone import needing_all
from core.solver.explain_budget import Budget, BudgetError
from core.solver.explain_chain import Chain
from core.solver.explain_count import Counter
from core.solver.explain_decide import Deciding
from core.solver.explain_pattern import long_pattern
from core.solver.explain_rules import one_number, two_numbers
from core.solver.explain_view import Constraint, View
from core.solver.reason import Conclusion, Reason, ReasonKind, Step, WrongFlags

WORK = 60_000
"""Budget of one call, in thousands of the kernels' steps."""

WORK_FOR_ALL = 40 * WORK
"""Budget for the reasons of all safe cells of a board, and as much for all mines."""

_DIRECT = {ReasonKind.ONE_NUMBER, ReasonKind.TWO_NUMBERS, ReasonKind.SEVERAL_NUMBERS}
# How many of the nearest numbers are followed one by one: few at first, which mostly suffice.
_NEAR = 16
_LOCAL = 150
_COMPARED = 5  # reasons that the easiest is chosen from: each has to be made minimal
_EASY = 3  # cost of single numbers up to which pairs, which cost 2 or 3, are not looked at
_PAIRS = 4_000  # pairs to look at, counted as the squares of how many numbers each cell is beside


def explain(board: Board, cell: Cell, *, is_mine: bool, work: int = WORK) -> Reason:
    """Return the reason why the closed ``cell`` is certainly a mine or certainly safe.

    It has few clues and simple steps. When ``work`` runs out, the reason names all the clues that
    are left of the search and is not ``minimal``. ValueError if the board does not decide the cell
    so.
    """
    return Explainer(View(board), Budget(work), is_mine=is_mine).reason(cell)


def explain_all(
    board: Board, cells: Sequence[Cell], *, is_mine: bool, work: int = WORK_FOR_ALL
) -> Iterator[Reason]:
    """Yield reasons that cover all of the certain ``cells``; some are covered more than once.

    They are as ``explain`` returns them, but each covers only cells that need all of its clues;
    when ``work`` runs out, one that is not ``minimal`` covers the rest.
    """
    view, told = View(board), set[Cell]()
    explainer = Explainer(view, Budget(0), is_mine=is_mine, for_all=True)
    for cell in cells:
        if cell in told:
            continue
        if work <= 0:
            rest = tuple(each for each in cells if each not in told)
            yield explainer.everything(rest)
            return
        budget = explainer.budget = Budget(min(work, WORK))
        reason = needing_all(explainer.reason(cell), explainer.deciding, budget)
        work -= min(work, WORK) - budget.left
        if not view.around(cell):
            # Cells that touch no number cannot be told apart.
            alike = tuple(sorted(view.beyond.union(reason.cells)))
            is_told = reason.minimal
            reason = replace(reason, cells=alike) if is_told else explainer.everything(alike)
        told.update(reason.cells)
        yield reason


def easiest(
    board: Board, safe: Iterable[Cell], mines: Iterable[Cell], work: int = WORK
) -> Reason | None:
    """Return the reason that is easiest to see among the certain ``safe`` cells.

    If there is none, then among the certain ``mines``; None if there are none either.
    """
    safe, mines = tuple(safe), tuple(mines)
    if not safe and not mines:
        return None
    explainer = Explainer(View(board), Budget(work), is_mine=not safe)
    return explainer.easiest(safe or mines)


def plainly_mine(board: Board, cell: Cell) -> bool:
    """Tell whether single numbers near the closed ``cell`` show it to be a mine.

    That takes no kernel, so it is known before those are loaded.
    """
    chain = Chain(board.grid, list(islice(View(board).nearest(cell), _NEAR)))
    chain.by_one(cell)
    return chain.known.get(cell, False)


def wrong_flags(board: Board, safe: Iterable[Cell]) -> WrongFlags:
    """Return the flags on ``safe`` cells and the numbers with more flags than mines."""
    return WrongFlags(
        on_safe=tuple(cell for cell in safe if board.flagged[cell]),
        overfull=tuple(
            cell
            for cell in board.grid.cells()
            if board.opened[cell] and board.claimed_around(cell) > board.numbers[cell]
        ),
    )


class Explainer:
    """The search for reasons on one board, for cells that are all mines or all safe."""

    def __init__(self, view: View, budget: Budget, *, is_mine: bool, for_all: bool = False) -> None:
        """Search ``view`` within ``budget``.

        ``for_all``: all reasons of the board are asked for, each for cells that need all its clues.
        """
        self.budget = budget
        self._view = view
        self._grid = view.board.grid
        self._is_mine = is_mine
        self._for_all = for_all
        self._conclusion = Conclusion.MINE if is_mine else Conclusion.SAFE

    @cached_property
    def deciding(self) -> Deciding:
        """Return what tells which numbers decide a cell."""
        return Deciding(self._view.board)

    @cached_property
    def _ones(self) -> Chain:
        """Return what single numbers decide on the whole board."""
        chain = Chain(self._grid, self._view.all)
        chain.by_one()
        return chain

    def reason(self, cell: Cell) -> Reason:
        """Return the reason for ``cell``."""
        if single := self._single(cell):
            return _reason([single])
        try:
            short = list(self._pairs(cell))
            if steps := self._ones_proof(cell):
                short.append(self._by_ones(steps, cell))
            return min(short, key=cost) if short else self._hard(cell)
        except BudgetError:
            return self.everything([cell])

    def easiest(self, cells: Sequence[Cell]) -> Reason:
        """Return the easiest reason for one of ``cells``."""
        singles = [single for cell in cells if (single := self._single(cell))]
        if singles:
            return _reason([min(singles, key=lambda step: len(step.cells))])
        try:
            return min(self._short(cells), key=cost, default=None) or self._least_hard(cells)
        except BudgetError:
            return self.everything(cells[:1])

    def _short(self, cells: Sequence[Cell]) -> list[Reason]:
        """Return the reasons of two numbers, or of a few single ones, for ``cells``."""
        proofs = [(cell, steps) for cell in cells if (steps := self._ones.proof([cell]))]
        likely = sorted(proofs, key=lambda proof: len(proof[1]))[:_COMPARED]
        found = [self._by_ones(steps, cell) for cell, steps in likely]
        if all(cost(reason) > _EASY for reason in found):
            pairs = accumulate(len(self._view.around(cell)) ** 2 for cell in cells)
            few = [cell for cell, tried in zip(cells, pairs, strict=True) if tried <= _PAIRS]
            found += [reason for cell in few for reason in self._pairs(cell)]
        return found

    def _least_hard(self, cells: Sequence[Cell]) -> Reason:
        """Return the easiest of a few reasons that are not short, each for cells of its own."""
        found, told = list[Reason](), set[Cell]()
        try:
            for cell in sorted(cells, key=lambda cell: -len(self._view.around(cell))):
                if len(found) < _COMPARED and cell not in told:
                    found.append(self._hard(cell))
                    told.update(found[-1].cells)
        except BudgetError:
            if not found:
                raise
        return min(found, key=cost)

    def _single(self, cell: Cell) -> Step | None:
        steps = [self._fits(one_number(one, {}), cell) for one in self._view.around(cell)]
        return min((step for step in steps if step), key=lambda step: len(step.cells), default=None)

    def _fits(self, step: Step | None, cell: Cell) -> Step | None:
        fits = step and step.conclusion is self._conclusion and cell in step.cells
        return step if fits else None

    def _pairs(self, cell: Cell) -> Iterator[Reason]:
        for one in self._view.around(cell):
            for other in self._view.tied(one, {one.clue}):
                for step in two_numbers(self._grid, one, other):
                    if self._fits(step, cell):
                        yield _reason([step])

    def _by_ones(self, steps: Sequence[Step], cell: Cell) -> Reason:
        clues = list(dict.fromkeys(step.clues[0] for step in reversed(steps)))
        needed, is_minimal = self.deciding.needed(
            clues, cell, is_mine=self._is_mine, budget=self.budget
        )
        if not is_minimal:
            raise BudgetError
        return self._told(needed, cell)

    def _ones_proof(self, cell: Cell) -> tuple[Step, ...]:
        for chain in self._ones_chains(cell):
            if chain.known.get(cell) is self._is_mine:
                return chain.proof([cell])
        return ()

    def _ones_chains(self, cell: Cell) -> Iterator[Chain]:
        """Yield what single numbers decide: on the whole board if that is shared, else nearby."""
        if self._for_all:
            yield self._ones
            return
        for most in (_NEAR, _LOCAL):
            chain = Chain(self._grid, list(islice(self._view.nearest(cell), most)))
            chain.by_one(cell)
            yield chain

    def _hard(self, cell: Cell) -> Reason:
        found = self.deciding.search(cell, is_mine=self._is_mine, budget=self.budget)
        if found is None:
            return self._counted(cell)
        clues, is_minimal = found
        if is_minimal:
            return self._told(clues, cell)
        step = Step(ReasonKind.CASES, self._conclusion, (cell,), tuple(clues))
        return _reason([step], is_minimal=False)

    def _told(self, clues: Sequence[Cell], cell: Cell) -> Reason:
        """Return the reason that retells how ``clues``, all needed, decide ``cell``."""
        constraints = [self._view.constraint(clue) for clue in clues]
        if not self._is_mine and (steps := self._long_pattern(constraints, cell)):
            return _reason(steps)
        chain = Chain(self._grid, constraints)
        chain.by_few(cell)
        if steps := chain.proof([cell]):
            return _reason(steps)
        last = chain.contradiction(cell, is_mine=self._is_mine)
        if last is None:
            return _reason([Step(ReasonKind.CASES, self._conclusion, (cell,), tuple(clues))])
        return _reason([*chain.proof(last.relied), last])

    def _long_pattern(
        self, constraints: Sequence[Constraint], cell: Cell
    ) -> tuple[Step, ...] | None:
        """Return the steps of a pattern of three or four numbers if it needs all its clues."""
        steps = long_pattern(self._view, constraints, cell)
        if not steps:
            return None
        clues = [one.clue for one in constraints]
        named = {clue for step in steps for clue in step.clues}
        # It may name a number in between that is none of these. Though these may decide all of its
        # cells, the others that it names do not: one needs it at least. Of all reasons each has to.
        return None if self._for_all and not named.issubset(clues) else steps

    def _counted(self, cell: Cell) -> Reason:
        counter = Counter(
            self._view, self.deciding, cell, is_mine=self._is_mine, budget=self.budget
        )
        constraints = counter.needed(self._ones)
        return _reason(counter.steps(constraints))

    def everything(self, cells: Sequence[Cell]) -> Reason:
        """Return the reason that names all numbers of the board, unchecked: the caller knows."""
        clues = tuple(one.clue for one in self._view.all)
        step = Step(ReasonKind.COUNTING, self._conclusion, tuple(cells), clues)
        return _reason([step], is_minimal=False)


def cost(reason: Reason) -> int:
    """Return how hard ``reason`` is to see, for comparisons."""
    return sum(map(_cost, reason.steps))


def _cost(step: Step) -> int:
    if step.kind is ReasonKind.ONE_NUMBER:
        return 1
    if step.pattern:
        return 2
    if step.kind is ReasonKind.TWO_NUMBERS:
        return 3
    if step.kind is ReasonKind.SEVERAL_NUMBERS:
        return 4
    if step.kind is ReasonKind.CONTRADICTION:
        return 5 + len(step.supposed)
    return 6 + 2 * len(step.clues)


def _reason(steps: Sequence[Step], *, is_minimal: bool = True) -> Reason:
    last = steps[-1]
    is_chain = len(steps) > 1 and last.kind in _DIRECT
    return Reason(
        kind=ReasonKind.CHAIN if is_chain else last.kind,
        conclusion=last.conclusion,
        cells=last.cells,
        clues=tuple(sorted({clue for step in steps for clue in step.clues})),
        steps=tuple(steps),
        pattern=last.pattern,
        counting=last.kind is ReasonKind.COUNTING,
        minimal=is_minimal,
    )
