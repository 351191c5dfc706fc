"""Rules: their ranges, the promise for the first open, and the table of levels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.generate import uniform
from core.rules import (
    CUSTOM,
    LEVELS,
    DriftingError,
    FirstOpen,
    Limit,
    Rules,
    RulesError,
    level_name,
)
from tests.strategies import rules, seeded

HUGE = 10**1000


@pytest.mark.parametrize(
    ("values", "limit", "low", "high"),
    [
        ((1, 5, 1), Limit.ROWS, 2, 100),
        ((101, 5, 1), Limit.ROWS, 2, 100),
        ((-5, 5, 1), Limit.ROWS, 2, 100),
        ((10**9, 10**9, 1), Limit.ROWS, 2, 100),
        ((HUGE, HUGE, HUGE), Limit.ROWS, 2, 100),
        ((5, 1, 1), Limit.COLS, 2, 100),
        ((5, HUGE, 1), Limit.COLS, 2, 100),
        ((5, 6, 0), Limit.MINES, 1, 29),
        ((5, 6, 30), Limit.MINES, 1, 29),
        ((5, 6, -1), Limit.MINES, 1, 29),
        ((100, 100, HUGE), Limit.MINES, 1, 9999),
        ((5, 6, 7, FirstOpen.SAFE, 0), Limit.LIVES, 1, 9),
        ((5, 6, 7, FirstOpen.SAFE, 10), Limit.LIVES, 1, 9),
    ],
)
def test_values_out_of_range_are_refused(
    values: tuple[int, ...], limit: Limit, low: int, high: int
) -> None:
    """The error names the limit and its range, at once, even for enormous numbers."""
    with pytest.raises(RulesError) as caught:
        Rules(*values)  # type: ignore[arg-type]  # the tuples differ in length
    error = caught.value
    assert (error.limit, error.low, error.high) == (limit, low, high)
    assert str(error) == f"{limit} must be from {low} to {high}"


@pytest.mark.parametrize("values", [(2, 2, 1), (2, 2, 3), (100, 100, 9999), (2, 100, 1)])
def test_the_ends_of_the_ranges_are_allowed(values: tuple[int, int, int]) -> None:
    """2x2 to 100x100, with any number of mines that leaves a safe cell, are allowed."""
    assert len(Rules(*values).grid) > Rules(*values).mines


@pytest.mark.parametrize("other", ["undo", "no_guess"])
def test_drifting_mines_go_neither_with_undo_nor_with_no_guess(other: str) -> None:
    """Whose mines drift has no layout to undo moves on, nor one that stays as it was proved."""
    rules = Rules(5, 5, 5, drifting=True, blindfold=True)
    with pytest.raises(DriftingError, match="drifting mines go neither with undo nor with"):
        replace(rules, **{other: True})


@given(rules(), st.data())
def test_an_opening_is_promised_exactly_where_there_is_room(
    rules: Rules, data: st.DataObject
) -> None:
    """Neighbours are kept free if asked for and if the mines fit elsewhere, and only then."""
    first = data.draw(st.sampled_from(rules.grid.cells()))
    around = {first, *rules.grid.neighbours(first)}
    room = rules.mines <= len(rules.grid) - len(around)
    opening = rules.first_open is FirstOpen.OPENING and room
    assert rules.kept_free(first) == (around if opening else {first})


def test_the_levels_are_those_announced() -> None:
    """The levels have their rows, columns and mines; simple has 2 to 5 mines at random."""
    table = {
        name: (level.rows, level.cols, level.mines, level.most_mines or level.mines)
        for name, level in LEVELS.items()
    }
    assert table == {
        "default": (10, 10, 10, 10),
        "simple": (5, 5, 2, 5),
        "easy": (8, 8, 10, 10),
        "beginner": (9, 9, 10, 10),
        "medium": (16, 16, 40, 40),
        "hard": (24, 24, 99, 99),
        "expert": (16, 30, 99, 99),
    }


@pytest.mark.parametrize("name", LEVELS)
def test_rules_of_a_level_are_recognised(name: str) -> None:
    """Rules drawn for a level are recognised as it, have one life and promise an opening."""
    rng = seeded(1)
    drawn = [LEVELS[name].rules(rng) for _ in range(50)]
    assert {level_name(rules) for rules in drawn} == {name}
    assert {(rules.first_open, rules.lives) for rules in drawn} == {(FirstOpen.OPENING, 1)}


def test_simple_draws_every_number_of_mines() -> None:
    """Simple has 2, 3, 4 or 5 mines, and nothing else."""
    rng = seeded(2)
    assert {LEVELS["simple"].rules(rng).mines for _ in range(100)} == {2, 3, 4, 5}


@pytest.mark.parametrize("values", [(10, 10, 11), (5, 5, 6), (5, 5, 1), (30, 16, 99)])
def test_other_rules_are_custom(values: tuple[int, int, int]) -> None:
    """Another size or number of mines is no level, nor are 30 rows by 16 columns."""
    assert level_name(Rules(*values)) == CUSTOM


@given(rules(), st.data())
def test_uniform_layouts_keep_the_promise(rules: Rules, data: st.DataObject) -> None:
    """A drawn layout has the rules' number of mines, and none on cells promised to be free."""
    first = data.draw(st.sampled_from(rules.grid.cells()))
    mines = uniform(rules, first, seeded(data.draw(st.integers(0, 9)))).mines
    assert sum(mines) == rules.mines
    assert not any(mines[cell] for cell in rules.kept_free(first))


def test_uniform_layouts_are_equally_likely() -> None:
    """With one mine on 3x3 each of the 8 cells gets its share of 8,000 draws (5 sigma)."""
    rng = seeded(3)
    rules = Rules(3, 3, 1, FirstOpen.SAFE)
    found = [uniform(rules, 4, rng).mines.index(1) for _ in range(8000)]
    counts = [found.count(cell) for cell in range(9) if cell != 4]
    assert all(abs(count - 1000) < 5 * (8000 * 1 / 8 * 7 / 8) ** 0.5 for count in counts)
