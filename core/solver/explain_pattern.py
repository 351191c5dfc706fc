"""The patterns of three and four numbers: 1-2-1 and 1-2-2-1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.grid import Cell
from core.solver.explain_chain import Chain
from core.solver.explain_rules import Reduced, reduce, wall
from core.solver.explain_view import Constraint, View
from core.solver.reason import Conclusion, Pattern, ReasonKind, Step

# The numbers left, the pattern's name, and beside which of the numbers the mines are.
_LINES = (
    ((1, 2, 1), Pattern.ONE_TWO_ONE, (0, 2)),
    ((1, 2, 2, 1), Pattern.ONE_TWO_TWO_ONE, (1, 2)),
)


def long_pattern(
    view: View, constraints: Sequence[Constraint], target: Cell
) -> tuple[Step, ...] | None:
    """Return the steps of a pattern, found at ``constraints``, by which ``target`` is safe.

    The constraints must decide ``target``. The known cells that the pattern needs are proved
    from them. The numbers at its ends must be among them, those in between need not be.
    """
    chain = Chain(view.board.grid, constraints)
    chain.by_one()
    for line in _lines(view, constraints, chain):
        step = _named(view, line)
        if step is not None and target in step.cells:
            return (*chain.proof(step.relied), step)
    return None


def _lines(
    view: View, constraints: Sequence[Constraint], chain: Chain
) -> Iterator[tuple[Reduced, ...]]:
    """Yield the lines of open cells to the right and down whose ends are ``constraints``."""
    grid, clues = view.board.grid, {one.clue for one in constraints}
    for start in clues:
        for by in (1, grid.cols):
            for numbers, _, _ in _LINES:
                cells = range(start, start + by * len(numbers), by)
                if cells[-1] in clues and all(view.board.opened[cell] for cell in cells):
                    yield tuple(reduce(view.constraint(cell), chain.known) for cell in cells)


def _named(view: View, line: tuple[Reduced, ...]) -> Step | None:
    needs = tuple(one.need for one in line)
    beside = wall(view.board.grid, line)
    for numbers, pattern, under in _LINES:
        if needs == numbers and beside is not None and _is_full(line, beside):
            mines = {beside[index] for index in under}
            return Step(
                kind=ReasonKind.CHAIN,
                conclusion=Conclusion.SAFE,
                cells=tuple(sorted(frozenset().union(*(one.cells for one in line)) - mines)),
                clues=tuple(one.clue for one in line),
                needs=needs,
                mines=tuple(sorted(frozenset().union(*(one.mines for one in line)))),
                safe=tuple(sorted(frozenset().union(*(one.safe for one in line)))),
                pattern=pattern,
            )
    return None


def _is_full(line: tuple[Reduced, ...], beside: tuple[Cell, ...]) -> bool:
    """Tell whether each inner number of ``line`` has exactly the three cells beside it left."""
    inner = range(1, len(line) - 1)
    return all(line[index].cells == set(beside[index - 1 : index + 2]) for index in inner)
