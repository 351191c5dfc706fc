"""The analysis of a board: every cell's probability of being a mine."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Final

import numpy as np

from core.board import Board
from core.grid import Cell
from core.solver.geometry import geometry_of, log_factorials, view_of
from core.solver.kernels.closure import close_all
from core.solver.kernels.compiled import Bytes, Floats
from core.solver.kernels.component import IMPOSSIBLE, OK, WIDE, Work
from core.solver.kernels.mapping import Solved, map_roughly, map_view, weights
from core.solver.layouts import count_layouts
from core.solver.workspace import broad_work, narrow_work


class InconsistentBoard(ValueError):  # noqa: N818 - names what the board is, as chess libraries do
    """Raised when no layout fits a board."""


ROUGHLY: Final = 0.5
"""The error bar of an approximate map: no cell of the wide boards that can still be solved exactly
was off by more (docs/solver.md). It is measured, not proven."""


@dataclass(frozen=True, eq=False)
class Analysis:
    """What the numbers of a board say of its closed cells.

    ``probabilities`` (cells,): the probability of a mine, NaN on open cells, 1 on exploded mines;
    0 and 1 stand on certain cells only. ``error_bar``: how far an approximation may be off,
    0 when ``exact``. ``safe`` and ``mines``: the certain closed cells.
    """

    board: Board
    probabilities: Floats
    exact: bool
    error_bar: float
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    log_layouts: float = field(repr=False)

    @cached_property
    def layouts(self) -> int:
        """The number of layouts that fit: exact if the analysis is, else an estimate."""
        if self.exact:
            return count_layouts(self.board)
        return int(Decimal(self.log_layouts).exp())


def analyse(board: Board) -> Analysis:
    """Analyse ``board``; InconsistentBoard when no layout fits it.

    Flags are a player's claims and change nothing; exploded mines are known.
    """
    view, chance = view_of(board), np.empty(len(board.grid))
    solved = solve(board, view, narrow_work(), chance)
    if solved.status == WIDE:
        solved = solve(board, view, broad_work(), chance)
    if solved.status == IMPOSSIBLE:
        raise InconsistentBoard("no placement of the mines fits the numbers")
    if solved.status == OK:
        return _analysis(board, chance, solved.log_total, 0.0)
    return analyse_roughly(board)


def analyse_roughly(board: Board) -> Analysis:
    """Analyse a consistent ``board`` approximately, however wide its frontier."""
    view, size = view_of(board), len(board.grid)
    near, chance = geometry_of(board.grid.rows, board.grid.cols).near, np.empty(size)
    close_all(view, near, np.empty(size, np.int32), np.zeros(size, np.int8))
    believed = map_roughly(view, board.mines, near, chance)
    return _analysis(board, chance, believed.log_total, ROUGHLY)


def solve(board: Board, view: Bytes, work: Work, chance: Floats) -> Solved:
    """Run the kernel on ``view``: ``chance`` (cells,) receives the map, -1 on open cells."""
    return map_view(
        view,
        board.mines,
        geometry_of(board.grid.rows, board.grid.cols),
        log_factorials(len(board.grid)),
        weights(1.0),
        work,
        chance,
    )


def _analysis(board: Board, chance: Floats, log_layouts: float, error_bar: float) -> Analysis:
    exploded = np.frombuffer(board.exploded, np.bool_)
    safe = np.flatnonzero(chance == 0.0).tolist()
    mines = np.flatnonzero((chance == 1.0) & ~exploded).tolist()
    probabilities = np.where(chance < 0.0, np.nan, chance)
    exact = error_bar == 0.0
    return Analysis(board, probabilities, exact, error_bar, tuple(safe), tuple(mines), log_layouts)
