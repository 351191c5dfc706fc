"""What the network sees of a position, and its estimate."""

from __future__ import annotations

from math import exp, log, log1p

import numpy as np
import pytest

from core.board import Board
from core.rules import LEVELS, FirstOpen, Level, Rules
from core.solver import advise
from core.solver.advice import position_of
from core.solver.kernels.compiled import DEGREE, UNKNOWN, Floats, Geometry
from core.solver.kernels.component import OK
from core.solver.kernels.endgame_search import search_endgame
from core.solver.kernels.fifty_fifty import find_fifties
from core.solver.kernels.position import (
    Position,
    Tools,
    after_opening,
    mine_chance,
)
from core.solver.kernels.regions import find_regions
from core.solver.kernels.value import (
    CHANCES,
    FEATURES,
    FIFTIES,
    LEAST,
    SETTLED,
    TOLD_FEATURES,
    best_safety,
    describe,
    describe_on_board,
    is_dense,
    mine_chances,
    win_chance,
    win_chance_by,
)
from tests.benchmarks.first_guesses import first_guesses
from tests.core.solver.positions import running_boards
from tests.core.solver.test_advice import TANGLED_BEST
from tests.core.solver.test_pseudo import PLENTY, stuck

FEW = 5.7
"""The logarithm of the layouts, 300, that are searched to the end in a moment."""


def plain_description(position: Position, geometry: Geometry) -> Floats:
    """Return what ``describe`` writes of a position, as its docstring has it."""
    frontier, solved, chance = position.frontier, position.solved, mine_chances(position)
    on_frontier = chance[(chance >= 0.0) & (frontier.group >= 0)]
    open_ = on_frontier[(on_frontier > 0.0) & (on_frontier < 1.0)]
    entropies = -open_ * np.log(open_) - (1.0 - open_) * np.log1p(-open_)
    parts = [
        position.group_mine[frontier.member[frontier.first[c] : frontier.first[c + 1]]]
        for c in range(frontier.components)
    ]
    stuck = [log1p(-min(part)) for part in parts if 0.0 < min(part) < 1.0]
    unknown, mines, rest = position.unknown, position.mines, solved.rest_cells
    safest = sorted(1.0 - chance[chance >= 0.0], reverse=True)
    certain = position.certain + safest.count(1.0)
    second, third = (max(value, LEAST) for value in [*safest[1:], 0.0, 0.0][:2])
    fifties = find_fifties(position.marks, chance, geometry)
    regions = find_regions(position.marks, chance, geometry.cols)
    seen = [
        0.1 * entropies.sum(),
        *(0.1 * np.histogram(open_, [0.0, *CHANCES])[0]),
        *(sum(stuck), min(stuck, default=0.0), 0.3 * len(stuck)),
        *(0.3 * log1p(rest), 5.0 * solved.rest * bool(rest), 5.0 * mines / unknown),
        *(0.3 * log1p(unknown), 0.3 * log1p(mines), 0.5 * log1p(solved.log_total)),
        *(0.01 * rest, 0.02 * mines, 0.05 * frontier.constraints, 0.05 * on_frontier.size),
        *(0.2 * frontier.components, 0.05 * frontier.groups),
        *(bool(certain), log1p(certain), 4.0 * log(1.0 if certain else safest[0])),
        *(2.0 * log(second), 2.0 * log(third)),
        *(*fifties.pairs, fifties.squares, 2.0 * fifties.worst),
        *(0.3 * regions.found, 0.3 * regions.stuck, 0.5 * regions.small, 0.01 * regions.largest),
        *(regions.cost, regions.worst, regions.small_cost, 0.5 * regions.second_cost),
    ]
    return np.array(seen, np.float64)


