"""The search of an endgame, compared with a plain search of the whole tree."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from math import comb, exp, inf

import pytest

from core.board import Board
from core.grid import Cell, Grid
from core.rules import FirstOpen, Rules
from core.solver.advice import advise, position_of
from core.solver.analysis import InconsistentBoard, analyse
from core.solver.kernels.bits import ones
from core.solver.kernels.endgame import MOST_CELLS, Ending, listing_steps
from core.solver.kernels.endgame_search import search_endgame
from core.solver.policy import DEFAULT
from tests.core.solver.brute import frontier_of, layouts, random_board, show
from tests.strategies import seeded

PLENTY = 1_000_000
"""Nodes that no search here needs, for which room is made each time."""
CLOSED, MOST = 14, 16
"""Closed cells, and layouts, that the plain search looks at in a moment."""


def wins_by_hand(grid: Grid, possible: frozenset[frozenset[Cell]], opened: frozenset[Cell]) -> int:
    """Return how many of the ``possible`` layouts perfect play wins, trying every cell."""

    @cache
    def wins(left: frozenset[frozenset[Cell]], seen: frozenset[Cell]) -> int:
        if len(left) == 1:
            return 1
        mined = {cell: sum(cell in layout for layout in left) for cell in grid.cells()}
        closed = [cell for cell in grid.cells() if cell not in seen and mined[cell] < len(left)]
        safe = [cell for cell in closed if not mined[cell]]
        return max(after(left, seen | {cell}, cell) for cell in safe[:1] or closed)

    def after(left: Iterable[frozenset[Cell]], seen: frozenset[Cell], cell: Cell) -> int:
        shown: dict[int, set[frozenset[Cell]]] = {}
        for layout in left:
            if cell not in layout:
                shown.setdefault(len(layout.intersection(grid.neighbours(cell))), set()).add(layout)
        return sum(wins(frozenset(these), seen) for these in shown.values())

    return wins(possible, opened)


def search(board: Board) -> Ending:
    """Search ``board`` to its end."""
    position, tools = position_of(board)
    count = round(exp(position.solved.log_total))
    return search_endgame(position, tools.geometry.near, count, PLENTY)


def possible_layouts(board: Board) -> frozenset[frozenset[Cell]]:
    """Return every layout of ``board``, cells that touch no number among them."""
    frontier = frontier_of(board)
    rest = set(board.closed()).difference(frontier)
    return frozenset(
        frozenset(mines).union(others)
        for mines in layouts(board, frontier, {})
        if len(mines) <= board.mines
        for others in combinations(rest, board.mines - len(mines))
    )


def test_searches_find_what_trying_everything_finds() -> None:
    """On random small boards the wins equal those of a search without pruning."""
    searched = 0
    for seed in range(400):
        board = random_board(seeded(seed))
        if any(board.exploded) or not board.safe_left or len(list(board.closed())) > CLOSED:
            continue
        possible = possible_layouts(board)
        if not 1 < len(possible) <= MOST:
            continue
        opened = frozenset(cell for cell in board.grid.cells() if board.opened[cell])
        found = search(board)
        assert found.wins == wins_by_hand(board.grid, possible, opened), seed
        mines = sum(found.cell in layout for layout in possible)
        safe = analyse(board).safe
        assert mines < len(possible)
        assert not safe or mines == 0
        searched += 1
    assert searched > 20


def test_alternatives_win_what_trying_everything_wins() -> None:
    """Every alternative guess has the chance to win of a plain search, too."""
    compared = 0
    for seed in range(400):
        board = random_board(seeded(seed))
        if any(board.exploded) or not board.safe_left or len(list(board.closed())) > CLOSED:
            continue
        possible = possible_layouts(board)
        if not 1 < len(possible) <= MOST or analyse(board).safe:
            continue
        opened = frozenset(cell for cell in board.grid.cells() if board.opened[cell])
        for each in advise(board, inf).candidates:
            shown: dict[int, set[frozenset[Cell]]] = {}
            for layout in possible:
                if each.cell not in layout:
                    number = len(layout.intersection(board.grid.neighbours(each.cell)))
                    shown.setdefault(number, set()).add(layout)
            wins = sum(
                wins_by_hand(board.grid, frozenset(left), opened | {each.cell})
                for left in shown.values()
            )
            assert each.win_exact
            assert each.win == pytest.approx(wins / len(possible)), seed
            compared += 1
    assert compared > 50


@pytest.mark.parametrize(
    ("size", "mines", "start", "known"),
    [(3, 2, 1, 0.85714), (4, 2, 0, 0.97143), (4, 3, 0, 0.87912), (4, 4, 1, 0.70403)],
)
def test_small_boards_are_worth_what_is_known(
    size: int, mines: int, start: Cell, known: float
) -> None:
    """Whole games from the best safe first cell have the published value of perfect play."""
    rules = Rules(size, size, mines, FirstOpen.SAFE)
    wins = 0
    for number in range(min(mines, len(rules.grid.neighbours(start))) + 1):
        board = show_number(rules, start, number)
        try:
            wins += search(board).wins if analyse(board).layouts > 1 else 1
        except InconsistentBoard:
            continue
    assert wins / comb(size * size - 1, mines) == pytest.approx(known, abs=6e-6)


def show_number(rules: Rules, start: Cell, number: int) -> Board:
    """Return the board on which ``start`` alone is open and holds ``number``."""
    near = rules.grid.neighbours(start)
    far = [cell for cell in rules.grid.cells() if cell != start and cell not in near]
    mines = {*near[:number], *far[: rules.mines - number]}
    return show(rules.grid, mines, [start])


def test_ones_are_counted() -> None:
    """The bits of a word are counted right, even of the largest."""
    for word in (0, 1, 2, 3, 0b10110, (1 << 61) - 1, (1 << 62) - 1, 1 << 61):
        assert ones(word) == word.bit_count()


@pytest.mark.parametrize(("strips", "extra"), [(12, 1), (9, 2)])
def test_layouts_that_only_the_number_of_mines_makes_few_are_listed(
    strips: int, extra: int
) -> None:
    """If only the mine count rules out most layouts, listing them is quick all the same."""
    rows = ["#####X" * 3, "X6X6XX" * 3, "XXXXXX" * 3] * (strips // 3)
    mines = "".join(rows).count("X") + strips + extra
    board = Board.parse("\n".join((f"{len(rows)}x18/{mines}", *rows)))
    # A pair of ones with one mine has it in the middle; with two, four places.
    assert analyse(board).layouts == comb(strips, extra) * 4**extra
    assert search(board).cell >= 0


def test_listing_gives_up_in_time() -> None:
    """Listing as many layouts and cells as the default allows takes at most 0.2 s."""
    assert listing_steps(DEFAULT.narrow, MOST_CELLS) < 10_000_000  # at 20 ns each


def test_search_gives_up_in_time() -> None:
    """Without enough nodes the search gives no cell, however many layouts there are."""
    rules = Rules(4, 4, 3, FirstOpen.SAFE)
    position, tools = position_of(show_number(rules, 0, 1))
    count = round(exp(position.solved.log_total))
    assert search_endgame(position, tools.geometry.near, count, 2).cell == -1
