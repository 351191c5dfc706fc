"""The choice of a move: certain cells, exact endgames, guesses, limits of time."""

from __future__ import annotations

from itertools import pairwise
from math import inf

import pytest

from core.board import Board
from core.review.appraisal import appraise
from core.solver import advise
from core.solver.advice import position_of
from core.solver.kernels.component import forget
from core.solver.kernels.value import win_chance_by
from core.solver.policy import MOST_LAYOUTS, MOST_NARROW, POLICIES, deeper
from core.solver.workspace import narrow_work
from tests.core.solver.positions import ENDGAMES, published
from tests.core.solver.test_pseudo import LISTED, stuck

TANGLED = Board.parse(
    "16x14/73"
    " 1#2###1#1#3### ############## ####3#3#2##### ############## 3#2#4#3#1#1###"
    " ############## 1#1#2#4###1### ############## ####1###3##### ############## 3###3#1###2###"
    " ############## 2###4###3#2### ############## 1###3#2#2##### ##############"
)
"""A board that is solved at once, but on which a number more can make that too hard."""

TANGLED_BEST = Board.parse(
    "15x15/75"
    " #############4# ############### #2#2###3#4#2#4# ############### ###2#2#3#5#4###"
    " ############### ###3#####5#3#3# ############### #2#3###5#3#1#2# ###############"
    " ###3#2#4#3#2### ############### ###2###2####### ############### #3###1###1###1#"
)
"""Another, of which the best cell is one that makes it too hard."""

SEARCHED = Board.parse("7x7/14 01##3## 023#### 02##### 02##### 0124##3 01123## 01#11##")
"""A board that some hundred nodes are needed to search to its end."""


def test_certain_cell_is_advised() -> None:
    """If a cell is certainly safe, the advice is such a cell."""
    advice = advise(Board.parse("3x3/1\n1##\n1##\n0##"))
    assert advice.best is not None
    assert advice.best.cell in advice.analysis.safe
    assert advice.best.safe == 1.0


def test_certain_cell_of_a_large_position_has_an_estimated_win() -> None:
    """With many layouts left and a certain cell, the chance to win is an estimate below 1."""
    marks = "1" + "#" * 99
    rows = "\n".join(marks[i : i + 10] for i in range(0, 100, 10))
    advice = advise(Board.parse(f"10x10/1\n{rows}"))
    assert advice.analysis.safe
    assert not advice.win_exact
    assert 0.0 < advice.win < 1.0


def test_a_board_that_is_determined_is_won() -> None:
    """However large, a board whose safe cells are all certain is exactly a win."""
    rows = ["2" + "3" * 98 + "2", *["#" * 100] * 99]
    advice = advise(Board.parse("100x100/100\n" + "\n".join(rows)))
    assert len(advice.candidates) == 9800
    assert (advice.win, advice.win_exact) == (1.0, True)
    told = {(each.safe, each.win, each.win_exact) for each in advice.candidates}
    assert told == {(1.0, 1.0, True)}


def test_the_last_safe_cell_wins_the_game() -> None:
    """If one safe cell is left, opening a cell wins exactly as often as it is safe."""
    for text in ("100x100/9999\n" + ("#" * 100 + "\n") * 100, "1x4/2\n#1##"):
        advice = advise(Board.parse(text))
        assert not advice.analysis.safe
        assert advice.win_exact
        assert advice.win == 1.0 - min(
            advice.analysis.probabilities[cell] for cell in advice.analysis.board.closed()
        )
        assert all(each.win_exact and each.win == each.safe > 0.0 for each in advice.candidates)


def test_nothing_left_to_open() -> None:
    """When only mines are closed there is no move, and the game is won."""
    advice = advise(Board.parse("2x2/1\n1#\n11"))
    assert advice.best is None
    assert advice.candidates == ()
    assert advice.win == 1.0


def test_even_chance_is_exact() -> None:
    """A 50/50 at the end of a game is worth exactly one half."""
    advice = advise(Board.parse("2x2/1\n1#\n1#"))
    assert advice.win == 0.5
    assert advice.win_exact


def test_unopened_board_starts_in_a_corner() -> None:
    """On an untouched board a corner has the best chance of an opening."""
    advice = advise(Board.parse("16x30/99\n" + ("#" * 30 + "\n") * 16))
    assert advice.best is not None
    assert advice.best.cell in {0, 29, 450, 479}
    assert not advice.win_exact


def test_no_time_still_gives_an_answer() -> None:
    """With a budget of zero one candidate is still looked at."""
    advice = advise(Board.parse("16x30/99\n" + ("#" * 30 + "\n") * 16), budget=0.0)
    assert len(advice.candidates) == 1


