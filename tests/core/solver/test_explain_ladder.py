"""The ladder of reasons, on one board drawn for each rung."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.board import Board
from core.grid import Cell, Grid, column_number
from core.solver import analyse
from core.solver.explain import cost, easiest, explain, explain_all
from core.solver.explain_rules import two_numbers
from core.solver.explain_view import View
from core.solver.reason import Bound, Conclusion, Count, CountKind, Pattern, Reason, ReasonKind

SAFE, MINE = Conclusion.SAFE, Conclusion.MINE


def cell(grid: Grid, name: str) -> Cell:
    """Return the cell called ``name``."""
    letters = name.rstrip("0123456789")
    return grid.cell(int(name.removeprefix(letters)) - 1, column_number(letters))


def why(text: str, name: str, conclusion: Conclusion) -> Reason:
    """Return why the cell called ``name`` of the board drawn as ``text`` is certain."""
    board = Board.parse(text)
    return explain(board, cell(board.grid, name), is_mine=conclusion is MINE)


def names(text: str, cells: tuple[Cell, ...]) -> str:
    """Return the names of ``cells`` on the board drawn as ``text``."""
    return " ".join(map(Board.parse(text).grid.name, cells))


@pytest.mark.parametrize(
    ("text", "name", "conclusion", "clue", "cells"),
    [
        ("2x3/2\n#20\n#20", "a1", MINE, "b1", "a1 a2"),
        ("2x3/1\nX1#\n11#", "c1", SAFE, "b1", "c1 c2"),
        ("1x3/1\n0#1", "b1", SAFE, "a1", "b1"),
        ("2x3/2\n2#1\n#21", "b1", MINE, "c1", "b1"),
    ],
)
def test_one_number(text: str, name: str, conclusion: Conclusion, clue: str, cells: str) -> None:
    """A number whose mines fill its cells, or have all exploded, is proof; that of fewest cells."""
    reason = why(text, name, conclusion)
    assert reason.kind is ReasonKind.ONE_NUMBER
    assert (names(text, reason.clues), names(text, reason.cells)) == (clue, cells)


ONE_ONE = "2x4/2\n1121\n####"
DOWN = "4x2/2\n1#\n1#\n2#\n1#"
ONE_TWO = "2x6/3\n121111\n######"
LONG = "2x4/2\n1221\n####"
ZERO = "1x6/0\n#0#00#"
REDUCED = "3x6/9\n##2000\n##3221\n######"
BETWEEN = "3x3/4\nX4X\n###\n121"
"""A wall with numbers on both sides, so that a pattern's number in the middle can be spared."""


@pytest.mark.parametrize(
    ("text", "name", "conclusion", "clues", "cells", "pattern"),
    [
        (ONE_ONE, "c2", SAFE, "a1 b1", "c2", Pattern.ONE_ONE),
        (DOWN, "b3", SAFE, "a1 a2", "b3", Pattern.ONE_ONE),
        (ONE_TWO, "c2", MINE, "a1 b1", "c2", Pattern.ONE_TWO),
        (ONE_TWO, "b2", SAFE, "a1 b1 c1", "b2 d2", Pattern.ONE_TWO_ONE),
        (LONG, "a2", SAFE, "a1 b1 c1 d1", "a2 d2", Pattern.ONE_TWO_TWO_ONE),
        (REDUCED, "e3", MINE, "c1 c2 d2", "e3", Pattern.ONE_TWO),
        (BETWEEN, "b2", SAFE, "a3 b3 c3", "b2", Pattern.ONE_TWO_ONE),
    ],
)
def test_patterns(  # noqa: PLR0913, PLR0917  # a row of the table
    text: str, name: str, conclusion: Conclusion, clues: str, cells: str, pattern: Pattern
) -> None:
    """Numbers along a wall get their pattern's name, after subtracting known mines."""
    reason = why(text, name, conclusion)
    assert reason.pattern is pattern
    assert (names(text, reason.clues), names(text, reason.cells)) == (clues, cells)


