"""Counsel: what the solver makes of a board, ready to be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from core.board import Board
from core.grid import Cell
from core.solver import Analysis, analyse
from core.solver.explain import easiest, wrong_flags
from core.solver.reason import GuessKind, GuessReason, Option, Reason, WrongFlags

_COMPARED: Final = 3
"""Other cells that a guess is compared with."""


@dataclass(frozen=True, slots=True)
class Counsel:
    """The best move on a board and why; ``cell`` is the one to open."""

    analysis: Analysis
    cell: Cell
    reason: Reason | GuessReason
    wrong: WrongFlags

    @property
    def safe(self) -> float:
        """The chance that ``cell`` is safe."""
        return 1 - float(self.analysis.probabilities[self.cell])


def give_counsel(board: Board) -> Counsel:
    """Return the best move on a running game's ``board``."""
    analysis = analyse(board)
    wrong = wrong_flags(board, analysis.safe)
    reason = easiest(board, analysis.safe, ())
    if reason is not None:
        return Counsel(analysis, reason.cells[0], reason, wrong)
    guess = _guess(analysis)
    return Counsel(analysis, guess.chosen.cell, guess, wrong)


def _guess(analysis: Analysis) -> GuessReason:
    """Return the safest cell and the next best ones, those near open numbers first."""
    board = analysis.board

    def order(cell: Cell) -> tuple[float, int]:
        closed = len(board.closed_around(cell))
        return float(analysis.probabilities[cell]), closed

    best, *others = (
        Option(cell, 1 - float(analysis.probabilities[cell]))
        for cell in sorted(board.closed(), key=order)[: 1 + _COMPARED]
    )
    return GuessReason(GuessKind.SAFEST if others else GuessKind.ONLY, best, tuple(others))


def survival_of(board: Board, cells: tuple[Cell, ...]) -> float:
    """Return the chance that the least safe of ``cells`` is no mine."""
    probabilities = analyse(board).probabilities
    return 1 - max(float(probabilities[cell]) for cell in cells)
