"""The narrow search: it finds what its play wins, and is used when the exact one gives up."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain
from math import exp, inf

import pytest
from msgspec.structs import replace

from core.board import Board
from core.grid import Cell, Grid
from core.solver import advise, analyse
from core.solver.advice import position_of
from core.solver.guess import guess_reason
from core.solver.kernels.choice import choose_guess
from core.solver.kernels.compiled import UNKNOWN
from core.solver.kernels.endgame import Ending
from core.solver.kernels.endgame_search import search_endgame
from core.solver.kernels.ending import UNTOLD, find_narrowly
from core.solver.kernels.position import Position, Tools
from core.solver.policy import DEFAULT, LAYOUTS_PER_MS, POLICIES, deeper
from core.solver.reason import GuessKind
from tests.core.solver.brute import random_board
from tests.core.solver.test_endgame import possible_layouts
from tests.strategies import seeded

CLOSED, MOST = 16, 400
"""Closed cells, and layouts, that are followed by hand in a moment."""
PLENTY = 1_000_000
"""Nodes, or visits to layouts, that no search here needs."""
LATE = 30.0
"""The logarithm of more layouts than any position here has."""
WIDE = Board.parse("4x6/5\n######\n######\n##1###\n###1##")
"""4,290 layouts, of which the guess that wins most often is not the safest."""

Layouts = frozenset[frozenset[Cell]]
Span = tuple[int, int]


class Follower:
    """A narrow search by hand, with sets: the least and the most it may win, by how ties fall."""

    def __init__(self, grid: Grid) -> None:
        """Follow games on ``grid``."""
        self.grid = grid

    def classes(self, left: Layouts, cell: Cell) -> list[Layouts]:
        """Sort the layouts that survive opening ``cell`` by the number it shows."""
        shown: dict[int, set[frozenset[Cell]]] = defaultdict(set)
        for layout in left:
            if cell not in layout:
                shown[len(layout.intersection(self.grid.neighbours(cell)))].add(layout)
        return [frozenset(each) for each in shown.values()]

    def live(self, left: Layouts, opened: frozenset[Cell]) -> dict[Cell, int]:
        """Return in how many layouts each closed cell that is no certain mine holds one."""
        mined = Counter(chain.from_iterable(left))
        closed = (cell for cell in self.grid.cells() if cell not in opened)
        return {cell: mined[cell] for cell in closed if mined[cell] < len(left)}

    def bound(self, left: Layouts, live: dict[Cell, int], cell: Cell) -> int:
        """Return how many layouts survive ``cell`` and the safest other cell after each number."""
        total = 0
        for these in self.classes(left, cell):
            mined = Counter(chain.from_iterable(these))
            least = min((mined[c] for c in live if c != cell), default=len(these))
            total += 1 if len(these) == 1 else len(these) - least
        return total

    def guesses(self, left: Layouts, opened: frozenset[Cell]) -> list[Cell]:
        """Return the guesses worth a look: no dead ones, unless all are."""
        live = self.live(left, opened)
        return [c for c in live if len(self.classes(left, c)) > 1] or list(live)

    def after(self, left: Layouts, opened: frozenset[Cell], cell: Cell) -> Span:
        """Return what is won by opening ``cell`` and following on."""
        spans = [self.follow(each, opened | {cell}) for each in self.classes(left, cell)]
        return sum(low for low, _ in spans), sum(high for _, high in spans)

    def follow(self, left: Layouts, opened: frozenset[Cell]) -> Span:
        """Return what is won by the guesses with the highest bounds alone."""
        if len(left) == 1:
            return 1, 1
        live = self.live(left, opened)
        for cell, mines in live.items():
            if mines == 0:
                return self.after(left, opened, cell)
        bounds = {c: self.bound(left, live, c) for c in self.guesses(left, opened)}
        best = max(bounds.values())
        spans = [self.after(left, opened, c) for c, bound in bounds.items() if bound == best]
        return min(low for low, _ in spans), max(high for _, high in spans)


def search(position: Position, tools: Tools, most: int) -> Ending:
    """Search a position of ``WIDE``'s mines narrowly."""
    return find_narrowly(position, WIDE.mines, most, LATE, PLENTY, tools)


def test_a_narrow_search_wins_what_its_play_wins() -> None:
    """On random small boards its wins equal those of its play by hand, never above the best."""
    searched = short = 0
    for seed in range(1500):
        board = random_board(seeded(seed))
        if any(board.exploded) or not board.safe_left or len(list(board.closed())) > CLOSED:
            continue
        possible = possible_layouts(board)
        if not 2 < len(possible) <= MOST or analyse(board).safe:
            continue
        position, tools = position_of(board)
        wins = search(position, tools, len(possible)).wins
        best = search_endgame(position, tools.geometry.near, len(possible), PLENTY).wins
        opened = frozenset(cell for cell in board.grid.cells() if board.opened[cell])
        follower = Follower(board.grid)
        spans = [
            follower.after(possible, opened, cell) for cell in follower.guesses(possible, opened)
        ]
        assert max(low for low, _ in spans) <= wins <= max(high for _, high in spans), seed
        assert wins <= best, seed
        searched += 1
        short += wins < best
    assert searched > 30
    assert 0 < short < searched


