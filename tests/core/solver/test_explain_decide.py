"""What some constraints decide, compared with brute force, and how much work it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, product
from random import Random
from typing import Any

import numpy as np
import pytest

from core.board import Board
from core.grid import Cell, Grid
from core.solver.analysis import analyse
from core.solver.explain import explain
from core.solver.explain_budget import Budget, BudgetError
from core.solver.explain_decide import Deciding
from core.solver.explain_view import Constraint, View
from core.solver.kernels import contradiction
from core.solver.kernels import deciding as kernels
from core.solver.kernels.compiled import MINE, SAFE
from core.solver.kernels.component import make_work
from core.solver.kernels.contradiction import UNCLEAR, YES
from core.solver.kernels.deciding import SHORT, UNDECIDED, combine
from core.solver.reason import Count, CountKind, Pattern
from core.solver.workspace import deciding_work
from tests.core.solver.brute import random_board, show
from tests.core.solver.explain_oracle import decides, layouts
from tests.core.solver.test_analysis_wide import lattice
from tests.core.solver.test_explain_fewest import scattered
from tests.strategies import seeded

PLENTY = 10_000_000
CELLS = 10
"""Cells of which every placement of mines is tried in a moment."""


def placements(constraints: Sequence[Constraint]) -> Iterator[frozenset[Cell]]:
    """Yield the mines of every layout of the cells of ``constraints``."""
    cells = sorted(frozenset[Cell]().union(*(one.cells for one in constraints)))
    for marks in product((False, True), repeat=len(cells)):
        mines = frozenset(cell for cell, mark in zip(cells, marks, strict=True) if mark)
        if all(len(mines & one.cells) == one.need for one in constraints):
            yield mines


def some_constraints(board: Board, rng: Random) -> list[Constraint]:
    """Return some constraints of ``board`` in any order, connected or not."""
    every = View(board).all
    return rng.sample(every, rng.randint(0, len(every)))


def questions(
    boards: int = 200, make: Callable[[Random], Board] = random_board
) -> Iterator[tuple[Board, Deciding, list[Cell], Cell, bool]]:
    """Yield boards, each with some of its numbers, and all possible questions on their cells."""
    for seed in range(boards):
        rng = seeded(seed)
        board = make(rng)
        deciding, clues = Deciding(board), [one.clue for one in some_constraints(board, rng)]
        for cell, is_mine in product(board.closed(), (False, True)):
            yield board, deciding, clues, cell, is_mine


def opened_board(rng: Random) -> Board:
    """Return a board with most cells open, whose numbers are mostly apart."""
    grid = Grid(rng.randint(3, 9), rng.randint(3, 9))
    mines = set(rng.sample(grid.cells(), rng.randint(1, 8)))
    return show(grid, mines, [c for c in grid.cells() if c not in mines and rng.random() < 0.9])


def tangled_board(rng: Random) -> Board:
    """Return a board whose numbers are mostly connected."""
    return scattered(Grid(8, 8), 16, rng.randrange(1000), share=0.6)


def test_constraints_decide_what_trying_everything_shows() -> None:
    """In any order, constraints decide the cells that are equal in every layout."""
    decided = 0
    for seed in range(400):
        rng = seeded(seed)
        board = random_board(rng)
        constraints = some_constraints(board, rng)
        cells = frozenset[Cell]().union(*(one.cells for one in constraints))
        if len(cells) > CELLS:
            continue
        left = list(placements(constraints))
        for cell in cells:
            for is_mine in (False, True):
                alike = all((cell in mines) is is_mine for mines in left)
                budget = Budget(PLENTY)
                clues = [one.clue for one in constraints]
                holds = Deciding(board).holds(clues, cell, is_mine=is_mine, budget=budget)
                assert holds is alike
                decided += alike
    assert decided > 100


def test_the_count_decides_what_trying_everything_shows() -> None:
    """With the mine count, numbers decide what is equal in every layout of that count."""
    decided, budget = 0, Budget(PLENTY)
    for board, deciding, clues, cell, is_mine in questions():
        alike = decides(board, clues, cell, is_mine=is_mine, counting=True)
        holds = deciding.holds(clues, cell, is_mine=is_mine, budget=budget, counting=True)
        assert holds is alike
        otherwise = mines_otherwise(board, clues, cell, is_mine=is_mine)
        found = deciding.bounds(clues, cell, is_mine=is_mine, budget=budget)
        if found:
            assert found == (min(otherwise), max(otherwise))
        decided += alike
    assert decided > 100


def mines_otherwise(board: Board, clues: Sequence[Cell], cell: Cell, *, is_mine: bool) -> list[int]:
    """Return the fewest and most mines that fit ``clues`` if ``cell`` were the opposite."""
    closed = len(board.closed())
    return [
        len(mines | ({cell} - settled if not is_mine else set()))
        + room * (closed - len(settled | {cell}))
        for mines, settled in layouts(board, clues)
        if cell not in settled or (cell in mines) is not is_mine
        for room in (0, 1)
    ]


def test_how_many_mines_there_would_have_to_be_is_told() -> None:
    """A count's bound is the fewest or most mines by brute force, and is impossible."""
    told = set()
    for seed in range(600):
        board = random_board(seeded(seed))
        analysis = analyse(board)
        for cell in (*analysis.safe, *analysis.mines):
            is_mine = cell in analysis.mines
            step = explain(board, cell, is_mine=is_mine).steps[-1]
            if step.count is None or step.count.kind in {CountKind.EXACT, CountKind.CASES}:
                continue
            otherwise = mines_otherwise(board, step.clues, cell, is_mine=is_mine)
            ends = min(otherwise), max(otherwise)
            is_many = step.count.kind is CountKind.TOO_MANY
            assert step.count.bound == ends[0 if is_many else 1]
            assert (step.count.bound > step.count.left) is is_many
            told.add((is_many, ends[0] < ends[1]))
    assert {(True, True), (False, True)} <= told


