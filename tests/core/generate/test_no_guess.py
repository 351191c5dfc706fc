"""No-guess layouts: solvable by logic, uniform where said so, cancellable, never endless."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from itertools import combinations, pairwise, product
from random import Random, SystemRandom

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.generate import Budget, Generated, NotGenerated, Why, no_guess, prove, warm
from core.generate.kernels import Trial, attempt, move_on
from core.generate.no_guess import MOST_DRAWN
from core.minefield import Minefield
from core.rules import FirstOpen, Rules
from tests.core.generate.slow import mines_of, solves

SMALL = Budget(drawn=1500, starts=3, patience=30)
MOVING = Budget(drawn=0)
"""Mines are moved from the first try on."""


@st.composite
def wishes(draw: st.DrawFn) -> tuple[Rules, int, Random]:
    """Draw rules of a small board, a first cell and a source of randomness."""
    rows, cols = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    mines = draw(st.integers(1, rows * cols - 1))
    rules = Rules(rows, cols, mines, draw(st.sampled_from(FirstOpen)))
    return rules, draw(st.integers(0, rows * cols - 1)), Random(draw(st.integers()))


@settings(max_examples=150)
@given(wishes())
def test_layouts_need_no_guess(wish: tuple[Rules, int, Random]) -> None:
    """Exhaustive counting solves every layout from its first cell, which is as promised."""
    rules, first, rng = wish
    found = no_guess(rules, first, rng, SMALL)
    if isinstance(found, Generated):
        mines = mines_of(found.minefield)
        assert len(mines) == rules.mines
        assert not mines & rules.kept_free(first)
        assert solves(found.minefield, first)
    else:
        assert found.why in {Why.TOO_DENSE, Why.TOO_SMALL}


@pytest.mark.parametrize(
    ("rows", "cols", "mines", "adjusted"),
    [(9, 9, 10, False), (16, 16, 40, False), (16, 30, 99, False), (16, 30, 170, True)],
)
def test_named_levels(rows: int, cols: int, mines: int, *, adjusted: bool) -> None:
    """Usual levels get uniform layouts, a board twice as dense an adjusted one; all have proofs."""
    rules = Rules(rows, cols, mines)
    first = rules.grid.cell(rows // 2, 0)
    found = no_guess(rules, first, Random(7))
    assert isinstance(found, Generated)
    assert found.adjusted is adjusted
    assert found.minefield.mines.count(1) == mines
    assert prove(found.minefield, first)


def test_real_games_have_no_seed() -> None:
    """A cryptographic source of randomness works as well as a seeded one."""
    found = no_guess(Rules(9, 9, 10), 40, SystemRandom())
    assert isinstance(found, Generated)


def test_same_seed_same_layout() -> None:
    """A seed gives the same layout, whatever was generated before."""
    rules = Rules(16, 16, 70)
    found = no_guess(rules, 0, Random(5))
    no_guess(Rules(10, 10, 20), 0, Random(6))
    assert no_guess(rules, 0, Random(5)) == found


def test_rejection_is_uniform() -> None:
    """On 4x4 with 3 mines each solvable layout comes equally often (chi-square, 5 sigma)."""
    rules, first, draws = Rules(4, 4, 3, FirstOpen.SAFE), 0, 4000
    every = (Minefield.of(rules.grid, mines) for mines in combinations(range(1, 16), 3))
    solvable = {minefield.mines for minefield in every if solves(minefield, first)}
    rng = Random(11)
    counts: Counter[bytes] = Counter()
    for _ in range(draws):
        found = no_guess(rules, first, rng)
        assert isinstance(found, Generated)
        assert not found.adjusted
        counts[found.minefield.mines] += 1
    assert counts.keys() <= solvable
    expected = draws / len(solvable)
    chi_square = sum((counts[mines] - expected) ** 2 / expected for mines in solvable)
    freedom = len(solvable) - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


def test_adjusting_keeps_mines_apart() -> None:
    """If the board is not too dense, adjusting leaves no mine surrounded by mines only."""
    rules = Rules(16, 16, 70)
    for seed in range(5):
        found = no_guess(rules, 0, Random(seed), Budget(drawn=0))
        assert isinstance(found, Generated)
        assert found.adjusted
        mines = mines_of(found.minefield)
        assert not [cell for cell in mines if mines.issuperset(rules.grid.neighbours(cell))]


@pytest.mark.parametrize(("promising", "most"), [(2.0, 2), (0.5, 8)])
def test_uniform_layouts_are_given_up_where_none_promises(promising: float, most: int) -> None:
    """After two tries mines are moved, unless logic came far enough in one of them.

    A share of 2.0 is more than all cells, so with it no layout promises enough.
    """
    budget = Budget(hopeless=2, promising=promising)
    found = [no_guess(Rules(9, 9, 16), 0, Random(seed), budget) for seed in range(20)]
    uniform = [each.tries for each in found if isinstance(each, Generated) and not each.adjusted]
    assert max(uniform) == most
    assert len(uniform) < len(found)


def test_dense_boards_are_packed() -> None:
    """If mines cannot be kept apart they may be surrounded, so that a layout is found."""
    rules = Rules(12, 12, 75)
    found = no_guess(rules, 0, Random(1), Budget(drawn=0, starts=3))
    assert isinstance(found, Generated)
    mines = mines_of(found.minefield)
    assert [cell for cell in mines if mines.issuperset(rules.grid.neighbours(cell))]


@pytest.mark.parametrize(
    ("rules", "first", "why"),
    [
        (Rules(2, 5, 7), 0, Why.TOO_DENSE),
        (Rules(2, 2, 2), 0, Why.TOO_SMALL),
        (Rules(2, 5, 1), 0, Why.TOO_SMALL),
        (Rules(3, 3, 7), 4, Why.TOO_SMALL),
    ],
)
def test_none_is_solvable(rules: Rules, first: int, why: Why) -> None:
    """If no layout is solvable the answer says why."""
    found = no_guess(rules, first, Random(1), SMALL)
    assert isinstance(found, NotGenerated)
    assert found.why is why


@pytest.mark.parametrize("drawn", [0, 40, 10 * MOST_DRAWN])
def test_a_search_takes_as_many_tries_as_its_budget_has(drawn: int) -> None:
    """Where nothing is gained all tries are taken: of so many cells, then of so many starts."""
    budget = Budget(drawn=drawn, hopeless=2 * MOST_DRAWN, starts=2, patience=5)
    found = no_guess(Rules(2, 2, 2), 0, Random(1), budget)
    assert found == NotGenerated(Why.TOO_SMALL, min(drawn // 4, MOST_DRAWN) + 2 * 2 * (1 + 5))


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (2, 4), (2, 5), (3, 3)])
def test_of_too_small_ones_none_with_fewer_mines_is_solvable(rows: int, cols: int) -> None:
    """Where a board is said to be too small, fewer mines do not help, whatever the first cell."""
    refused = set()
    for first, rule in product(range(rows * cols), FirstOpen):
        boards = [Rules(rows, cols, mines, rule) for mines in range(1, rows * cols)]
        found = [no_guess(rules, first, Random(1), SMALL) for rules in boards]
        for at, each in enumerate(found):
            fewer = any(isinstance(other, Generated) for other in found[:at])
            if isinstance(each, NotGenerated):
                assert each.why is (Why.TOO_DENSE if fewer else Why.TOO_SMALL)
                refused.add(each.why)
    assert Why.TOO_SMALL in refused


@pytest.mark.parametrize(("budget", "last"), [(Budget(), 1), (Budget(), 5), (MOVING, 120)])
def test_watch_cancels(budget: Budget, last: int) -> None:
    """The search ends after the try at which watch says so, when drawing or moving mines."""
    left = iter(reversed(range(last)))
    found = no_guess(Rules(16, 30, 220), 0, Random(1), budget, lambda: next(left) > 0)
    assert found == NotGenerated(Why.CANCELLED, last)


@pytest.mark.parametrize("mines", [40, 90])
def test_the_first_layout_that_logic_solves_is_taken(
    mines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first solvable layout ends the search, whether drawn or adjusted."""
    solved: list[bool] = []

    def noted(trial: Trial) -> Trial:
        solved.append(trial.solved)
        return trial

    search = import_module("core.generate.no_guess")
    monkeypatch.setattr(search, "attempt", lambda *tried: noted(attempt(*tried)))
    monkeypatch.setattr(search, "move_on", lambda *moved: noted(move_on(*moved)))
    for seed in range(3):
        solved.clear()
        found = no_guess(Rules(16, 16, mines), 0, Random(seed))
        assert isinstance(found, Generated)
        assert found.adjusted is (mines == 90)
        assert solved.index(True) + 1 == len(solved) == found.tries


