"""What the largest and widest boards cost, in steps, never in seconds."""

from __future__ import annotations

import sys
from math import inf
from types import FrameType

import numpy as np
import pytest

from core.board import Board
from core.solver import advise, analyse
from core.solver.advice import BUDGET, COSTLY, STEPS_PER_SECOND
from core.solver.analysis import analyse_roughly, solve
from core.solver.explain import easiest, explain_all
from core.solver.geometry import view_of
from core.solver.kernels.component import OK, WIDE, make_work
from core.solver.kernels.mapping import spent, steps_of
from core.solver.kernels.wide import PROVING, SAMPLING, STEPS
from core.solver.workspace import BROAD, narrow_work


def patches(high: int, wide: int, number: int, mines: int) -> Board:
    """Return a board of 100x100 in patches: ``number`` on every second cell of every second row."""

    def mark(row: int, col: int) -> str:
        row, col = row % high, col % wide
        within = row < high - 1 and col < wide - 1
        return str(number) if within and row % 2 and col % 2 else "#"

    rows = ("".join(mark(row, col) for col in range(100)) for row in range(100))
    return Board.parse("\n".join((f"100x100/{mines}", *rows)))


def test_what_was_solved_before_changes_no_map() -> None:
    """A board with too many components for the steps stays too wide, however often it comes.

    So it does where all of them have been solved, on boards with some of them each.
    """
    work = make_work(1 << 11, 1 << 13, 1 << 12)
    board, none = patches(5, 7, 4, 4000), ["#" * 100] * 100
    _, *rows = str(board).splitlines()
    for _ in range(20):
        chance = np.empty(len(board.grid))
        assert solve(board, view_of(board), work, chance).status == WIDE
    for row in range(0, 100, 10):
        shown = *none[:row], *rows[row : row + 10], *none[row + 10 :]
        part = Board.parse("\n".join(("100x100/4000", *shown)))
        assert solve(part, view_of(part), work, chance).status == OK
    assert solve(board, view_of(board), work, chance).status == WIDE


@pytest.mark.parametrize(("high", "wide"), [(3, 100), (5, 30), (5, 10)])
def test_costly_boards_are_not_looked_into(high: int, wide: int) -> None:
    """If solving a board takes long, candidates are not looked into."""
    board = patches(high, wide, 3 if high == 3 else 4, 2500 if high == 3 else 3000)
    work = narrow_work()
    for budget in (0.1, inf):
        before = spent(work)
        advice = advise(board, budget)
        assert spent(work) - before <= 4 * steps_of(work)
        assert advice.best is not None
        assert not advice.analysis.safe
        assert advice.best.progress is None
        assert 0.0 < advice.win <= advice.best.safe


def test_looks_end_with_the_steps_of_the_budget() -> None:
    """Candidates are looked into as long as steps last, whatever was solved before."""
    top, other = (
        ["#" * 62, "#" + "1#" * 29 + "###", "#" * 62, "#" + "1#" * 29 + "###"],
        patches(5, 60, 1, 1000),
    )
    board = Board.parse("\n".join(("16x62/200", *top, *["#" * 62] * 12)))
    found = []
    for budget in (0.0, 0.02, 0.02, BUDGET):
        analyse(other)
        work, before = narrow_work(), spent(narrow_work())
        found.append(advise(board, budget))
        assert spent(work) - before <= budget * STEPS_PER_SECOND + 11 * COSTLY
    counts = [len(advice.candidates) for advice in found]
    assert counts[0] == 1
    assert 1 < counts[1] < counts[3]
    assert found[1].candidates == found[2].candidates


@pytest.mark.parametrize(("high", "wide"), [(7, 100), (9, 50), (11, 11)])
def test_wide_maps_keep_to_their_steps(high: int, wide: int) -> None:
    """Maps of wide components that fit no longer, alone or together, end with the steps."""
    board, work = patches(high, wide, 4, 3300), make_work(*BROAD)
    analysis = analyse_roughly(board, work, STEPS)
    assert work.mark[3] <= STEPS + PROVING + SAMPLING
    assert not analysis.exact
    unknown = analysis.probabilities[~np.isnan(analysis.probabilities)]
    assert unknown.sum() == pytest.approx(3300, rel=0.05)
    assert (unknown >= 0.001).all()


def test_many_certain_cells_are_explained_within_the_work() -> None:
    """With thousands of cells certain by the mine count, only limited pairs are tried."""
    tile = ["######", "#1#1##", "######", "#1#1##", "######", "######"]
    rows = [tile[row % 6] * 16 for row in range(96)]
    board = Board.parse("\n".join(("96x96/256", *rows)))
    analysis = analyse(board)
    assert len(analysis.safe) > 7000
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call" and frame.f_code.co_name in {"two_numbers", "split"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        reason = easiest(board, analysis.safe, analysis.mines)
    finally:
        sys.setprofile(before)
    assert reason is not None
    assert calls <= 10_000


def test_the_board_is_gone_over_once_for_all_cells_that_the_count_decides() -> None:
    """What single numbers show of a whole board is worked out once for all reasons."""
    tile = ["#####", "#1#1#", "#####", "#####"]
    rows = [tile[row % 4] * 20 for row in range(40)]
    board = Board.parse("\n".join(("40x100/200", *rows)))
    safe = analyse(board).safe
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call" and frame.f_code.co_name == "one_number"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        reasons = list(explain_all(board, safe[:100], is_mine=False))
    finally:
        sys.setprofile(before)
    assert len(reasons) > 5
    assert all(reason.counting and reason.minimal for reason in reasons)
    assert calls - sum(len(reason.clues) for reason in reasons) <= 1_200
