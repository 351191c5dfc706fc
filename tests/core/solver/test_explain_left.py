"""Reasons by what is left: patterns and counts after subtracting known cells."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings

from core.board import Board
from core.grid import Cell
from core.solver.reason import Conclusion, Count, CountKind, Pattern, Reason, ReasonKind, Step
from tests.core.solver.explain_oracle import layouts
from tests.core.solver.test_explain_ladder import names, why
from tests.core.solver.test_explain_truth import boards, reasons

SAFE, MINE = Conclusion.SAFE, Conclusion.MINE


@pytest.mark.parametrize(
    ("text", "mines", "safe"),
    [
        ("6x6/8 ###### 223### 002### 0012## 0002## 0001##", "d3", ""),
        ("6x6/8 ####10 ###110 ###100 ###221 ###### ######", "c4", "c3"),
    ],
)
def test_a_long_pattern_of_what_is_left(text: str, mines: str, safe: str) -> None:
    """A 1-2-1 counts after subtracting known cells too; those around it are named."""
    *before, last = why(text, "e5", SAFE).steps
    assert (last.pattern, last.needs) == (Pattern.ONE_TWO_ONE, (1, 2, 1))
    assert (names(text, last.mines), names(text, last.safe)) == (mines, safe)
    assert {each for step in before for each in step.cells} >= set(last.relied)


@pytest.mark.parametrize(
    ("text", "name", "conclusion", "mines", "safe", "left"),
    [
        ("1x3/1 1##", "c1", SAFE, "b1", "", 0),
        ("3x3/3 122 ### ##2", "a3", MINE, "b2 c2", "a2 b3", 1),
    ],
)
def test_a_count_of_what_is_left(  # noqa: PLR0913, PLR0917  # a row of the table
    text: str, name: str, conclusion: Conclusion, mines: str, safe: str, left: int
) -> None:
    """What single numbers show comes first, and is then subtracted from the count."""
    *before, last = why(text, name, conclusion).steps
    assert all(step.kind is ReasonKind.ONE_NUMBER for step in before)
    assert (last.clues, last.count) == ((), Count(CountKind.EXACT, left))
    assert (names(text, last.mines), names(text, last.safe)) == (mines, safe)


def counts(board: Board) -> Iterator[tuple[Reason, Step, Count]]:
    """Yield the counts among the reasons of ``board``, and the steps they are of."""
    for _, reason in reasons(board):
        for step in reason.steps:
            if step.count is not None:
                yield reason, step, step.count


@settings(deadline=None, max_examples=150)
@given(boards())
def test_an_exact_count_accounts_for_every_cell(board: Board) -> None:
    """An exact count's clues share no cell, and leave no mine or one for each other cell."""
    for reason, step, count in counts(board):
        if count.kind is CountKind.EXACT:
            known = {each for one in reason.steps[:-1] for each in one.cells}
            assert known >= set(step.relied)
            held = [set(board.closed_around(clue)).difference(step.relied) for clue in step.clues]
            rest = set(board.closed()).difference(step.relied, *held)
            assert sum(map(len, held)) == len(set().union(*held))
            assert count.left == board.mines - sum(board.exploded) - len(step.mines)
            spare = count.left - sum(step.needs)
            assert (spare, set(step.cells)) == (len(rest) if step.conclusion is MINE else 0, rest)


@settings(deadline=None, max_examples=150)
@given(boards())
@example(Board.parse("2x4/3 #2## #2X2"))
@example(Board.parse("1x6/2 X#1#1#"))
def test_a_count_that_does_not_fit_is_told_with_its_bound(board: Board) -> None:
    """A count says too many or too few mines only with the bound if the cell were otherwise."""
    for _, step, count in counts(board):
        if count.kind is not CountKind.EXACT:
            assert count.left == board.mines - sum(board.exploded)
            fewest, most = bounds(board, step)
            bound = {CountKind.TOO_MANY: fewest, CountKind.TOO_FEW: most}.get(count.kind, 0)
            assert count.bound == bound
            assert (fewest > count.left) is (count.kind is CountKind.TOO_MANY)
            assert (most < count.left) is (count.kind is CountKind.TOO_FEW)


def bounds(board: Board, step: Step) -> tuple[int, int]:
    """Return the fewest and most possible mines if the cell of ``step`` were the opposite."""
    (cell,) = step.cells
    closed, possible = set(board.closed()), set[int]()
    for mines, settled in layouts(board, step.clues):
        possible.update(_mines_with(cell, step, mines, len(closed - settled), settled))
    return min(possible), max(possible)


def _mines_with(
    cell: Cell, step: Step, mines: frozenset[Cell], room: int, settled: frozenset[Cell]
) -> range:
    """Return how many mines there can be with ``mines`` around the clues, in ``room`` beyond."""
    otherwise = step.conclusion is SAFE
    if cell in settled:
        return (
            range(len(mines), len(mines) + room + 1) if (cell in mines) is otherwise else range(0)
        )
    return range(len(mines) + otherwise, len(mines) + room + otherwise)
