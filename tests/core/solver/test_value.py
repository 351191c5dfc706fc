"""What the network sees of a position, and its estimate."""

from __future__ import annotations

import numpy as np
import pytest

from core.board import Board
from core.cli.layouts import Series, drawn
from core.rules import Rules
from core.solver.advice import position_of
from core.solver.kernels.choice import choose_guess
from core.solver.kernels.fifty_fifty import find_fifties
from core.solver.kernels.position import read_position
from core.solver.kernels.table import GOING, WON, deal, play_on
from core.solver.kernels.value import (
    FEATURES,
    FIFTIES,
    best_safety,
    describe,
    mine_chances,
    win_chance,
)
from core.solver.policy import DEFAULT
from core.solver.workspace import tools_of
from tests.core.solver.positions import running_boards


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


def test_settled_position_is_won() -> None:
    """With one layout left the estimate is a certain win."""
    position, tools = position_of(Board.parse("2x2/1 1# 11"))
    assert win_chance(position, tools.geometry) == 1.0


def test_estimate_tells_games_apart() -> None:
    """Over whole games the estimate beats a constant, and its mean is the share won."""
    rules = Rules(10, 10, 22)
    tools = tools_of(rules.grid)
    estimates, won = [], []
    for layout in np.concatenate(list(drawn(Series(rules, 22, 500), 3))):
        table = deal(layout, tools.geometry.near)
        status = play_on(table, 22, rules.mines, tools)
        if status != GOING:
            continue
        estimates.append(win_chance(read_position(table.marks, rules.mines, tools), tools.geometry))
        while status == GOING:
            position = read_position(table.marks, rules.mines, tools)
            cell = choose_guess(position, rules.mines, DEFAULT, tools)
            status = play_on(table, cell, rules.mines, tools)
        won.append(status == WON)
    chance, outcome = np.array(estimates), np.array(won)
    loss = -np.log(np.where(outcome, chance, 1.0 - chance)).mean()
    rate = outcome.mean()
    assert loss < -(rate * np.log(rate) + (1.0 - rate) * np.log(1.0 - rate))
    assert abs(chance.mean() - rate) < 3.0 * np.sqrt(rate * (1.0 - rate) / outcome.size)