def test_description_is_that_of_plain_python() -> None:
    """All that the network sees of a position is what its docstring says, and finite."""
    certain, stuck = 0, 0
    for board in running_boards(150, 9):
        position, tools = position_of(board)
        if position.unknown == 0:
            continue
        seen = np.full(FEATURES, np.nan)
        describe(position, tools.geometry, seen)
        assert np.isfinite(seen).all()
        assert seen == pytest.approx(plain_description(position, tools.geometry), abs=1e-12)
        assert np.exp(seen[24] / 4.0) == pytest.approx(best_safety(position))
        chance = mine_chances(position)
        assert ((chance >= 0.0) == (position.marks == UNKNOWN)).all()
        fifties = find_fifties(position.marks, chance, tools.geometry)
        assert seen[FIFTIES].sum() == pytest.approx(sum(fifties.pairs) + fifties.squares)
        certain, stuck = certain + bool(seen[22]), stuck + (seen[9] > 0.3)
    assert certain
    assert stuck


def test_description_says_what_board_it_is() -> None:
    """Its size, how narrow it is, its share of mines, and sides that leave lines in doubt."""
    wide = ("5x20/20", *["#" * 20] * 5)
    high = ("20x5/20", "#1###", "11###", "11###", *["#" * 5] * 17)  # one mine is known
    for rows in (wide, high):
        board = Board.parse("\n".join(rows))
        position, tools = position_of(board)
        seen = np.full(TOLD_FEATURES, np.nan)
        describe_on_board(position, tools.geometry, seen)
        board_seen = [0.3 * np.log(100), 1.25, 1.0, 4 / 5**2 + 4 / 20**2]
        assert seen[FEATURES:] == pytest.approx(board_seen)
        alone = np.full(FEATURES, np.nan)
        describe(position, tools.geometry, alone)
        assert (seen[:FEATURES] == alone).all()


@pytest.mark.parametrize("side", range(2, 40))
def test_sides_that_leave_lines_in_doubt(side: int) -> None:
    """The numbers on a line tell the mines of the next but where it has 2, 5, 8, ... cells."""
    rows, cols = np.indices((side, side))
    sums = (abs(rows - cols) <= 1).astype(np.float64)
    assert (np.linalg.matrix_rank(sums) < side) == (side % 3 == 2)


@pytest.mark.parametrize("rows", ["2x2/1 1# 11", "2x3/2 ### 121"])
def test_settled_position_is_won(rows: str) -> None:
    """With one layout left, by one number or several, the estimate is a certain win."""
    position, tools = position_of(Board.parse(rows))
    assert win_chance(position, tools.geometry) == best_safety(position) == 1.0


def shown(position: Position, cell: int, mines: int, tools: Tools) -> tuple[float, float]:
    """Return how likely ``cell`` shows a number that can be solved, and the chance to win so."""
    seen, win = 0.0, 0.0
    for number in range(DEGREE + 1):
        after = after_opening(position, cell, number, mines, tools)
        if after.solved.status == OK:
            share = np.exp(after.solved.log_total - position.solved.log_total)
            seen, win = seen + share, win + share * win_chance(after, tools.geometry)
    return seen, win


def test_chance_by_a_guess_is_the_mean_over_what_it_may_show() -> None:
    """Each number that a guess may show counts by how many layouts have it, a mine as lost."""
    compared = 0
    for board in running_boards(100, 9):
        position, tools = position_of(board)
        if position.solved.log_total <= SETTLED:
            continue
        cell = int(np.flatnonzero(position.marks == UNKNOWN)[0])
        found = win_chance_by(position, cell, board.mines, tools)
        assert found == pytest.approx(shown(position, cell, board.mines, tools)[1])
        compared += 0.0 < found < 1.0
    assert compared > 20


def test_chance_by_a_guess_that_makes_the_board_too_wide() -> None:
    """Numbers that cannot be looked into leave the chance of the position, given a safe cell."""
    position, tools = position_of(TANGLED_BEST)
    cell = advise(TANGLED_BEST).candidates[0].cell
    seen, win = shown(position, cell, TANGLED_BEST.mines, tools)
    safe = 1.0 - mine_chance(position, cell)
    assert seen < safe
    then = min(win_chance(position, tools.geometry) / safe, 1.0)
    found = win_chance_by(position, cell, TANGLED_BEST.mines, tools)
    assert found == pytest.approx(win + (safe - seen) * then)


