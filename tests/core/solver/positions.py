"""Positions as the kernels see them, and boards to take them from."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from core.board import Board
from core.cli.play import tools_of
from core.rules import Rules
from core.solver.geometry import view_of
from core.solver.kernels.closure import close_all
from core.solver.kernels.position import Position, Tools, read_position
from tests.strategies import random_game, random_rules, seeded


def position_of(board: Board) -> tuple[Position, Tools]:
    """Return ``board`` solved, and the tools it was solved with."""
    tools = tools_of(Rules(board.grid.rows, board.grid.cols, board.mines))
    view, size = view_of(board), len(board.grid)
    close_all(view, tools.geometry.near, np.empty(size, np.int32), np.zeros(size, np.int8))
    return read_position(view, board.mines, tools), tools


def running_boards(count: int, most: int) -> Iterator[Board]:
    """Yield boards of running games, at most ``most`` rows and columns."""
    for seed in range(count):
        rng = seeded(seed)
        game = random_game(rng, random_rules(rng, most=most), rng.randint(1, 20))
        if not game.outcome:
            yield game.board