def test_a_pattern_is_told_among_all_reasons_if_each_of_its_cells_needs_it() -> None:
    """Among the reasons of a board a 1-2-1 is told for cells that need its three numbers."""
    found = explain_all(Board.parse(ONE_TWO), [7, 9, 10], is_mine=False)
    patterns = {reason.pattern: names(ONE_TWO, reason.cells) for reason in found}
    assert patterns[Pattern.ONE_TWO_ONE] == "b2"


def test_two_numbers_without_a_wall() -> None:
    """Two numbers that share cells otherwise prove as well, without a pattern's name."""
    reason = why("2x3/2\n##2\n1##", "c2", MINE)
    assert reason.kind is ReasonKind.TWO_NUMBERS
    assert reason.pattern is None
    assert reason.steps[0].needs == (2, 1)


def test_two_numbers_where_neither_decides_alone() -> None:
    """Something that one of two numbers proves alone is a step of its own before them."""
    reason = why("2x3/1\n111\n##1", "a2", SAFE)
    assert [step.kind for step in reason.steps] == [ReasonKind.ONE_NUMBER] * 2
    board = Board.parse("1x5/2\n#1#1X")
    view = View(board)
    assert not two_numbers(board.grid, view.constraint(1), view.constraint(3))


def test_a_chain_has_its_steps() -> None:
    """What single numbers prove one after another is told in order."""
    text = "1x7/3\n1#1#1#1"
    reason = why(text, "d1", SAFE)
    assert reason.kind is ReasonKind.CHAIN
    assert [names(text, step.cells) for step in reason.steps] == ["b1", "d1"]
    assert reason.steps[1].mines == reason.steps[0].cells


def test_a_chain_goes_on_where_two_numbers_are_left_the_same_cells() -> None:
    """Two numbers left with the same cells prove nothing, and the chain uses others."""
    text = "6x6/7\n#101##\n#202##\n#202##\n#102##\n#113##\n######"
    reason = why(text, "b6", SAFE)
    assert reason.kind is ReasonKind.CHAIN
    assert all(step.cells for step in reason.steps)


def test_a_step_may_rely_on_safe_cells() -> None:
    """A number may be left with just its mines because cells around it are safe."""
    text = "1x6/2\n1#1#1#"
    reason = why(text, "f1", MINE)
    assert names(text, reason.steps[-1].safe) == "d1"


@pytest.mark.parametrize(
    ("text", "name", "conclusion", "bound", "shares"),
    [
        ("3x3/3\n###\n#31\n#10", "a1", MINE, Bound.MOST, (1, 1)),
        ("4x2/2\n#1\n##\n2#\n#1", "a1", SAFE, Bound.MOST, (1, 1)),
        ("2x4/3\n####\n12#2", "d1", MINE, Bound.LEAST, (1, 1)),
        ("3x3/2\n1##\n#2#\n##1", "c1", SAFE, Bound.LEAST, (1, 1)),
    ],
)
def test_several_numbers(
    text: str, name: str, conclusion: Conclusion, bound: Bound, shares: tuple[int, ...]
) -> None:
    """Two numbers together can leave a third no choice."""
    reason = why(text, name, conclusion)
    assert reason.kind is ReasonKind.SEVERAL_NUMBERS
    assert (reason.steps[0].bound, reason.steps[0].shares) == (bound, shares)


@pytest.mark.parametrize(
    ("text", "name", "conclusion", "bound"),
    [
        ("3x3/3\n#2#\n23#\n##2", "a1", MINE, Bound.MOST),
        ("3x3/3\n#1#\n1#2\n###", "a1", SAFE, Bound.LEAST),
    ],
)
def test_contradiction(text: str, name: str, conclusion: Conclusion, bound: Bound) -> None:
    """Assuming the opposite ends at a number that cannot be satisfied."""
    reason = why(text, name, conclusion)
    assert reason.kind is ReasonKind.CONTRADICTION
    assert reason.steps[-1].bound is bound
    assert len(reason.steps[-1].supposed) == 2


