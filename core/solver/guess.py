"""Why a guess is the one to make: the reason that an advice gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from core.grid import Cell
from core.solver.advice import Advice, Candidate
from core.solver.analysis import Analysis
from core.solver.reason import GuessKind, GuessReason, Option

_COMPARED: Final = 3
"""Other cells that a guess is compared with: what fits in a sentence."""
_PAIR: Final = 2
_EQUAL: Final = 1e-9
"""Chances closer than this are equal but for rounding."""


def guess_reason(advice: Advice) -> GuessReason | None:
    """Return why the best candidate of ``advice`` is the guess to make, None if it is certain."""
    best = advice.best
    if best is None or advice.analysis.safe:
        return None
    others = advice.candidates[1:]
    partner = fifty_fifty(advice.analysis, best.cell)
    if partner is not None:
        # Both cells are worth the same, whether the other one was looked into or not. That this is
        # a 50/50 for certain says more than that it would be one with a mine (PSEUDO).
        same = replace(_option(best), cell=partner)
        return GuessReason(GuessKind.FIFTY_FIFTY, _option(best), (same,))
    # That it is a pseudo 50/50 says more than whether it is also the safest.
    kind = GuessKind.PSEUDO if advice.fifty else _kind(best, others)
    compared = tuple(map(_option, _compared(best, others)))
    return GuessReason(kind, _option(best), compared, advice.fifty)


def _option(candidate: Candidate) -> Option:
    return Option(candidate.cell, candidate.safe, candidate.win, candidate.win_exact)


def _compared(best: Candidate, others: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """Return what the ``best`` is compared with: a cell that is safer goes first."""
    safest = max(others, key=lambda other: other.safe, default=best)
    if safest.safe > best.safe + _EQUAL:
        others = (safest, *(other for other in others if other is not safest))
    return others[:_COMPARED]


def _kind(best: Candidate, others: tuple[Candidate, ...]) -> GuessKind:
    safest = max((other.safe for other in others), default=0.0)
    if best.safe > safest + _EQUAL:
        return GuessKind.SAFEST
    if best.safe < safest - _EQUAL:
        return GuessKind.WIN
    progress = [other.progress or 0.0 for other in others if other.safe > safest - _EQUAL]
    leads = (best.progress or 0.0) > max(progress) + _EQUAL
    return GuessKind.PROGRESS if leads else GuessKind.SAFEST


def fifty_fifty(analysis: Analysis, cell: Cell) -> Cell | None:
    """Return the other cell of the 50/50 that ``cell`` is in, None if it is in none.

    One of the two is a mine, and no number can ever tell which: a number, or the number of mines,
    leaves just these two undecided, and every cell that touches only one of them is a mine.
    """
    for unknown in _tied(analysis, cell):
        # Were both mines or both safe, the number alone would make them certain.
        if cell in unknown and len(unknown) == _PAIR:
            partner = sum(unknown) - cell
            if _inseparable(analysis, cell, partner):
                return partner
    return None


def _tied(analysis: Analysis, cell: Cell) -> Iterator[list[Cell]]:
    """Yield the uncertain cells around each number beside ``cell``, then all there are."""
    board, chances = analysis.board, analysis.probabilities
    for number in board.grid.neighbours(cell):
        if board.opened[number]:
            yield [n for n in board.closed_around(number) if 0 < chances[n] < 1]
    yield np.flatnonzero((chances > 0) & (chances < 1)).tolist()


def _inseparable(analysis: Analysis, one: Cell, other: Cell) -> bool:
    """Tell whether every cell that shows or may show a number touches both cells or neither."""
    grid = analysis.board.grid
    apart = set(grid.neighbours(one)) ^ set(grid.neighbours(other))
    return all(analysis.probabilities[cell] == 1 for cell in apart - {one, other})
