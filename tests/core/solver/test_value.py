"""What the network sees of a position, and its estimate."""

from __future__ import annotations

from math import log, log1p

import numpy as np
import pytest

from core.board import Board
from core.cli.board import first_cell
from core.cli.layouts import Series, drawn
from core.rules import LEVELS, FirstOpen, Level, Rules
from core.solver import advise
from core.solver.advice import position_of
from core.solver.kernels.choice import choose_guess
from core.solver.kernels.compiled import DEGREE, UNKNOWN, Bytes, Floats, Geometry
from core.solver.kernels.component import OK
from core.solver.kernels.fifty_fifty import find_fifties
from core.solver.kernels.position import (
    Position,
    Tools,
    after_opening,
    mine_chance,
    read_position,
)
from core.solver.kernels.regions import find_regions
from core.solver.kernels.table import GOING, WON, deal, play_on
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
from core.solver.policy import DEFAULT
from core.solver.workspace import tools_of
from tests.benchmarks.calibration import play
from tests.core.solver.positions import running_boards
from tests.core.solver.test_advice import TANGLED_BEST


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
