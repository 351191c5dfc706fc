"""The choice of a guess: pruning changes nothing, and the advice agrees with play."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from core.board import Board
from core.solver import advise
from core.solver.advice import position_of
from core.solver.kernels.choice import choose_guess, search_end
from core.solver.kernels.guess import DENSE, candidates, score
from core.solver.kernels.position import Position, Tools
from core.solver.kernels.value import best_safety
from core.solver.policy import DEFAULT
from tests.core.solver.positions import running_boards
from tests.core.solver.ranking import rank

BLIND = DEFAULT._replace(layouts=0, narrow=0, pseudo=0)
"""No endgame, which would leave small boards no choice to make, and no 50/50 taken at once."""


def stuck(count: int = 150) -> list[tuple[Board, Position, Tools]]:
    """Return boards on which one has to guess."""
    found = [(board, *position_of(board)) for board in running_boards(count, 7)]
    found = [each for each in found if each[1].unknown and best_safety(each[1]) < 1.0]
    assert len(found) > count // 10
    return found


def test_choice_is_the_best_of_the_candidates() -> None:
    """Pruning while candidates are compared never cuts off the best."""
    for board, position, tools in stuck():
        wins = rank(position, board.mines, BLIND, tools)
        cell = choose_guess(position, board.mines, BLIND, tools)
        assert wins[cell] == max(wins.values())


def test_cells_off_the_frontier_do_not_crowd_out_others() -> None:
    """Only the first cells off the frontier are candidates, but all cells on it."""
    left_out = 0
    for _, position, tools in stuck():
        cells = np.empty(position.unknown, np.int32)
        every = cells[: candidates(position, BLIND, tools, cells)].tolist()
        few = cells[: candidates(position, BLIND._replace(far=1), tools, cells)].tolist()
        far = [cell for cell in every if position.frontier.group[cell] < 0]
        assert few == [cell for cell in every if cell not in far[1:]]
        left_out += len(every) - len(few)
    assert left_out > 20


def test_a_look_stops_below_its_bar() -> None:
    """A look gives a chance; if it may stop early the result is not above its bar."""
    for board, position, tools in stuck():
        for cell, win in rank(position, board.mines, BLIND, tools).items():
            cut = score(position, cell, board.mines, BLIND, tools, win)
            assert 0.0 <= win <= cut.safe * (1.0 + BLIND.progress) + 1e-9
            assert cut.win <= win + 1e-12


def test_correction_is_for_late_guesses() -> None:
    """The network corrects a guess if few layouts are left and mines are dense."""
    corrected = 0
    for board, position, tools in stuck():
        total = position.solved.log_total
        found = [
            rank(position, board.mines, BLIND._replace(corrected=bar), tools)
            for bar in (0.0, total, total + 0.1)
        ]
        assert found[0] == found[1]
        if board.mines < DENSE * len(board.grid):
            assert found[0] == found[2]
        corrected += found[0] != found[2]
    assert corrected >= 10


def test_advice_is_what_games_are_played_by() -> None:
    """Without a deadline, the advice's first cell is the one that the policy plays."""
    for board, position, tools in stuck(60):
        advice = advise(board, inf, BLIND)
        win = {candidate.cell: candidate.win for candidate in advice.candidates}
        cell = choose_guess(position, board.mines, BLIND, tools)
        assert win[cell] == pytest.approx(advice.candidates[0].win)


def test_endgame_needs_few_layouts() -> None:
    """The search to the end is made only below the policy's limit of layouts."""
    position, tools = position_of(Board.parse("2x3/2\n###\n###"))
    assert search_end(position, 2, DEFAULT, tools).cell >= 0
    assert search_end(position, 2, DEFAULT._replace(layouts=14), tools).cell == -1
    assert search_end(position, 2, BLIND, tools).cell == -1