@pytest.mark.parametrize(("mines", "least", "most"), [(12, 0.5, 0.8), (30, 0.0, 0.2)])
def test_a_guess_does_not_win_by_itself(mines: int, least: float, most: float) -> None:
    """A guess's chance to win counts what comes after it: it is below its safety."""
    advice = advise(Board.parse("\n".join([f"8x8/{mines}", "##2#####", *["########"] * 7])), inf)
    assert advice.best
    assert not advice.win_exact
    assert least < advice.win < min(most, advice.best.safe)


def test_candidates_are_sorted() -> None:
    """Candidates come best first, each with its chances; the best has the advice's chance."""
    rows = "\n".join(["#" * 9] * 4 + ["####3####"] + ["#" * 9] * 4)
    advice = advise(Board.parse(f"9x9/30\n{rows}"))
    wins = [candidate.win for candidate in advice.candidates]
    assert wins == sorted(wins, key=lambda win: -(win or 0.0))
    assert wins[0] == advice.win
    assert all(0.0 < candidate.safe < 1.0 for candidate in advice.candidates)


def test_no_alternative_is_told_a_better_chance() -> None:
    """Without an exact search every candidate has a chance, none above the best's."""
    compared = 0
    for board, *_ in stuck(8, 10, 10, 24):
        advice = advise(board, inf)
        if not advice.win_exact:
            assert all(0.0 < each.win <= advice.win for each in advice.candidates)
            assert all(each.win <= each.safe + 1e-9 for each in advice.candidates)
            assert not any(each.win_exact for each in advice.candidates)
            compared += len(advice.candidates) > 1
    assert compared > 10


def test_no_cell_is_told_to_win_more_often_than_it_is_safe() -> None:
    """Where a cell's score would promise more than that, its chance is that of being safe."""
    board = Board.parse("3x4/2 ###1 #### ##1#")
    told = advise(board, inf, POLICIES["no-endgame"]).candidates
    assert not any(each.win_exact for each in told)
    assert all(each.win <= each.safe for each in told)


def test_the_same_budget_gives_the_same_advice_again() -> None:
    """What was solved for an advice before makes no room for more in the next."""
    forget(narrow_work())
    first, again = (advise(TANGLED, 0.01) for _ in range(2))
    assert again.candidates == first.candidates


def test_chance_of_a_guess_is_estimated_after_it() -> None:
    """Where no search tells the chance to win, it is the mean over what the best cell may show."""
    compared = 0
    for board, *_ in stuck(8, 10, 10, 24):
        advice = advise(board, inf, POLICIES["no-narrow"])
        if not advice.win_exact and not advice.fifty:
            position, tools = position_of(board)
            expected = win_chance_by(position, advice.candidates[0].cell, board.mines, tools)
            assert advice.win == pytest.approx(expected)
            compared += 1
    assert compared > 2


def test_numbers_that_cannot_be_looked_into_are_not_told_as_lost() -> None:
    """A cell whose numbers cannot be looked into gets a chance like others of its safety."""
    advice = advise(TANGLED, inf)
    then = [each.win / each.safe for each in advice.candidates if each.progress is not None]
    none, some = (each for each in advice.candidates if each.progress is None)
    for other in none, some:
        assert min(then) <= other.win / other.safe <= max(then)
        assert other.dead is None
        assert appraise(TANGLED).choice((other.cell,)).win == pytest.approx(other.win)


def test_a_best_cell_that_cannot_be_looked_into_is_compared_as_advised() -> None:
    """A review gives the other cells the same chances as the advice on that board."""
    advice = advise(TANGLED_BEST, inf)
    assert advice.candidates[0].progress is None
    appraisal = appraise(TANGLED_BEST)
    for other in advice.candidates:
        assert appraisal.choice((other.cell,)).win == pytest.approx(other.win)


def test_what_looked_better_is_told_as_good_as_what_was_searched() -> None:
    """No candidate has a better chance than the one that a search has chosen."""
    rows = "######\n######\n122###\n001###\n012###\n01####"
    board = Board.parse(f"6x6/9\n{rows}")
    advice = advise(board, inf)
    assert not advice.win_exact
    looked_best = advise(board, inf, POLICIES["no-narrow"]).candidates[0].cell
    assert advice.candidates[0].cell != looked_best
    best, *others = (candidate.win for candidate in advice.candidates)
    assert best == advice.win == max(others)