@pytest.mark.parametrize(
    ("text", "conclusion"),
    [("3x3/2\n#11\n12#\n##1", MINE), ("3x3/3\n#2#\n#32\n###", SAFE)],
)
def test_cases(text: str, conclusion: Conclusion) -> None:
    """If no chain of steps leads to a cell, all ways to place the mines agree on it."""
    reason = why(text, "a3", conclusion)
    assert reason.kind is ReasonKind.CASES
    assert len(reason.clues) == 3


@pytest.mark.parametrize(
    ("text", "name", "conclusion", "kind", "clues"),
    [
        ("2x3/3\n###\n3##", "c1", SAFE, CountKind.EXACT, "a2"),
        ("2x3/2\n##2\n2##", "a1", SAFE, CountKind.EXACT, "c1"),
        ("4x2/4\n##\n##\n22\n00", "a1", MINE, CountKind.EXACT, ""),
        ("3x2/3\n##\n##\n#1", "a1", MINE, CountKind.EXACT, "b3"),
        ("2x3/2\n##2\n2##", "b1", MINE, CountKind.TOO_MANY, "c1 a2"),
        ("3x3/2\n1##\n###\n1#2", "b3", SAFE, CountKind.TOO_MANY, "a1 a3 c3"),
        ("2x3/2\n###\n1#1", "b1", SAFE, CountKind.TOO_FEW, "a2 c2"),
        ("3x3/3\n#1#\n1#2\n###", "a3", MINE, CountKind.TOO_FEW, "b1 a2 c2"),
        ("3x4/3\n#12#\n##2#\n#1#1", "a2", MINE, CountKind.CASES, "b1 c1 b3"),
        ("4x3/4\n###\n3#2\n#21\n11#", "b1", SAFE, CountKind.CASES, "a2 c2 b3 a4"),
    ],
)
def test_counting(
    text: str, name: str, conclusion: Conclusion, kind: CountKind, clues: str
) -> None:
    """The number of mines left decides what the numbers leave open."""
    reason = why(text, name, conclusion)
    assert reason.kind is ReasonKind.COUNTING
    assert reason.counting
    assert names(text, reason.clues) == clues
    count = reason.steps[-1].count
    assert count is not None
    assert count.kind is kind


def test_what_was_shown_before_is_not_counted_again() -> None:
    """Mines and safe cells shown by earlier steps are named as such by the count."""
    text = "6x6/9\n1#2###\n123332\n02#200\n02#311\n123###\n##2###"
    reason = why(text, "e6", SAFE)
    *before, last = reason.steps
    shown = {
        conclusion: {
            cell for step in before if step.conclusion is conclusion for cell in step.cells
        }
        for conclusion in Conclusion
    }
    assert set(last.mines) == shown[MINE]
    assert set(last.safe) == shown[SAFE]
    assert names(text, last.safe) == "d5 f5"
    assert last.count == Count(CountKind.EXACT, left=0)


def test_cells_that_touch_no_number_are_told_by_one_reason() -> None:
    """A count that decides a cell beside no number decides every such cell: it is told once."""
    text = "5x6/10\n##1##2\n###4##\n133#3#\n###23#\n##1#1#"
    board = Board.parse(text)
    found = list(explain_all(board, analyse(board).mines, is_mine=True))
    assert [names(text, reason.cells) for reason in found if reason.counting] == ["a1 a5"]


def test_flags_are_claims() -> None:
    """A wrong flag does not change a reason."""
    flagged = why("2x4/2\n1121\n##F#", "c2", SAFE)
    assert flagged == why(ONE_ONE, "c2", SAFE)