def test_work_is_as_little_wherever_a_search_begins() -> None:
    """A long wall takes no more work if the numbers nearest its middle come first."""
    board = Board.parse("2x101/34\n" + "#" * 101 + "\n" + "1" * 101)
    constraints = View(board).all
    outward = sorted(constraints, key=lambda one: abs(one.clue - constraints[50].clue))
    spent = []
    for each in (constraints, outward):
        budget, clues = Budget(PLENTY), [one.clue for one in each]
        Deciding(board).holds(clues, 50, is_mine=True, budget=budget)
        spent.append(PLENTY - budget.left)
    assert 1 < min(spent) <= max(spent) <= 1.1 * min(spent)


def test_the_needed_are_those_left_when_the_last_are_left_out() -> None:
    """The needed clues are those left when each, from the last on, is dropped if possible."""
    fewer, budget = 0, Budget(PLENTY)
    for _, deciding, clues, cell, is_mine in questions():
        kept = clues
        if not deciding.holds(kept, cell, is_mine=is_mine, budget=budget):
            continue
        for clue in reversed(clues):
            less = [each for each in kept if each != clue]
            if deciding.holds(less, cell, is_mine=is_mine, budget=budget):
                kept = less
        found = deciding.needed(clues, cell, is_mine=is_mine, budget=budget)
        assert (sorted(found[0]), found[1]) == (sorted(kept), True)
        assert deciding.needs_all(kept, cell, is_mine=is_mine, budget=budget)
        fewer += len(kept) < len(clues)
    assert fewer > 100


def test_the_needed_with_the_count_are_all_needed() -> None:
    """With the mine count, the needed clues decide the cell, stay in order and are all needed."""
    several, budget = 0, Budget(PLENTY)
    asked = chain(questions(300), questions(300, opened_board))
    for board, deciding, clues, cell, is_mine in asked:
        holds = partial(decides, board, cell=cell, is_mine=is_mine, counting=True)
        if not holds(clues):
            continue
        found, is_minimal = deciding.needed(
            clues, cell, is_mine=is_mine, budget=budget, counting=True
        )
        assert is_minimal
        assert found == [clue for clue in clues if clue in found]
        assert holds(found)
        assert not any(holds([each for each in found if each != clue]) for clue in found)
        several += len(found) > 1
    assert several > 500


def test_the_needed_with_the_count_in_a_tiny_room() -> None:
    """Where trials are unclear for want of room, what is told to be needed is needed all the same.

    They are asked once more with the clues that are left, and with the mine count as before.
    """
    told, work = [], make_work(2, 8, 2)
    for board, deciding, clues, cell, is_mine in chain(
        questions(150), questions(150, opened_board)
    ):
        holds = partial(decides, board, cell=cell, is_mine=is_mine, counting=True)
        if not holds(clues):
            continue
        deciding._room = deciding._room._replace(work=work)
        found, is_minimal = deciding.needed(
            clues, cell, is_mine=is_mine, budget=Budget(PLENTY), counting=True
        )
        assert holds(found)
        spare = any(holds([each for each in found if each != clue]) for clue in found)
        assert not (spare and is_minimal)
        told.append(is_minimal)
    assert told.count(False) > 10
    assert told.count(True) > 500


@pytest.mark.parametrize("ones_first", [False, True])
def test_a_number_of_mines_in_between_may_be_impossible(*, ones_first: bool) -> None:
    """Three ones around a cell have one mine or three: that there are not two decides a cell."""
    grid = Grid(5, 10)
    star, tied, beyond = grid.cell(2, 2), [grid.cell(4, 6), grid.cell(4, 8)], grid.cell(0, 7)
    closed = {star, *tied, beyond, *(grid.cell(row, col) for row, col in ((0, 0), (0, 4), (4, 0)))}
    board = show(grid, {star, tied[0], beyond}, [c for c in grid.cells() if c not in closed])
    ones = [grid.cell(row, col) for row, col in ((1, 1), (1, 3), (3, 1))]
    clues = [*ones, grid.cell(4, 7)] if ones_first else [grid.cell(4, 7), *ones]
    found = Deciding(board).needed(
        [*clues, grid.cell(3, 7)], beyond, is_mine=True, budget=Budget(PLENTY), counting=True
    )
    assert found == (clues, True)


