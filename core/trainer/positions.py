"""Positions as they come up in play, on boards small enough to be taken in at a glance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from random import Random
from types import MappingProxyType
from typing import Final

import numpy as np

from core.board import Board
from core.game import Game, Played
from core.generate import uniform
from core.grid import Cell
from core.move import Open
from core.rules import Rules
from core.solver import Analysis, analyse
from core.solver.geometry import geometry_of, view_of
from core.solver.kernels.closure import close_all
from core.solver.kernels.compiled import MINE, SAFE
from core.trainer.drill import Drill

SIDES: Final = (6, 8)
"""The fewest and the most rows, and columns."""
DENSITY: Final = (0.18, 0.26)
"""The share of mines: fewer leave little to deduce, more mean guesses."""
_LONG: Final = MappingProxyType({Drill.ONE_TWO_ONE: "121", Drill.ONE_TWO_TWO_ONE: "1221"})


@dataclass(frozen=True, slots=True)
class Position:
    """A board in the middle of a game.

    ``singly_safe`` and ``single_mines`` are the certain cells that follow from single numbers, one
    number after another; ``analysis`` has all certain cells.
    """

    analysis: Analysis
    singly_safe: tuple[Cell, ...]
    single_mines: tuple[Cell, ...]

    @classmethod
    def of(cls, board: Board) -> Position:
        """Return the position of ``board``."""
        view, size = view_of(board), len(board.grid)
        near = geometry_of(board.grid.rows, board.grid.cols).near
        close_all(view, near, np.empty(size, np.int32), np.zeros(size, np.int8))
        safe, mines = (tuple(np.flatnonzero(view == mark).tolist()) for mark in (SAFE, MINE))
        return cls(analyse(board), safe, mines)

    @property
    def board(self) -> Board:
        """The board, without flags."""
        return self.analysis.board

    def may_show(self, drill: Drill) -> bool:
        """Tell whether the board may be an example of ``drill``, found without a deduction.

        The numbers of a 1-2-1 or 1-2-2-1 have to stand in a line; any board may be one of the rest.
        """
        numbers = _LONG.get(drill)
        if numbers is None:
            return True
        _, *rows = str(self.board).split()
        return any(numbers in line for line in chain(rows, map("".join, zip(*rows, strict=True))))


def positions(rng: Random) -> Iterator[Position]:
    """Yield positions without end, from games that are played until a guess is due.

    Cells that single numbers prove safe are opened first; only when there are none, all others
    that are certainly safe.
    """
    while True:
        game = _opened(rng)
        while not game.outcome:
            position = Position.of(game.board)
            yield position
            safe = position.singly_safe or position.analysis.safe
            if not safe:
                break
            for cell in safe:
                game = _open(game, cell, rng)


def _opened(rng: Random) -> Game:
    """Return a game after its first open."""
    rows, cols = rng.randint(*SIDES), rng.randint(*SIDES)
    rules = Rules(rows, cols, round(rows * cols * rng.uniform(*DENSITY)))
    return _open(Game.new(rules), rng.randrange(rows * cols), rng)


def _open(game: Game, cell: Cell, rng: Random) -> Game:
    played = game.play(Open(cell), partial(uniform, rng=rng))
    return played.game if isinstance(played, Played) else game