def test_a_start_is_given_up_after_so_many_moves_in_a_row_that_gain_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Moves go on as long as one of so many gains a cell, and no longer."""
    starts: list[list[int]] = []

    def begun(trial: Trial) -> Trial:
        starts.append([trial.opened])
        return trial

    def moved(trial: Trial) -> Trial:
        starts[-1].append(trial.opened)
        return trial

    search = import_module("core.generate.no_guess")
    monkeypatch.setattr(search, "attempt", lambda *tried: begun(attempt(*tried)))
    monkeypatch.setattr(search, "move_on", lambda *trial: moved(move_on(*trial)))
    patience, budget = 5, Budget(drawn=0, starts=3, patience=5)
    assert isinstance(no_guess(Rules(16, 16, 130), 0, Random(1), budget), NotGenerated)
    for opened in starts:
        gains = [at for at, (one, other) in enumerate(pairwise(opened), 1) if other > one]
        idle = [then - at - 1 for at, then in pairwise([0, *gains, len(opened)])]
        assert idle[-1] == patience
        assert max(idle[:-1], default=0) < patience
    assert any(len(opened) > 3 * patience for opened in starts)


def test_warm() -> None:
    """Warming needs no board and changes nothing: a seed gives the same layout afterwards."""
    rules = Rules(16, 16, 70)
    found = no_guess(rules, 0, Random(5))
    warm()
    assert no_guess(rules, 0, Random(5)) == found
