"""The choice of a guess: what is cut off changes nothing, and advice says the same."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import numpy as np
import pytest

from core.board import Board
from core.solver import advise
from core.solver.kernels.choice import choose_guess, look_twice, search_end, win_after
from core.solver.kernels.guess import candidates, score
from core.solver.kernels.position import Position, Tools
from core.solver.kernels.value import best_safety
from core.solver.policy import DEFAULT, POLICIES
from tests.core.solver.positions import position_of, running_boards

BLIND = POLICIES["second-look"]._replace(layouts=0)
"""Two looks without the endgame, which would leave small boards no choice to make."""


def stuck(count: int = 150) -> Iterator[tuple[Board, Position, Tools]]:
    """Yield boards on which a guess is due."""
    for board in running_boards(count, 7):
        position, tools = position_of(board)
        if position.unknown and best_safety(position) < 1.0:
            yield board, position, tools


def looked_at(board: Board, position: Position, tools: Tools) -> dict[int, float]:
    """Return what each candidate is worth with nothing cut off, the close ones looked at twice."""
    cells = np.empty(position.unknown, np.int32)
    count = candidates(position, BLIND, tools, cells)
    win = {
        cell: score(position, cell, board.mines, BLIND, tools, 0.0).win
        for cell in cells[:count].tolist()
    }
    best = sorted(win, key=lambda cell: -win[cell])[: BLIND.twice]
    close = [cell for cell in best if win[cell] >= win[best[0]] * BLIND.share]
    return {
        cell: win[cell] * look_twice(position, cell, board.mines, BLIND, tools, 0.0)
        for cell in close
    }


def test_choice_is_the_best_of_the_close_ones() -> None:
    """No candidate that was cut off is worth more than the chosen one."""
    found = 0
    for board, position, tools in stuck():
        worth = looked_at(board, position, tools)
        cell = choose_guess(position, board.mines, BLIND, tools)
        assert worth[cell] == pytest.approx(max(worth.values()))
        found += len(worth) > 1
    assert found >= 20


def test_second_look_is_a_chance() -> None:
    """To win takes to survive the guess; where a look may stop early, it does not reach the bar."""
    for board, position, tools in stuck():
        cells = np.empty(position.unknown, np.int32)
        count = candidates(position, BLIND, tools, cells)
        for cell in cells[:count].tolist():
            safe = score(position, cell, board.mines, BLIND, tools, 0.0).safe
            whole = look_twice(position, cell, board.mines, BLIND, tools, 0.0)
            assert 0.0 < whole <= safe + 1e-9
            assert look_twice(position, cell, board.mines, BLIND, tools, whole) <= whole + 1e-12
            assert 0.0 < win_after(position, cell, board.mines, tools, 0.0) <= safe + 1e-9


def test_advice_is_what_games_are_played_by() -> None:
    """Without a deadline, advice puts the cell first that the policy plays."""
    for policy in (BLIND, DEFAULT._replace(layouts=0)):
        for board, position, tools in stuck(60):
            advice = advise(board, inf, policy)
            win = {candidate.cell: candidate.win for candidate in advice.candidates}
            cell = choose_guess(position, board.mines, policy, tools)
            assert win[cell] == pytest.approx(advice.candidates[0].win)


def test_endgame_needs_few_layouts() -> None:
    """The search to the end is made only below the policy's bound."""
    position, tools = position_of(Board.parse("2x3/2\n###\n###"))
    assert search_end(position, 2, DEFAULT, tools).cell >= 0
    assert search_end(position, 2, DEFAULT._replace(layouts=14), tools).cell == -1
    assert search_end(position, 2, BLIND, tools).cell == -1
