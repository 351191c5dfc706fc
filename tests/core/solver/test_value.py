"""What the network sees of a position, and its estimate."""

from __future__ import annotations

import numpy as np
import pytest

from core.board import Board
from core.cli.board import first_cell
from core.cli.layouts import Series, drawn
from core.rules import LEVELS, FirstOpen, Level, Rules
from core.solver import advise
from core.solver.advice import position_of
from core.solver.kernels.choice import choose_guess
from core.solver.kernels.compiled import DEGREE, UNKNOWN, Bytes, Floats
from core.solver.kernels.component import OK
from core.solver.kernels.fifty_fifty import find_fifties
from core.solver.kernels.position import after_opening, read_position
from core.solver.kernels.table import GOING, WON, deal, play_on
from core.solver.kernels.value import (
    FEATURES,
    FIFTIES,
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
from core.solver.policy import DEFAULT
from core.solver.workspace import tools_of
from tests.benchmarks.calibration import play
from tests.core.solver.positions import running_boards
from tests.core.solver.test_advice import TANGLED_BEST


def test_description_is_finite_and_says_what_it_should() -> None:
    """All features are finite, 50/50s sum up to their costs, and safety is the map's."""
    for board in running_boards(100, 9):
        position, tools = position_of(board)
        if position.unknown == 0:
            continue
        seen = np.full(FEATURES, np.nan)
        describe(position, tools.geometry, seen)
        assert np.isfinite(seen).all()
        chance = mine_chances(position)
        found = find_fifties(position.marks, chance, tools.geometry)
        assert seen[FIFTIES].sum() == pytest.approx(sum(found.pairs) + found.squares)
        assert np.exp(seen[24] / 4.0) == pytest.approx(best_safety(position))


def test_description_says_what_board_it_is() -> None:
    """Its size, how narrow it is, its share of mines, and sides that leave lines in doubt."""
    wide = ("5x20/20", *["#" * 20] * 5)
    high = ("20x5/20", "01###", *["#" * 5] * 19)
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


def test_settled_position_is_won() -> None:
    """With one layout left the estimate is a certain win."""
    position, tools = position_of(Board.parse("2x2/1 1# 11"))
    assert win_chance(position, tools.geometry) == 1.0


def test_chance_by_a_guess_is_the_mean_over_what_it_may_show() -> None:
    """Each number that a guess may show counts by how many layouts have it, a mine as lost."""
    compared = 0
    for board in running_boards(100, 9):
        position, tools = position_of(board)
        if position.unknown == 0 or position.solved.log_total <= SETTLED:
            continue
        cell = int(np.flatnonzero(position.marks == UNKNOWN)[0])
        expected = 0.0
        for number in range(DEGREE + 1):
            after = after_opening(position, cell, number, board.mines, tools)
            if after.solved.status == OK:
                share = np.exp(after.solved.log_total - position.solved.log_total)
                expected += share * win_chance(after, tools.geometry)
        found = win_chance_by(position, cell, board.mines, tools)
        assert found == pytest.approx(expected)
        compared += 0.0 < found < 1.0
    assert compared > 20


def test_chance_by_a_guess_that_makes_the_board_too_wide() -> None:
    """Numbers that cannot be looked into leave the chance of the position, given a safe cell."""
    position, tools = position_of(TANGLED_BEST)
    cell = advise(TANGLED_BEST).candidates[0].cell
    wide = win_chance_by(position, cell, TANGLED_BEST.mines, tools)
    assert wide == pytest.approx(win_chance(position, tools.geometry), rel=0.5)


def test_small_boards_are_told_what_they_win() -> None:
    """On 8x8/10 the chances told at guesses are those that are won, the luck taken away."""
    rules = Rules(8, 8, 10)
    series = Series(rules, first_cell(None, rules), 5000)
    layouts = np.concatenate(list(drawn(series, 6)))
    tools = tools_of(rules.grid)
    told = [each for game, one in enumerate(layouts) for each in play(one, series, tools, game)]
    off = np.array([each.win - each.fair for each in told if not each.exact])
    assert off.size > 300
    assert abs(off.mean()) < 2.5 * off.std() / off.size**0.5 + 0.01


def first_estimates(series: Series, seed: int) -> tuple[Floats, Bytes]:
    """Return the estimates at the first guess of each game that has one, and which were won."""
    mines, tools = series.rules.mines, tools_of(series.rules.grid)
    estimates, won = [], []
    for layout in np.concatenate(list(drawn(series, seed))):
        table = deal(layout, tools.geometry.near)
        status = play_on(table, series.start, mines, tools)
        if status != GOING:
            continue
        estimates.append(win_chance(read_position(table.marks, mines, tools), tools.geometry))
        while status == GOING:
            position = read_position(table.marks, mines, tools)
            status = play_on(table, choose_guess(position, mines, DEFAULT, tools), mines, tools)
        won.append(status == WON)
    return np.array(estimates), np.array(won, np.int8)


def test_estimate_tells_games_apart() -> None:
    """Over whole games the estimate beats a constant, and its mean is the share won."""
    chance, outcome = first_estimates(Series(Rules(10, 10, 22), 22, 500), 3)
    loss = -np.log(np.where(outcome == 1, chance, 1.0 - chance)).mean()
    rate = outcome.mean()
    assert loss < -(rate * np.log(rate) + (1.0 - rate) * np.log(1.0 - rate))
    assert abs(chance.mean() - rate) < 3.0 * np.sqrt(rate * (1.0 - rate) / outcome.size)


@pytest.mark.parametrize("rule", FirstOpen)
@pytest.mark.parametrize(
    ("rows", "cols", "mines"),
    [
        *((12, 12, 28), (10, 10, 25), (8, 8, 24), (10, 10, 40), (16, 16, 90), (10, 10, 20)),
        *((2, 60, 14), (3, 40, 16), (4, 30, 16), (30, 4, 16), (5, 40, 30), (5, 20, 20)),
    ],
)
def test_estimate_is_fair(rows: int, cols: int, mines: int, rule: FirstOpen) -> None:
    """On boards of many mines and on narrow ones the mean of the estimates is the share won."""
    rules = Rules(rows, cols, mines, rule)
    chance, outcome = first_estimates(Series(rules, first_cell(None, rules), 250), 4)
    assert abs(chance.mean() - outcome.mean()) < 2.5 * outcome.std() / outcome.size**0.5 + 0.01


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