def test_the_easiest_reason_is_the_simplest() -> None:
    """A single number is preferred to a pattern, and a pattern to a longer chain."""
    board = Board.parse(ONE_TWO)
    safe = [cell(board.grid, name) for name in ("b2", "d2", "e2")]
    reason = easiest(board, safe, ())
    assert reason is not None
    assert reason.pattern in {Pattern.ONE_TWO, Pattern.ONE_TWO_ONE}
    board = Board.parse("2x6/3\n1211X1\n######")
    reason = easiest(board, [cell(board.grid, "b2"), cell(board.grid, "f2")], ())
    assert reason is not None
    assert reason.kind is ReasonKind.ONE_NUMBER


def test_a_pattern_is_easier_than_a_long_chain() -> None:
    """A pair of numbers is told rather than four single ones."""
    reason = easiest_of("4x9/25\n#X#5X3121\nX7XXX####\n#X#XXXXXX\n3XX5XXXXX", "a1 f2 h2")
    assert reason.pattern is Pattern.ONE_TWO


@pytest.mark.parametrize(
    ("text", "safe", "kind", "clues"),
    [
        ("2x4/2\n1#11\n#2##", "b1 d2", ReasonKind.TWO_NUMBERS, "c1 d1"),  # not three numbers
        ("3x4/3\n####\n2#3#\n#1#1", "a1 c1 d1 a3 c3", ReasonKind.COUNTING, "c2"),
        ("4x5/3\n####2\n##2##\n11111\n00000", "a1 b1 c1", ReasonKind.CHAIN, "e1 c2 c3 d3"),
    ],
)
def test_of_hard_reasons_the_easiest_is_told(
    text: str, safe: str, kind: ReasonKind, clues: str
) -> None:
    """Of reasons for several cells, those beside most numbers first, the easiest is told."""
    reason = easiest_of(text, safe)
    assert (reason.kind, names(text, reason.clues)) == (kind, clues)


def test_a_chain_keeps_the_numbers_nearest_to_the_cell() -> None:
    """If other numbers decide a cell as well, those of the shortest single steps are told."""
    text = "5x6/9\n00001#\n00123#\n002###\n234#5#\n####3#"
    assert {step.kind for step in why(text, "f4", MINE).steps} == {ReasonKind.ONE_NUMBER}


def test_of_steps_with_as_many_numbers_those_for_the_cell_are_told() -> None:
    """Steps that decide the cell itself come before others that are found first and lead there."""
    *_, last = why("4x6/5\n#20##1\n#4##11\n###1#0\n12##0#", "c3", MINE).steps
    assert (last.kind, last.pattern) == (ReasonKind.TWO_NUMBERS, Pattern.ONE_TWO)


def test_a_contradiction_is_harder_the_more_is_supposed() -> None:
    """The costs of contradictions rise with the steps that lead there."""
    short = why("3x4/3\n0##1\n12#2\n1#2#", "c1", MINE)
    long = why("2x8/4\n0#######\n0#2#2#21", "c1", MINE)
    assert [len(reason.steps[-1].supposed) for reason in (short, long)] == [2, 3]
    assert cost(short) < cost(long)


def test_of_equal_reasons_the_shortest_is_the_easiest() -> None:
    """Of single numbers that of the fewest cells is told, of chains one with the fewest steps."""
    assert names(ZERO, easiest_of(ZERO, "a1 c1 f1").cells) == "c1"
    row = "1x28/7\n" + "#1" * 14
    reason = easiest_of(row, "a1 e1 i1 m1 q1 u1 y1")
    assert names(row, reason.cells) == "y1"
    assert len(reason.steps) == 2


def easiest_of(text: str, safe: str) -> Reason:
    """Return the easiest reason for one of the ``safe`` cells of the board drawn as ``text``."""
    board = Board.parse(text)
    reason = easiest(board, [cell(board.grid, name) for name in safe.split()], ())
    assert reason is not None
    return reason


def test_the_easiest_reason_may_be_hard() -> None:
    """If nothing simple is left, the easiest reason is the least hard."""
    text = "3x3/3\n#2#\n#32\n###"
    reason = easiest(Board.parse(text), [6], ())
    assert reason is not None
    assert reason.kind is ReasonKind.CASES