def test_a_narrow_search_finds_nearly_the_best() -> None:
    """On thousands of layouts its wins are within a point of the best play's."""
    position, tools = position_of(WIDE)
    layouts = round(exp(position.solved.log_total))
    found = search(position, tools, layouts)
    best = search_endgame(position, tools.geometry.near, layouts, PLENTY)
    assert 0 <= best.wins - found.wins < 0.01 * layouts
    assert found.cell == best.cell


@pytest.mark.parametrize(
    ("most", "late", "visits"), [(2100, 8.3, PLENTY), (4290, LATE, 500), (0, LATE, PLENTY)]
)
def test_a_narrow_search_keeps_within_its_bounds(most: int, late: float, visits: int) -> None:
    """With more layouts or visits than allowed it gives no cell."""
    position, tools = position_of(WIDE)
    assert find_narrowly(position, WIDE.mines, most, late, visits, tools).cell == -1


def test_of_too_many_layouts_some_are_searched() -> None:
    """Searching half of the layouts finds a cell nearly as good as the best, without its wins."""
    position, tools = position_of(WIDE)
    best = search(position, tools, 4290)
    found = search(position, tools, 2100)
    assert found == search(position, tools, 2100)
    assert found.wins == UNTOLD
    opened = frozenset(cell for cell in WIDE.grid.cells() if WIDE.opened[cell])
    low, _ = Follower(WIDE.grid).after(possible_layouts(WIDE), opened, found.cell)
    assert low > 0.98 * best.wins


@pytest.mark.parametrize("mines", [5, 8])
def test_without_drawing_all_layouts_are_searched_or_none(mines: int) -> None:
    """By ``no-drawn`` what has more layouts than fit a budget is not searched, all else is."""
    position, tools = position_of(replace(WIDE, mines=mines))
    layouts = exp(position.solved.log_total)
    enough = layouts / LAYOUTS_PER_MS + 1.0
    for budget_ms, searched in ((enough / 2, False), (enough, True)):
        policy = deeper(POLICIES["no-drawn"], budget_ms)
        found = find_narrowly(position, mines, policy.narrow, policy.late, 10**9, tools)
        assert (found.cell >= 0, found.wins > 0) == (searched, searched)


def test_no_narrow_search_of_a_whole_board() -> None:
    """With astronomically many layouts, or many cells, no narrow search is tried."""
    position, tools = position_of(Board.parse("16x30/99\n" + ("#" * 30 + "\n") * 16))
    assert find_narrowly(position, 99, 1000, LATE, PLENTY, tools).cell == -1
    position, tools = position_of(Board.parse("12x12/3\n" + ("#" * 12 + "\n") * 12))
    assert position.solved.log_total < LATE
    assert find_narrowly(position, 3, 1000, LATE, PLENTY, tools).cell == -1


def test_a_board_with_more_cells_than_a_word_has_bits_is_searched() -> None:
    """On a board with 71 closed cells the search finds a cell that can be opened."""
    board = Board.parse("8x9/12\n" + "####1####\n" + ("#########\n") * 7)
    position, tools = position_of(board)
    found = find_narrowly(position, 12, 1000, LATE, PLENTY, tools)
    assert found.cell >= 0
    assert position.marks[found.cell] == UNKNOWN
    assert found.wins == UNTOLD


def test_what_is_too_wide_to_search_exactly_is_searched_narrowly() -> None:
    """The default and its advice take the narrow search's guess, with its reason."""
    position, tools = position_of(WIDE)
    found = search(position, tools, DEFAULT.narrow)
    assert choose_guess(position, WIDE.mines, DEFAULT, tools) == found.cell
    advice = advise(WIDE, inf)
    assert advice.best is not None
    assert advice.best.cell == found.cell
    assert advice.best.safe < max(each.safe for each in advice.candidates)
    assert not advice.win_exact
    assert advice.win == pytest.approx(found.wins / 4290)
    reason = guess_reason(advice)
    assert reason is not None
    assert reason.kind is GuessKind.WIN
    assert advise(WIDE, inf, POLICIES["no-narrow"]).win != advice.win
    assert advise(WIDE, 1e-6).win != advice.win  # without time for it


def test_a_cell_that_the_look_ahead_leaves_out_may_be_the_best() -> None:
    """The narrow search also finds cells that the look-ahead leaves out."""
    board = Board.parse("6x5/23\n#####\n####4\n####3\n####3\n#####\n#####")
    advice = advise(board, inf)
    assert advice.best is not None
    assert not advice.win_exact
    assert advice.best.safe < DEFAULT.within * max(each.safe for each in advice.candidates)
    assert advice.best in advice.candidates


def test_few_mines_are_not_drawn() -> None:
    """With more layouts than can be searched, a sparse board is not searched at all."""
    for mines, searched in ((4, False), (8, True)):
        board = Board.parse(f"6x6/{mines}\n1#####\n" + "######\n" * 5)
        position, tools = position_of(board)
        found = find_narrowly(position, mines, 2000, LATE, PLENTY, tools)
        assert (found.cell >= 0) is searched
