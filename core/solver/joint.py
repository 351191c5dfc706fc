"""The chance that several cells are safe together, as a chord needs them to be."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import numpy as np

from core.grid import Cell
from core.solver.analysis import Analysis, Limits, solve, solve_widely
from core.solver.geometry import view_of
from core.solver.kernels.compiled import Floats
from core.solver.kernels.component import IMPOSSIBLE, OK, WIDE
from core.solver.kernels.wide import STEPS
from core.solver.workspace import broad_work, narrow_work


def all_safe(analysis: Analysis, cells: Sequence[Cell]) -> float:
    """Return the chance that none of the closed ``cells`` is a mine.

    It is the share of the layouts in which they are safe: 0 and 1 are certain, the rest exact but
    for rounding. Only where the analysis is not exact are the cells taken as independent.
    """
    mines = analysis.probabilities[list(cells)]
    doubtful = mines[mines > 0.0]
    if doubtful.size < 2 or doubtful.max() == 1.0:  # noqa: PLR2004  # one cell is not joint
        return 1.0 - float(mines.max())
    return _share(analysis, cells) if analysis.exact else _independent(doubtful)


def _share(analysis: Analysis, cells: Sequence[Cell]) -> float:
    """Return the share of the layouts in which ``cells`` are safe, by counting both.

    What is certain is marked as well: a wide frontier may come apart at it.
    """
    view = view_of(analysis.board, (*analysis.safe, *cells), analysis.mines)
    chance = np.empty(len(analysis.board.grid))
    solved = solve(analysis.board, view.copy(), narrow_work(), chance)
    status, log_total = solved.status, solved.log_total
    if status == WIDE:
        work, limits = broad_work(analysis.room), Limits(analysis.room * STEPS, 0, 0)
        widely = solve_widely(analysis.board, view, chance, work, limits)
        status, log_total = widely.status, widely.log_total
    if status == OK:
        return min(exp(log_total - analysis.log_layouts), 1.0)
    return 0.0 if status == IMPOSSIBLE else _independent(analysis.probabilities[list(cells)])


def _independent(mines: Floats) -> float:
    return float((1.0 - mines).prod())