def test_the_easiest_of_several_numbers() -> None:
    """The easiest reason may take several numbers, and is told for all cells that it decides."""
    reason = easiest(Board.parse("3x3/2\n1##\n#2#\n##1"), [2, 6], ())
    assert reason is not None
    assert reason.kind is ReasonKind.SEVERAL_NUMBERS
    assert set(reason.cells) == {2, 6}


def test_what_is_harder_to_see_costs_more() -> None:
    """Costs rise from one number over patterns, other pairs and several numbers to all cases."""
    rungs = [
        [why("2x3/2\n#20\n#20", "a1", MINE)],
        [why(ONE_ONE, "c2", SAFE), why(ONE_TWO, "b2", SAFE), why("1x7/3\n1#1#1#1", "d1", SAFE)],
        [why("2x3/2\n##2\n1##", "c2", MINE)],
        [why("3x3/3\n###\n#31\n#10", "a1", MINE)],
        [why("3x5/7\n#2###\n#35##\n1####", "c1", MINE)],
        [why("3x3/3\n#2#\n#32\n###", "a3", SAFE)],
    ]
    costs = [{cost(reason) for reason in rung} for rung in rungs]
    assert all(max(easier) < min(harder) for easier, harder in pairwise(costs))


def test_what_a_contradiction_rests_on_is_shown_before() -> None:
    """Mines that a contradiction uses are shown by the step before it."""
    text = "6x6/8\n222#21\n##4###\n34###1\n1#3321\n1111#1\n0001#1"
    reason = why(text, "e6", SAFE)
    before, last = reason.steps
    assert last.kind is ReasonKind.CONTRADICTION
    assert names(text, last.mines) == "b2 c3"
    assert set(last.mines) <= set(before.cells)


def test_the_easiest_reason_may_be_a_contradiction() -> None:
    """A contradiction is told if only trying all cases would be harder."""
    reason = easiest(Board.parse("3x5/7\n#2###\n#35##\n1####"), (), [2, 3, 8])
    assert reason is not None
    assert reason.kind is ReasonKind.CONTRADICTION


def test_counting_with_many_numbers() -> None:
    """Many numbers that share no cell account for all mines together."""
    text = f"1x40/13\n{'#1#' * 13}#"
    reason = why(text, "an1", SAFE)
    assert len(reason.clues) == 13
    assert reason.cells == (39,)


def test_easiest_falls_back_to_mines() -> None:
    """Without safe cells the easiest certain mine is explained; without any, nothing is."""
    board = Board.parse("2x3/2\n#20\n#20")
    reason = easiest(board, (), (0, 3))
    assert reason is not None
    assert reason.conclusion is MINE
    assert easiest(board, (), ()) is None


def test_the_easiest_reason_is_bounded() -> None:
    """Without work left, the easiest reason says that it may be longer than needed."""
    reason = easiest(Board.parse("3x3/3\n#2#\n#32\n###"), [6], (), work=0)
    assert reason is not None
    assert not reason.minimal
    assert reason.counting


def test_a_reason_cut_short_names_its_search() -> None:
    """If only the search for fewer clues is cut short, the reason does not turn to counting."""
    text = "3x3/3\n#2#\n#32\n###"
    found = [explain(Board.parse(text), 6, is_mine=False, work=work) for work in range(80)]
    cut = [reason for reason in found if not reason.minimal]
    assert {reason.kind for reason in cut} == {ReasonKind.CASES, ReasonKind.COUNTING}
    assert all(len(reason.clues) == 3 for reason in cut)


def test_long_chains_on_a_wide_board_stay_quick() -> None:
    """A chain along a whole row of numbers is followed only as far as needed."""
    text = f"1x401/101\n{'1#' * 200}1"
    reason = why(text, "d1", SAFE)
    assert len(reason.clues) == 2
