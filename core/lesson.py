"""The first lesson: a scripted 5x5 game that meets an opening, a flag, a chord and a typed cell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from core.board import Board
from core.grid import Cell
from core.minefield import Minefield
from core.rules import Rules

_ROWS: Final = (
    "01110",
    "01*10",
    "01110",
    "11000",
    "*1000",
)

RULES: Final = Rules(len(_ROWS), len(_ROWS[0]), "".join(_ROWS).count("*"), lives=3, undo=True)
"""More lives than mines: whatever is opened, the lesson goes on."""

_LAYOUT: Final = Minefield.of(
    RULES.grid, [cell for cell, mark in enumerate("".join(_ROWS)) if mark == "*"]
)
FIRST: Final = RULES.grid.cell(3, 3)
"""The cell that is to be opened first."""
_OPENING: Final = _LAYOUT.opening(FIRST, bytearray(b"\1" * len(RULES.grid)))
_POINTER: Final = RULES.grid.cell(2, 3)
"""The number whose only closed neighbour is ``_FORCED``."""
_FORCED: Final = RULES.grid.cell(1, 2)
_CHORD: Final = RULES.grid.cell(2, 1)
"""The number that has all its mines once ``_FORCED`` is flagged."""


class Goal(StrEnum):
    """What the lesson asks for, in this order; UNFLAG only after a mistake."""

    UNFLAG = "unflag"
    OPEN = "open"
    FLAG = "flag"
    CHORD = "chord"
    TYPE = "type"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class LessonStep:
    """The goal that is not met yet.

    ``cells`` are to be highlighted: the wrong flags, the cell to open first, the mine, what the
    chord opens, or the cell to type. ``clue`` is the number that shows why, or that is chorded.
    """

    goal: Goal
    cells: tuple[Cell, ...] = ()
    clue: Cell | None = None


def lesson_layout(_rules: Rules, _first: Cell) -> Minefield:
    """Return the lesson's layout, whichever cell is opened first (a ``Draw``)."""
    return _LAYOUT


def lesson_step(board: Board) -> LessonStep:
    """Return the step that a ``board`` of the lesson is at, however it was played so far.

    Every goal is judged by the board alone, so moves out of order, mistakes and undo lead to a
    step that can be taken; taking each ends in DONE.
    """
    mistakes = [cell for cell in RULES.grid.cells() if board.flagged[cell] and not _is_mine(cell)]
    closed = _closed(board, _OPENING)
    if mistakes:
        return LessonStep(Goal.UNFLAG, tuple(mistakes))
    if closed:
        return LessonStep(Goal.OPEN, (closed[0],))
    return _after_opening(board)


def _after_opening(board: Board) -> LessonStep:
    if not board.safe_left:
        return LessonStep(Goal.DONE)
    if board.is_closed(_FORCED) and not board.flagged[_FORCED]:
        return LessonStep(Goal.FLAG, (_FORCED,), _POINTER)
    if chorded := _closed(board, RULES.grid.neighbours(_CHORD)):
        return LessonStep(Goal.CHORD, tuple(chorded), _CHORD)
    cell = _closed(board, RULES.grid.cells())[0]
    return LessonStep(Goal.TYPE, (cell,), _satisfied(board, cell))


def _is_mine(cell: Cell) -> bool:
    return bool(_LAYOUT.mines[cell])


def _closed(board: Board, cells: Iterable[Cell]) -> list[Cell]:
    """Return the ``cells`` that still are to be opened."""
    return [cell for cell in cells if board.is_closed(cell) and not _is_mine(cell)]


def _satisfied(board: Board, cell: Cell) -> Cell:
    """Return a number beside ``cell`` that has all its mines; of several the highest."""
    around = RULES.grid.neighbours(cell)
    full = [n for n in around if board.claimed_around(n) == board.number(n)]
    return max(full, key=lambda n: board.numbers[n])
