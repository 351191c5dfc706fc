"""Grades: what the solver makes of a move, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from core.board import Board
from core.game import Game
from core.grid import Cell
from core.history import TimedMove
from core.solver.reason import GuessReason, Reason


class Grade(StrEnum):
    """What a move that opens cells was, by what could be known when it was played.

    FIRST: the first open, whose safety the rules promise. CERTAIN: every cell was certainly safe.
    BEST_GUESS: no cell was certainly safe, and no guess was better. WORSE_GUESS: the same, but
    another guess was better. SAFE_LEFT: a guess, although a cell was certainly safe. MINE: it was
    certain to hit a mine.
    """

    FIRST = "first"
    CERTAIN = "certain"
    BEST_GUESS = "best_guess"
    WORSE_GUESS = "worse_guess"
    SAFE_LEFT = "safe_left"
    MINE = "mine"


@dataclass(frozen=True, slots=True)
class Choice:
    """Cells that may be opened together.

    Both chances are as they were before the cells were opened. ``safe``: that none is a mine.
    ``win``: to win by opening them and then by the solver's moves, without opening any mine,
    however many lives there are.
    """

    cells: tuple[Cell, ...]
    safe: float
    win: float


@dataclass(frozen=True, slots=True)
class GradedMove:
    """A move that opened cells, and what it was worth.

    ``index``: the place of the move in the game's history; ``before``: the game before the move,
    without its history: a review of thousands of moves on a large board is kept as a whole.
    ``made``: what the move opened; ``best``: what the solver would have opened, or the same as
    ``made`` if that was certainly safe.
    ``mines``: the chance of a mine on each cell of ``made``. ``win``: the chance to win with the
    solver's moves before the move, ``after``: after it. Both are exact if ``exact`` and
    ``after_exact``, else estimates; once the game is over ``after`` is 1 or 0.

    ``reason``: why ``best`` is the move to make; None for the first open. ``mine``: why a cell
    that was opened was certain to be a mine; None if none was, and for a chord of which only all
    cells together were certain to hit one. ``undone``: whether it was taken back.
    """

    index: int
    timed: TimedMove
    before: Game
    grade: Grade
    made: Choice
    best: Choice
    mines: tuple[float, ...]
    win: float
    exact: bool
    after: float
    after_exact: bool
    survived: bool
    undone: bool = False
    reason: Reason | GuessReason | None = None
    mine: Reason | None = None

    @property
    def board(self) -> Board:
        """The board before the move, made anew each time."""
        return self.before.board

    @property
    def kept(self) -> float:
        """The share of the chance to win that the choice kept: 1 for the best, 0 for a mine."""
        return self.made.win / self.best.win if self.best.win else 1.0

    @property
    def lost(self) -> float:
        """How much of the chance to win the choice gave away, whatever came of it."""
        return self.best.win - self.made.win

    @property
    def luck(self) -> float:
        """How much the chance to win rose or fell by what the cells turned out to be."""
        return self.after - self.made.win
