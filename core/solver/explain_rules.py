"""The rules players use: one number alone, and numbers that share cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from core.grid import Cell, Grid
from core.solver.explain_view import Constraint
from core.solver.reason import Bound, Conclusion, Pattern, ReasonKind, Step

Known = Mapping[Cell, bool]
"""Cells already decided, and whether they are mines."""

_Place: TypeAlias = tuple[int, int]
"""Row and column of a cell."""

_NONE = frozenset[Cell]()


class Reduced(NamedTuple):
    """A constraint less the cells already known: ``need`` mines among the ``cells`` left."""

    clue: Cell
    need: int
    cells: frozenset[Cell]
    mines: frozenset[Cell]
    safe: frozenset[Cell]


def reduce(constraint: Constraint, known: Known) -> Reduced:
    """Return ``constraint`` less what is ``known``."""
    if not known:
        return Reduced(constraint.clue, constraint.need, constraint.cells, _NONE, _NONE)
    mines = frozenset(cell for cell in constraint.cells if known.get(cell) is True)
    safe = frozenset(cell for cell in constraint.cells if known.get(cell) is False)
    left = constraint.cells - mines - safe
    return Reduced(constraint.clue, constraint.need - len(mines), left, mines, safe)


def one_number(constraint: Constraint, known: Known) -> Step | None:
    """Return what ``constraint`` decides by itself when some cells are ``known``, if anything.

    A safe conclusion relies on the known mines alone, a mine on the known safe cells alone.
    """
    left = reduce(constraint, known)
    if not left.cells or left.need not in {0, len(left.cells)}:
        return None
    is_mine = left.need > 0
    mines, safe = (_NONE, left.safe) if is_mine else (left.mines, _NONE)
    return Step(
        kind=ReasonKind.ONE_NUMBER,
        conclusion=Conclusion.MINE if is_mine else Conclusion.SAFE,
        cells=_ordered(constraint.cells - mines - safe),
        clues=(constraint.clue,),
        needs=(constraint.need - len(mines),),
        mines=_ordered(mines),
        safe=_ordered(safe),
    )


def two_numbers(grid: Grid, one: Constraint, other: Constraint) -> list[Step]:
    """Return what the two constraints decide together that neither does alone."""
    return two_left(grid, reduce(one, {}), reduce(other, {}))


def two_left(grid: Grid, first: Reduced, second: Reduced) -> list[Step]:
    """Return what two constraints decide by what is left of them."""
    if first.cells.isdisjoint(second.cells):
        return []
    return _pressed(grid, first, second) or _pressed(grid, second, first)


def _pressed(grid: Grid, strong: Reduced, weak: Reduced) -> list[Step]:
    """Return the steps if ``strong`` needs all cells of its own and all the mines of ``weak``.

    Then its own cells are mines, and the mines of ``weak`` all lie among the shared cells.
    """
    only_strong, only_weak = strong.cells - weak.cells, weak.cells - strong.cells
    alone = strong.need == len(strong.cells) or not weak.need
    if alone or strong.need - len(only_strong) != weak.need:
        return []
    pattern = _pattern(grid, strong, weak)
    # Safe cells first: mines would change how many are left to the number that both follow from.
    found = ((only_weak, Conclusion.SAFE), (only_strong, Conclusion.MINE))
    return [
        Step(
            kind=ReasonKind.TWO_NUMBERS,
            conclusion=conclusion,
            cells=_ordered(cells),
            clues=(strong.clue, weak.clue),
            needs=(strong.need, weak.need),
            mines=_ordered(strong.mines | weak.mines),
            safe=_ordered(strong.safe | weak.safe),
            pattern=pattern,
        )
        for cells, conclusion in found
        if cells
    ]


def _pattern(grid: Grid, strong: Reduced, weak: Reduced) -> Pattern | None:
    if wall(grid, (strong, weak)) is None:
        return None
    only = len(strong.cells - weak.cells)
    names = {(1, 1, 0): Pattern.ONE_ONE, (2, 1, 1): Pattern.ONE_TWO}
    return names.get((strong.need, weak.need, only))


def wall(grid: Grid, line: tuple[Reduced, ...]) -> tuple[Cell, ...] | None:
    """Return the wall of closed cells along the numbers of ``line``, in their order.

    The numbers must be next to one another in a straight line, with every cell left to them in
    one parallel line beside them; None otherwise. The wall has one cell beside each number.
    """
    clues = [grid.row_col(one.clue) for one in line]
    cells = {grid.row_col(cell) for one in line for cell in one.cells}
    if (row := _row_beside(clues, cells)) is not None:
        return tuple(grid.cell(row, col) for _, col in clues)
    # A line down the board is one across it where rows and columns are exchanged.
    if (col := _row_beside(_exchanged(clues), _exchanged(cells))) is not None:
        return tuple(grid.cell(row, col) for row, _ in clues)
    return None


def _exchanged(places: Iterable[_Place]) -> list[_Place]:
    return [(col, row) for row, col in places]


def _row_beside(clues: Sequence[_Place], cells: Iterable[_Place]) -> int | None:
    """Return the row of ``cells``; None if there are several or the clues are not side by side.

    It is above or below that of the clues, for in their own row these share no cell.
    """
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(clues)}
    rows = {row for row, _ in cells}
    if steps not in ({(0, 1)}, {(0, -1)}) or len(rows) != 1:
        return None
    return rows.pop()


def several_left(pressed: Reduced, pressing: Sequence[Reduced]) -> list[Step]:
    """Return what ``pressing`` decide by what they leave to ``pressed``, or force on it.

    Each of them shares a cell with it.
    """
    return _at_most(pressed, pressing) or _at_least(pressed, pressing)


def _at_most(pressed: Reduced, pressing: Sequence[Reduced]) -> list[Step]:
    """Return the steps if ``pressed`` needs all cells of its own and all mines of ``pressing``."""
    shares = tuple(other.need for other in pressing)
    own = pressed.cells.difference(*(other.cells for other in pressing))
    if pressed.need - len(own) != sum(shares):
        return []
    return _press(pressed, pressing, Bound.MOST, shares)


def _at_least(pressed: Reduced, pressing: Sequence[Reduced]) -> list[Step]:
    """Return the steps if ``pressing`` force all the mines of ``pressed`` into shared cells."""
    shared = [pressed.cells & other.cells for other in pressing]
    shares = tuple(
        other.need - len(other.cells - cells) for other, cells in zip(pressing, shared, strict=True)
    )
    apart = sum(map(len, shared)) == len(frozenset().union(*shared))
    if not apart or sum(shares) != pressed.need:
        return []
    return _press(pressed, pressing, Bound.LEAST, shares)


def _press(
    pressed: Reduced, pressing: Sequence[Reduced], bound: Bound, shares: tuple[int, ...]
) -> list[Step]:
    own = pressed.cells.difference(*(other.cells for other in pressing))
    beyond = frozenset().union(*(other.cells for other in pressing)) - pressed.cells
    safe, mines = (beyond, own) if bound is Bound.MOST else (own, beyond)
    found = ((safe, Conclusion.SAFE), (mines, Conclusion.MINE))  # as those of two numbers
    numbers = (pressed, *pressing)
    return [
        Step(
            kind=ReasonKind.SEVERAL_NUMBERS,
            conclusion=conclusion,
            cells=_ordered(cells),
            clues=tuple(one.clue for one in numbers),
            needs=tuple(one.need for one in numbers),
            mines=_ordered(frozenset().union(*(one.mines for one in numbers))),
            safe=_ordered(frozenset().union(*(one.safe for one in numbers))),
            bound=bound,
            shares=shares,
        )
        for cells, conclusion in found
        if cells
    ]


def _ordered(cells: frozenset[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells))
