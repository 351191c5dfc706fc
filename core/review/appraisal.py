"""Appraisal: the chance to win that a board gives, and what moves other than the best give."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Final

from core.board import Board
from core.grid import Cell
from core.review.grade import Choice
from core.solver import Advice, Analysis, advise
from core.solver.advice import position_of
from core.solver.joint import all_safe
from core.solver.kernels.ending import find_ending
from core.solver.kernels.guess import score
from core.solver.policy import DEFAULT

_EVEN: Final = 0.005
"""Guesses whose estimates differ by no more than this share count as equally good."""
_EXACTLY: Final = 1e-9
"""The same for exact chances to win, which differ only by rounding."""


@dataclass(frozen=True)
class Appraisal:
    """What the solver makes of a running game's board; the same on every machine."""

    advice: Advice

    @property
    def analysis(self) -> Analysis:
        """The chances of mines."""
        return self.advice.analysis

    @property
    def win(self) -> float:
        """The chance to win with the solver's moves."""
        return self.advice.win

    @cached_property
    def best(self) -> Choice:
        """The best move."""
        best = self.advice.best
        if best is None:
            raise ValueError("nothing is left to open on this board")
        return Choice((best.cell,), best.safe, self.win)

    def choice(self, cells: tuple[Cell, ...]) -> Choice:
        """Return what opening ``cells`` is worth.

        Exact where the advice knows it, or the game can be searched to its end. Elsewhere it is the
        best move's chance to win, times the ratio of this move to that one: of their scores by the
        look-ahead if guesses were looked into and this is one cell, else of their chances to be
        safe. No move is worth more than the best, nor than its own chance to be safe.
        """
        safe = all_safe(self.analysis, cells)
        if safe in {0.0, 1.0}:
            return Choice(cells, safe, self.win * safe)
        exact = self._exactly(cells)
        told = min(self.win * self._share(cells, safe), safe) if exact is None else exact
        return Choice(cells, safe, told)

    def is_best(self, choice: Choice) -> bool:
        """Tell whether no move is better than ``choice``, as far as can be told."""
        is_exact = self._searchable or choice.cells in self._known
        slack = _EXACTLY if is_exact else _EVEN
        return choice.win >= self.win * (1 - slack)

    @cached_property
    def _searchable(self) -> bool:
        """Whether other moves can be searched to the end too: the book knows only the best one."""
        return self.advice.win_exact and self.analysis.layouts <= DEFAULT.layouts

    @cached_property
    def _known(self) -> dict[tuple[Cell, ...], float]:
        """The exact chances to win that the advice has, each by the cell to open."""
        return {(each.cell,): each.win for each in self.advice.candidates if each.win_exact}

    def _exactly(self, cells: tuple[Cell, ...]) -> float | None:
        """Return the exact chance to win with ``cells``, None if it is too hard to search."""
        known = self._known.get(cells)
        return self._searched(cells) if known is None and self._searchable else known

    def _searched(self, cells: tuple[Cell, ...]) -> float | None:
        """Return the exact chance to win with ``cells``, None if the search gives up.

        It is the share of all layouts that the best play wins once ``cells`` are known to be safe:
        opening them costs nothing then.
        """
        after, tools = position_of(self.analysis.board, cells)
        mines, most, nodes = self.analysis.board.mines, DEFAULT.layouts, DEFAULT.nodes
        ending = find_ending(after, mines, most, nodes, tools.geometry)
        return None if ending.cell < 0 else ending.wins / self.analysis.layouts

    def _share(self, cells: tuple[Cell, ...], safe: float) -> float:
        looked_into = any(each.progress is not None for each in self.advice.candidates)
        if looked_into and len(cells) == 1:
            this, best = self._scores(cells + self.best.cells)
            return min(this / best, 1.0)
        return min(safe / self.best.safe, 1.0)

    def _scores(self, cells: tuple[Cell, ...]) -> list[float]:
        """Return the look-ahead's scores of ``cells``, by what follows each number shown."""
        position, tools = position_of(self.analysis.board)
        mines = self.analysis.board.mines
        return [score(position, cell, mines, DEFAULT, tools, 0.0).win for cell in cells]


def appraise(board: Board) -> Appraisal:
    """Appraise the ``board`` of a running game; InconsistentBoard when no layout fits it."""
    return Appraisal(advise(board, inf))