WON = {
    (8, 8, 10): (73.2, 72.8),
    (9, 9, 10): (80.8, 71.5),
    (3, 40, 16): (66.8, 66.6),
    (4, 30, 16): (73.1, 79.9),
    (30, 4, 16): (75.3, 76.8),
    (2, 60, 14): (0.0, 0.0),
    (16, 16, 40): (69.3, 59.6),
    (16, 30, 99): (37.8, 45.7),
    (5, 20, 20): (32.7, 33.5),
    (5, 40, 30): (35.1, 36.5),
    (10, 10, 20): (54.4, 58.9),
    (10, 10, 22): (45.5, 57.0),
    (12, 12, 28): (56.4, 54.5),
    (10, 10, 25): (29.9, 43.1),
    (8, 8, 24): (1.7, 4.6),
    (10, 10, 40): (0.1, 0.3),
    (16, 16, 90): (0.0, 0.0),
}
"""What is won from the first guesses of some games, in percent, first open safe and opening:
measured by ``python -m tests.benchmarks.first_guesses``, to a point or better."""


@pytest.mark.parametrize("rule", FirstOpen)
@pytest.mark.parametrize("board", WON, ids=str)
def test_estimate_is_fair(board: tuple[int, int, int], rule: FirstOpen) -> None:
    """On each kind of board the mean estimate at first guesses is what was won from these.

    No game is played on: docs/solver.md has what whole games show, more finely.
    """
    told = [win_chance(each, tools.geometry) for each, tools in first_guesses(Rules(*board, rule))]
    won = dict(zip(FirstOpen, WON[board], strict=True))[rule]
    assert abs(100.0 * np.mean(told) - won) < min(2.5, 0.5 + 0.2 * won)


def test_estimate_tells_positions_apart() -> None:
    """Where searches tell the chance, the estimate is off by much less than the chances differ."""
    told, exact = [], []
    for args in ((150, 6, 6, 9), (150, 7, 7, 12), (300, 8, 8, 10)):
        for _, position, tools in stuck(*args):
            count = round(exp(min(position.solved.log_total, FEW)))
            if 2 < count < exp(FEW):
                told.append(win_chance(position, tools.geometry))
                found = search_endgame(position, tools.geometry.near, count, PLENTY)
                exact.append(found.wins / count)
    off = np.subtract(told, exact)
    assert off.size > 100
    assert abs(off.mean()) < 0.03
    assert off.std() < 0.5 * np.std(exact)


@pytest.mark.parametrize("size", [6, 8, 10, 16])
def test_half_of_the_cells_mines_is_hopeless(size: int) -> None:
    """An untouched board with as many mines as safe cells is nearly never won."""
    row = "#" * size
    board = Board.parse("\n".join((f"{size}x{size}/{size * size // 2}", *(row for _ in row))))
    position, tools = position_of(board)
    assert win_chance(position, tools.geometry) < 0.03


def test_levels_are_not_dense() -> None:
    """No level is dense but the one of 5x5, whose games can be searched to their ends."""
    dense = {level.name for level in LEVELS.values() if is_dense_with(level)}
    assert dense == {"simple"}


def is_dense_with(level: Level) -> bool:
    """Tell whether an untouched board with the most mines of ``level`` is dense."""
    rows = ("#" * level.cols for _ in range(level.rows))
    head = f"{level.rows}x{level.cols}/{level.most_mines or level.mines}"
    return is_dense(position_of(Board.parse("\n".join((head, *rows))))[0])


def test_a_game_stays_on_one_kind_of_board() -> None:
    """What is open and which mines are known makes a board no more or less dense."""
    met = set()
    for board in running_boards(200, 6):
        closed = Board(board.grid, board.mines, bytes(len(board.grid)), bytes(len(board.grid)))
        dense = is_dense(position_of(closed)[0])
        assert is_dense(position_of(board)[0]) == dense
        met.add(dense)
    assert met == {False, True}
