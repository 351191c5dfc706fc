"""Reasons checked by brute force around their clues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.board import Board
from core.grid import Cell, Grid
from core.solver.explain import WORK, easiest, explain, explain_all, plainly_mine, wrong_flags
from core.solver.reason import Conclusion, CountKind, Reason, ReasonKind, Step
from tests.core.solver.explain_oracle import certain, decides, layouts, played
from tests.strategies import seeded


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw a small board in the middle of a game, with exploded mines and flags."""
    grid = Grid(draw(st.integers(2, 6)), draw(st.integers(2, 6)))
    mines = draw(st.integers(1, max(1, len(grid) // 3)))
    return played(grid, mines, draw(st.integers(1, 14)), seeded(draw(st.integers(0, 2**32))))


def reasons(board: Board) -> Iterator[tuple[Cell, Reason]]:
    """Yield every certain cell of ``board`` with its reason."""
    safe, mines = certain(board)
    for cells, is_mine in ((safe, False), (mines, True)):
        for cell in cells:
            yield cell, explain(board, cell, is_mine=is_mine)


def proves(board: Board, reason: Reason, without: Cell | None = None) -> bool:
    """Tell whether the clues of ``reason``, perhaps without one, decide all its cells."""
    clues = [clue for clue in reason.clues if clue != without]
    is_mine = reason.conclusion is Conclusion.MINE
    return all(
        decides(board, clues, cell, is_mine=is_mine, counting=reason.counting)
        for cell in reason.cells
    )


@settings(deadline=None, max_examples=150)
@given(boards(), st.sampled_from([0, 5, 50, 100_000]))
@example(Board.parse("5x6/8 ##2100 ###100 243200 3##100 ###100"), 50)
@example(Board.parse("2x4/2\n1221\n####"), 100_000)
@example(Board.parse("3x4/3 2### #F## #F21"), 50)
@example(Board.parse("3x5/4 ##### #3121 #2000"), 50)  # decides b1 too, which needs fewer
def test_reasons_of_all_cells_cover_each_by_a_true_one(board: Board, work: int) -> None:
    """With any work, reasons cover exactly the certain cells, each one more, and are true."""
    safe, mines = certain(board)
    for cells, is_mine in ((safe, False), (mines, True)):
        found = list(explain_all(board, cells, is_mine=is_mine, work=work))
        assert {cell for reason in found for cell in reason.cells} == set(cells)
        told = set[Cell]()
        for reason in found:
            assert not told.issuperset(reason.cells)
            told.update(reason.cells)
            assert proves(board, reason)
            decided = set(reason.steps[-1].cells)
            assert decided >= set(reason.cells) or stands_for_others(board, reason, decided)
            for cell in decided - set(reason.cells):
                assert needs_fewer(board, reason, cell)


@settings(deadline=None, max_examples=150)
@given(boards())
@example(Board.parse("2x4/2\n1221\n####"))
@example(Board.parse("3x5/4 ##### #3121 #2000"))  # b1 needs two of three numbers, d1 all
def test_reasons_of_all_cells_name_no_clue_in_vain_for_any(board: Board) -> None:
    """In reasons for all cells, every single cell of a reason needs each of its clues."""
    safe, mines = certain(board)
    for cells, is_mine in ((safe, False), (mines, True)):
        for reason in explain_all(board, cells, is_mine=is_mine):
            for cell in reason.cells:
                alone = replace(reason, cells=(cell,))
                assert not any(proves(board, alone, without=clue) for clue in reason.clues)


def needs_fewer(board: Board, reason: Reason, cell: Cell) -> bool:
    """Tell whether the clues of ``reason`` decide ``cell``, and some of them already do."""
    alone = replace(reason, cells=(cell,))
    return proves(board, alone) and any(proves(board, alone, without=clue) for clue in reason.clues)


def stands_for_others(board: Board, reason: Reason, decided: set[Cell]) -> bool:
    """Tell whether ``reason`` counts for one of several cells that no number distinguishes."""
    count = reason.steps[-1].count
    beyond = not any(
        board.opened[near] for cell in reason.cells for near in board.grid.neighbours(cell)
    )
    alike = len(decided) == 1 and decided <= set(reason.cells) and beyond
    return alike and count is not None and count.kind is not CountKind.EXACT


def follows(board: Board, step: Step, known: Mapping[Cell, bool]) -> bool:
    """Tell whether the clues of ``step`` and the cells it relies on decide its cells."""
    is_mine = step.conclusion is Conclusion.MINE
    mines, safe = set(step.mines), set(step.safe)
    if any(known.get(cell) is not (cell in mines) for cell in step.relied):
        return False
    return all(
        (cell in layout) is is_mine
        for layout, _ in layouts(board, step.clues)
        if layout >= mines and layout.isdisjoint(safe)
        for cell in step.cells
    )


def is_refuted(board: Board, step: Step, known: dict[Cell, bool]) -> bool:
    """Tell whether a contradiction's assumption leads to a clue that cannot be satisfied."""
    supposed = {cell: known[cell] for cell in step.relied}
    supposed[step.cells[0]] = step.conclusion is Conclusion.SAFE
    for one in step.supposed:
        if not follows(board, one, supposed):
            return False
        supposed |= dict.fromkeys(one.cells, one.conclusion is Conclusion.MINE)
    return not any(
        all(supposed.get(cell, cell in layout) is (cell in layout) for cell in settled)
        for layout, settled in layouts(board, step.clues[-1:])
    )


def left_of(board: Board, clue: Cell, step: Step) -> int:
    """Return the number on ``clue`` less the mines around it that are known at ``step``."""
    known = {cell for cell in board.grid.cells() if board.exploded[cell]}.union(step.mines)
    return board.numbers[clue] - len(known.intersection(board.grid.neighbours(clue)))


@settings(deadline=None, max_examples=200)
@given(boards())
@example(Board.parse("3x3/4 X4X ### 121"))  # a pattern of which one number can be spared
@example(Board.parse("3x3/3 #2# 23# ##2"))  # a contradiction
@example(Board.parse("6x6/8 222#21 ##4### 34###1 1#3321 1111#1 0001#1"))  # and one behind a step
@example(Board.parse("4x7/6 ###X1## #2#3#11 2321#1# #####1#"))  # numbers that press one another
@example(Board.parse("3x6/7 ##3121 ###### ##4#3#"))  # and more of them
def test_reasons_are_true_and_minimal(board: Board) -> None:
    """Every certain cell has a reason that follows from its clues and needs each of them.

    It counts the mines left only if the clues alone do not suffice, and so do its steps follow.
    """
    for cell, reason in reasons(board):
        assert cell in reason.cells
        assert reason.minimal
        assert proves(board, reason)
        assert not any(proves(board, reason, without=clue) for clue in reason.clues)
        assert not (reason.counting and proves(board, replace(reason, counting=False)))
        check_that_steps_follow(board, reason)
        check_needs(board, reason)


def check_that_steps_follow(board: Board, reason: Reason) -> None:
    """Check that each step follows from its own clues and the cells decided before it."""
    known: dict[Cell, bool] = {}
    for step in reason.steps:
        if step.kind is ReasonKind.CONTRADICTION:
            assert is_refuted(board, step, known)
        elif step.kind is not ReasonKind.COUNTING:
            assert follows(board, step, known)
        known |= dict.fromkeys(step.cells, step.conclusion is Conclusion.MINE)
    assert reason.steps[-1].cells == reason.cells
    assert {clue for step in reason.steps for clue in step.clues} == set(reason.clues)


def check_needs(board: Board, reason: Reason) -> None:
    """Check that a step's needs are its numbers less the mines known by then, which it names.

    What is left of numbers taken together is less each mine that an earlier step has shown.
    """
    known: set[Cell] = set()
    for step in reason.steps:
        for clue, need in zip(step.clues, step.needs, strict=bool(step.needs)):
            assert need == left_of(board, clue, step), step
        if step.kind in {ReasonKind.TWO_NUMBERS, ReasonKind.SEVERAL_NUMBERS}:
            for clue in step.clues:
                assert known.intersection(board.closed_around(clue)) <= set(step.mines)
        if step.conclusion is Conclusion.MINE:
            known.update(step.cells)


@settings(deadline=None, max_examples=100)
@given(boards())
def test_easiest_explains_a_certain_cell(board: Board) -> None:
    """The easiest reason is true; it is about a mine only if no cell is safe."""
    safe, mines = certain(board)
    reason = easiest(board, safe, mines)
    if reason is None:
        assert not safe
        assert not mines
    else:
        assert set(reason.cells) <= set(safe or mines)
        assert proves(board, reason)


@settings(deadline=None, max_examples=100)
@given(boards())
def test_plain_mines_are_mines(board: Board) -> None:
    """A cell called plainly a mine is one, and so is every mine that one number proves."""
    _, mines = certain(board)
    plain = {cell for cell in board.closed() if plainly_mine(board, cell)}
    assert plain <= set(mines)
    for cell, reason in reasons(board):
        if reason.kind is ReasonKind.ONE_NUMBER and reason.conclusion is Conclusion.MINE:
            assert cell in plain


@settings(deadline=None, max_examples=100)
@given(boards())
def test_wrong_flags_are_wrong(board: Board) -> None:
    """Flags called wrong are on safe cells, and numbers called overfull have too many."""
    safe, _ = certain(board)
    wrong = wrong_flags(board, safe)
    assert set(wrong.on_safe) == {cell for cell in safe if board.flagged[cell]}
    for cell in wrong.overfull:
        assert board.claimed_around(cell) > board.numbers[cell]
    assert bool(wrong) is bool(wrong.on_safe or wrong.overfull)


@settings(deadline=None, max_examples=100)
@given(boards(), st.integers(0, 60))
@example(Board.parse("4x6/6 000000 232111 ###2## 233###"), 7)  # the count is cut short
def test_a_short_budget_gives_a_true_answer(board: Board, work: int) -> None:
    """With hardly any work a reason may be too long, but it is true and says so."""
    safe, mines = certain(board)
    for cells, is_mine in ((safe, False), (mines, True)):
        for cell in cells:
            reason = explain(board, cell, is_mine=is_mine, work=work)
            assert proves(board, reason)
            if reason.minimal:
                assert not any(proves(board, reason, without=clue) for clue in reason.clues)


def test_a_chain_that_may_be_too_long_says_so() -> None:
    """A chain that may not have the fewest clues is not called minimal."""
    board = Board.parse("6x7/9 #1001#2 22212## 1#3#33# 113#4## 0012#32 0001110")
    cut_short, whole = (explain(board, 20, is_mine=False, work=work) for work in (1, WORK))
    assert not cut_short.minimal
    assert whole.minimal
    assert whole.kind is ReasonKind.CHAIN
    assert set(whole.clues) < set(cut_short.clues)


@pytest.mark.parametrize(
    ("text", "cell", "is_mine"),
    [("1x3/1\n#1#", 0, False), ("1x2/1\n1#", 1, False), ("1x5/1\n1#1#0", 3, True)],
)
def test_a_false_claim_has_no_reason(text: str, cell: Cell, *, is_mine: bool) -> None:
    """Asking why an uncertain cell is certain, or a mine is safe, is an error."""
    with pytest.raises(ValueError, match=f"cell {cell} is not certain"):
        explain(Board.parse(text), cell, is_mine=is_mine)
