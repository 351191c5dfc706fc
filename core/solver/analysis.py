"""The analysis of a board: every cell's probability of being a mine."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from core.board import Board
from core.grid import Cell
from core.solver.geometry import geometry_of, log_factorials, view_of
from core.solver.kernels.belief import DOUBT
from core.solver.kernels.compiled import Bytes, Floats, Geometry
from core.solver.kernels.component import IMPOSSIBLE, OK, WIDE, Work
from core.solver.kernels.mapping import Solved, map_view, weights
from core.solver.kernels.wide import PROVING, SAMPLING, STEPS, Mapped, map_widely
from core.solver.layouts import count_layouts
from core.solver.workspace import broad_work, narrow_work


class InconsistentBoard(ValueError):  # noqa: N818 - names what the board is, as chess libraries do
    """Raised when no layout fits a board."""


STANDARD_ERRORS: Final = 5
"""How many standard errors an error bar has, beside DOUBT. The worst cells of 300 boards that could
be solved in more room were off by 4.3 at most (docs/solver-tries.md)."""

_NONE_FITS: Final = "no placement of the mines fits the numbers"


class Limits(NamedTuple):
    """How many steps the map of a wide frontier may take: see ``analyse_roughly``."""

    steps: int
    proving: int
    sampling: int


@dataclass(frozen=True, eq=False)
class Analysis:
    """What the numbers of a board say of its closed cells.

    ``probabilities`` (cells,): the probability of a mine, NaN on open cells, 1 on exploded mines;
    0 and 1 stand on certain cells only. ``error_bar``: how far an approximation may be off on any
    cell, 1 where that is not known, 0 when ``exact``. ``safe`` and ``mines``: the certain closed
    cells. ``room``: as for ``analyse``.
    """

    board: Board
    probabilities: Floats
    exact: bool
    error_bar: float
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    log_layouts: float = field(repr=False)
    room: int = field(default=1, repr=False)

    @cached_property
    def layouts(self) -> int:
        """The number of layouts that fit: exact if the analysis is, else an estimate."""
        if self.exact:
            return count_layouts(self.board, self.safe, self.mines, self.room)
        return int(Decimal(self.log_layouts).exp())


def analyse(board: Board, room: int = 1) -> Analysis:
    """Analyse ``board``; InconsistentBoard when no layout fits it.

    Flags are a player's claims and change nothing; exploded mines are known. A wide frontier is
    given ``room`` times the usual room and steps, a power of two up to MOST_ROOM.
    """
    view, chance = view_of(board), np.empty(len(board.grid))
    solved = solve(board, view, narrow_work(), chance)
    if solved.status == WIDE:
        steps, sampling = room * STEPS, room * SAMPLING
        found = analyse_roughly(board, broad_work(room), steps, sampling=sampling)
        return replace(found, room=room)
    if solved.status == IMPOSSIBLE:
        raise InconsistentBoard(_NONE_FITS)
    return _analysis(board, chance, solved.log_total, 0.0)


def analyse_roughly(
    board: Board,
    work: Work | None = None,
    steps: int = 0,
    proving: int = PROVING,
    sampling: int = SAMPLING,
) -> Analysis:
    """Analyse ``board``, however wide its frontier.

    Components are solved exactly in ``work`` until ``steps`` are used up, the others approximately:
    by default all of them. Of the latter, cells that a part of a component makes certain are looked
    for in ``proving`` steps, and layouts are drawn in ``sampling`` steps. InconsistentBoard when no
    layout fits, if that is noticed.
    """
    view, chance = view_of(board), np.empty(len(board.grid))
    limits = Limits(steps, proving, sampling)
    found = solve_widely(board, view, chance, work or narrow_work(), limits)
    if found.status == IMPOSSIBLE:
        raise InconsistentBoard(_NONE_FITS)
    if found.status == OK:
        return _analysis(board, chance, found.log_total, 0.0)
    error_bar = min(STANDARD_ERRORS * found.error + DOUBT, 1.0)
    return _analysis(board, chance, found.log_total, error_bar)


def solve(board: Board, view: Bytes, work: Work, chance: Floats) -> Solved:
    """Run the kernel on ``view``: ``chance`` (cells,) receives the map, -1 on open cells."""
    return map_view(view, *_given(board), work, chance)


def solve_widely(board: Board, view: Bytes, chance: Floats, work: Work, limits: Limits) -> Mapped:
    """Run the kernel for wide frontiers on ``view``, as ``solve`` does."""
    return map_widely(view, *_given(board), work, *limits, chance)


def _given(board: Board) -> tuple[int, Geometry, Floats, Floats]:
    """Return what kernels take of a board beside its view: mines, geometry, tables, weights."""
    grid = board.grid
    return board.mines, geometry_of(grid.rows, grid.cols), log_factorials(len(grid)), weights(1.0)


def _analysis(board: Board, chance: Floats, log_layouts: float, error_bar: float) -> Analysis:
    exploded = np.frombuffer(board.exploded, np.bool_)
    safe = np.flatnonzero(chance == 0.0).tolist()
    mines = np.flatnonzero((chance == 1.0) & ~exploded).tolist()
    probabilities = np.where(chance < 0.0, np.nan, chance)
    exact = error_bar == 0.0
    return Analysis(board, probabilities, exact, error_bar, tuple(safe), tuple(mines), log_layouts)
