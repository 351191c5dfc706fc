"""Counsel: what the solver makes of a board, ready to be told, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass

from core.board import Board
from core.grid import Cell
from core.solver import Analysis, advise, analyse
from core.solver.explain import easiest, wrong_flags
from core.solver.guess import guess_reason
from core.solver.reason import GuessReason, Reason, WrongFlags


@dataclass(frozen=True, slots=True)
class Counsel:
    """The best move on a board and why; ``cell`` is the one to open."""

    analysis: Analysis
    cell: Cell
    reason: Reason | GuessReason
    win: float
    """The chance to win the game from here, estimated unless the solver saw its end."""
    wrong: WrongFlags

    @property
    def safe(self) -> float:
        """The chance that ``cell`` is safe."""
        return 1 - float(self.analysis.probabilities[self.cell])

    @property
    def chances(self) -> dict[Cell, float]:
        """The chance of a mine on every closed cell."""
        return _chances(self.analysis)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a review has come: ``graded`` moves ``of`` those there are."""

    graded: int
    of: int


def give_counsel(board: Board, budget: float) -> Counsel:
    """Return the best move on a running game's ``board``, in about ``budget`` seconds."""
    advice = advise(board, budget)
    wrong = wrong_flags(board, advice.analysis.safe)
    guess = guess_reason(advice)
    if guess is not None:
        return Counsel(advice.analysis, guess.chosen.cell, guess, advice.win, wrong)
    reason = easiest(board, advice.analysis.safe, advice.analysis.mines)
    if reason is None:
        raise ValueError("nothing is closed on this board")
    return Counsel(advice.analysis, reason.cells[0], reason, advice.win, wrong)


def is_certain_mine(board: Board, cell: Cell) -> bool:
    """Tell whether ``cell`` is a mine in every layout that agrees with ``board``."""
    return bool(analyse(board).probabilities[cell] == 1)


def chances_of(board: Board) -> dict[Cell, float]:
    """Return the chance of a mine on every closed cell of ``board``."""
    return _chances(analyse(board))


def _chances(analysis: Analysis) -> dict[Cell, float]:
    return {cell: float(analysis.probabilities[cell]) for cell in analysis.board.closed()}