def test_what_is_unclear_is_neither_undecided_nor_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a search gives up at the first contradiction, no number is said not to be needed.

    Nor are numbers that decide a cell said to leave it open.
    """
    monkeypatch.setattr(contradiction, "CONFLICTS", 0)
    for name in ("contradict", "decides"):
        monkeypatch.setattr(kernels, name, plain(getattr(kernels, name)))
    unclear = {"needed": 0, "found": 0}
    for _, asked, clues, cell, is_mine in questions(12, tangled_board):
        budget, mark = Budget(PLENTY), MINE if is_mine else SAFE
        if not asked.holds(clues, cell, is_mine=is_mine, budget=budget):
            continue
        kept, _ = asked.needed(clues, cell, is_mine=is_mine, budget=budget)
        room, beside = asked._room, asked._uncounted
        needed = plain(kernels.needs_all)(np.array(kept, np.int32), cell, mark, beside, room)
        assert needed in {YES, UNCLEAR}
        found = plain(kernels.search)(cell, mark, beside, room, PLENTY)
        assert found.status != UNDECIDED
        unclear["needed"] += needed == UNCLEAR
        unclear["found"] += found.status == SHORT
    assert min(unclear.values()) > 0, unclear


def plain(kernel: Any) -> Any:
    """Return a ``kernel`` as it was before it was compiled."""
    return getattr(kernel, "py_func", kernel)


def test_sums_of_two_numbers_that_skip_some_are_told() -> None:
    """Which sums two numbers can have is told where either cannot be all in between."""
    skipping = [np.array(told, np.int8) for told in ([1], [1, 1], [1, 0, 1], [1, 1, 0, 0, 1])]
    for one, other in product(skipping, repeat=2):
        sums = {n + m for n in np.flatnonzero(one) for m in np.flatnonzero(other)}
        assert set(np.flatnonzero(combine(one, other, deciding_work()))) == sums


def test_what_is_too_wide_beside_is_not_needed() -> None:
    """A number that decides a cell alone is all that is needed, also beside too wide ones."""
    wide, mines = lattice(38, 40, 2)
    grid, zero = Grid(42, 40), Grid(42, 40).cell(41, 0)
    board = show(
        grid, mines, [*(cell for cell in range(len(wide.grid)) if wide.opened[cell]), zero]
    )
    clues = [one.clue for one in View(board).all]
    found = Deciding(board).needed(
        clues, grid.cell(40, 0), is_mine=False, budget=Budget(PLENTY), counting=True
    )
    assert clues[-1] == zero
    assert found == ([zero], True)


def test_numbers_apart_take_no_work() -> None:
    """Numbers that are in no way connected with a cell take no work."""
    spent = []
    for board in ("1x4/1\n##10", "1x40/11\n##10" + "1#1" * 10 + "000000"):
        budget = Budget(PLENTY)
        assert Deciding(Board.parse(board)).search(1, is_mine=False, budget=budget) is None
        spent.append(PLENTY - budget.left)
    assert spent[0] == spent[1] > 0


def test_what_is_too_wide_to_be_counted_is_no_answer() -> None:
    """Numbers with more states than there is room for decide nothing with the mines counted."""
    board, _ = lattice(40, 40, 2)
    clues, deciding = [one.clue for one in View(board).all], Deciding(board)
    middle = board.closed()[len(board.closed()) // 2]
    for is_mine in (False, True):
        assert not deciding.holds(clues, middle, is_mine=is_mine, budget=Budget(PLENTY))
        with pytest.raises(BudgetError):
            deciding.holds(clues, middle, is_mine=is_mine, budget=Budget(PLENTY), counting=True)


@pytest.mark.parametrize(
    ("text", "cell", "is_mine", "count"),
    [
        ("2x3/2\n###\n2X2", 1, True, Count(CountKind.TOO_MANY, left=1, bound=2)),
        ("3x3/3\n2X#\n##2\n1##", 4, False, Count(CountKind.TOO_FEW, left=2, bound=1)),
    ],
)
def test_mines_that_went_off_are_not_left(
    text: str, cell: Cell, *, is_mine: bool, count: Count
) -> None:
    """A count's bound is compared with the mines left, without exploded ones."""
    assert explain(Board.parse(text), cell, is_mine=is_mine).steps[-1].count == count


@pytest.mark.parametrize(
    ("text", "cell", "is_mine", "pattern"),
    [
        ("3x3/2\n2#1\n##1\n##1", 7, False, Pattern.ONE_ONE),
        ("2x5/3\n#####\n123#1", 2, True, Pattern.ONE_TWO),
    ],
)
def test_of_two_pairs_the_easier_is_told(
    text: str, cell: Cell, *, is_mine: bool, pattern: Pattern
) -> None:
    """If two pairs of numbers both prove a cell, the one that is a pattern is told."""
    assert explain(Board.parse(text), cell, is_mine=is_mine).pattern is pattern
