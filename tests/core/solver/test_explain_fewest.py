"""How few clues a reason comes to: the parts that decide a cell, and the search for the least."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.board import Board
from core.grid import Grid
from core.solver import analyse
from core.solver.explain import explain_all
from core.solver.explain_entail import Budget, deciding, entails, shrinking
from core.solver.explain_view import Constraint, View
from tests.core.solver.brute import random_board
from tests.strategies import seeded

PLENTY = 10_000_000


def scattered(seed: int) -> Board:
    """Return a board of 16x30 with 129 mines, open at random places all over."""
    rng, grid = seeded(seed), Grid(16, 30)
    mines = set(rng.sample(range(len(grid)), 129))
    opened = bytes(cell not in mines and rng.random() < 0.55 for cell in grid.cells())
    numbers = bytes(
        opened[cell] and sum(near in mines for near in grid.neighbours(cell))
        for cell in grid.cells()
    )
    return Board(grid, len(mines), opened, numbers)


@pytest.mark.parametrize("seed", [10, 14])
def test_reasons_are_minimal_on_scattered_boards(seed: int) -> None:
    """Where a cell follows from sixty numbers of a tangle or more, the few needed are told."""
    board = scattered(seed)
    analysis, view = analyse(board), View(board)
    long = 0
    for cells, is_mine in ((analysis.safe, False), (analysis.mines, True)):
        for reason in explain_all(board, cells, is_mine=is_mine):
            assert reason.minimal
            if reason.counting:
                continue
            clues = [view.constraint(clue) for clue in reason.clues]
            long += len(clues) > 8
            for left_out in clues:
                some = [clue for clue in clues if clue is not left_out]
                assert not all(holds(some, cell, is_mine=is_mine) for cell in reason.cells)
    assert long > 5


def holds(constraints: Sequence[Constraint], cell: int, *, is_mine: bool) -> bool:
    """Tell whether ``constraints`` decide ``cell`` so."""
    return entails(constraints, cell, is_mine=is_mine, budget=Budget(PLENTY))


def test_what_decides_a_cell_is_part_of_what_was_given() -> None:
    """What is named to decide a cell are some of the constraints, in order, and decides it."""
    fewer = 0
    for seed in range(300):
        board = random_board(seeded(seed))
        constraints = View(board).all()
        for cell in board.closed():
            for is_mine in (False, True):
                budget = Budget(PLENTY)
                part = deciding(constraints, cell, is_mine=is_mine, budget=budget)
                if part is not None:
                    assert part == [one for one in constraints if one in part]
                    assert holds(part, cell, is_mine=is_mine)
                    fewer += len(part) < len(constraints)
    assert fewer > 100


@given(st.sets(st.frozensets(st.integers(0, 39), max_size=8), min_size=1, max_size=5), st.data())
def test_shrinking_ends_at_a_minimal_part(least: set[frozenset[int]], data: st.DataObject) -> None:
    """Whatever sets are enough, and whatever part is named each time, none of the last is idle."""
    tests = 0

    def enough(some: Sequence[int]) -> list[int] | None:
        nonlocal tests
        tests += 1
        found = [each for each in least if each <= set(some)]
        if not found:
            return None
        added = data.draw(st.sets(st.sampled_from(some))) if some else set[int]()
        return [item for item in some if item in added | found[0]]

    *_, last = shrinking(range(40), enough)
    assert any(each <= set(last) for each in least)
    assert not any(each <= set(last) - {item} for each in least for item in last)
    assert tests <= 4 * 40