def test_of_cells_that_win_as_much_the_safest_is_advised() -> None:
    """A search finds one of the cells with the best chance; a player is told of the safest."""
    advice = advise(Board.parse("3x3/6 ### ##4 ###"), inf)
    assert advice.win_exact
    alike = [each.safe for each in advice.candidates if each.win == advice.win and not each.dead]
    assert advice.best is not None
    assert advice.best.safe == max(alike) > min(alike)


def test_of_cells_that_win_as_much_a_living_one_is_advised() -> None:
    """A dead cell, which tells nothing, is not advised for its safety alone."""
    advice = advise(Board.parse("4x4/6 012# 12## #44# ####"), inf)
    living, dead = advice.candidates
    assert (living.dead, dead.dead) == (False, True)
    assert living.win == dead.win
    assert living.win_exact
    assert dead.win_exact
    assert living.safe < dead.safe


def test_of_cells_that_win_as_much_the_advised_is_told_with_its_fifty_fifty() -> None:
    """A search may find another cell than the one that is advised, whose 50/50 is told."""
    advice = advise(Board.parse("6x6/23 01#X## 24###X ###7#5 X#X### ##X### 13####"))
    assert advice.best is not None
    assert advice.win_exact
    assert advice.best.cell in advice.fifty


@pytest.mark.parametrize("marks", ["2x4/0 ##0# #00#", "2x4/7 #### ####", "5x2/5 ## ## 22 11 ##"])
def test_a_dead_cell_that_was_not_looked_into_is_not_told_to_be_living(marks: str) -> None:
    """Certain cells, and the last safe one wherever it is, show one number in every layout."""
    assert {each.dead for each in advise(Board.parse(marks)).candidates} == {None}


def test_the_safest_other_is_told_exactly_before_the_rest() -> None:
    """If time allows only some exact chances, the safest alternative has one."""
    _, *hurried = advise(SEARCHED, 0.01).candidates
    exact = {each.cell: each.win for each in advise(SEARCHED, inf).candidates if each.win_exact}
    safest = max(hurried, key=lambda each: each.safe)
    assert not all(each.win_exact for each in hurried)
    assert safest.win_exact
    assert safest.win == exact[safest.cell]


def test_switched_off_parts_still_answer() -> None:
    """Every named policy advises on a position, also on one with a pseudo 50/50."""
    boards = [Board.parse("4x4/5\n####\n#2##\n####\n####"), LISTED]
    for policy in POLICIES.values():
        for board in boards:
            assert advise(board, policy=policy).best is not None


def test_without_a_limit_of_time_the_policy_is_the_limit() -> None:
    """A search of the end has as many nodes as time allows, or else as the policy has.

    Each other cell has no more than that, however much time there is.
    """
    few, enough = (POLICIES["default"]._replace(nodes=nodes) for nodes in (1, 1000))
    assert all(each.win_exact for each in advise(SEARCHED, inf, enough).candidates)
    assert not advise(SEARCHED, inf, few).win_exact
    best, *others = advise(SEARCHED, 1e30, few).candidates
    assert best.win_exact
    assert others
    assert not any(each.win_exact for each in others)


def test_deeper_policies_search_more() -> None:
    """A larger budget never shrinks a search, nor starts one that the policy has off.

    Without a limit of time there are as many layouts as a search may have at all.
    """
    policies = [deeper(POLICIES["default"], budget) for budget in (0.0, 1.0, 10.0, 1000.0, inf)]
    searches = [(each.nodes, each.layouts, each.narrow) for each in policies]
    for smaller, larger in pairwise(searches):
        assert all(a <= b for a, b in zip(smaller, larger, strict=True))
    assert policies[0].nodes >= 1
    assert policies[0].layouts >= 1
    assert searches[-1][1:] == (MOST_LAYOUTS, MOST_NARROW)
    for off in ("safest", "no-endgame", "no-narrow"):
        policy = POLICIES[off]
        longer = deeper(policy, 1000.0)
        assert (bool(longer.layouts), bool(longer.narrow)) == (
            bool(policy.layouts),
            bool(policy.narrow),
        )
    assert all(more > 0 for more in searches[-1])


@pytest.mark.skipif(not ENDGAMES.exists(), reason="the endgames are not part of the project")
def test_endgames_are_played_perfectly() -> None:
    """On published endgames the best move is an optimal one, with its exact chance."""
    for board, data in published(ENDGAMES):
        advice = advise(board, 1.0)
        assert advice.win_exact
        assert advice.win == pytest.approx(data["winning_solutions"] / data["solutions"])
        assert advice.best is not None
        row, col = board.grid.row_col(advice.best.cell)
        assert [col, row] in data["optimal_moves"]
