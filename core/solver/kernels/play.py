"""Whole games, played in compiled code."""

from __future__ import annotations

from core.solver.kernels.choice import choose_guess
from core.solver.kernels.compiled import Bytes, Ints, kernel
from core.solver.kernels.guess import Policy
from core.solver.kernels.position import Tools, read_position
from core.solver.kernels.table import GOING, WON, Table, deal, play_on


@kernel
def guess_on(table: Table, mines: int, policy: Policy, tools: Tools) -> int:
    """Return the guess of ``policy`` where play_on left the game."""
    return choose_guess(read_position(table.marks, mines, tools), mines, policy, tools)


@kernel
def play_games(
    layouts: Bytes, start: int, policy: Policy, tools: Tools, won: Bytes, guesses: Ints
) -> None:
    """Play ``layouts`` (games, cells), 1 for a mine, each with ``start`` as its first open.

    Fills ``won`` and ``guesses`` (games,).
    """
    for game in range(layouts.shape[0]):
        mines = int(layouts[game].sum())
        table = deal(layouts[game], tools.geometry.near)
        status = play_on(table, start, mines, tools)
        guesses[game] = 0
        while status == GOING:
            guesses[game] += 1
            cell = guess_on(table, mines, policy, tools)
            status = play_on(table, cell, mines, tools)
        won[game] = status == WON
