"""The proof that a layout needs no guess: a sequence of deductions, as data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from core.board import Board
from core.grid import Cell
from core.layers import inverse, where
from core.minefield import Minefield
from core.solver.analysis import Analysis, analyse
from core.solver.explain import cost, easiest, explain
from core.solver.reason import Conclusion, Reason


@dataclass(frozen=True, slots=True)
class Deduced:
    """A step of a proof.

    ``reason`` shows its cells to be safe or to be mines, given the mines shown by the steps before.
    ``opened``: what opening its cells opens, if they are safe.
    """

    reason: Reason
    opened: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """The cells ``opened`` by the ``first`` open, then ``steps`` up to the last safe cell."""

    first: Cell
    opened: tuple[Cell, ...]
    steps: tuple[Deduced, ...]


def prove(minefield: Minefield, first: Cell) -> Proof | None:
    """Return a proof that logic solves ``minefield`` from ``first``, None if it does not.

    Each step is the easiest there is. ValueError if ``first`` is a mine.
    """
    if minefield.mines[first]:
        raise ValueError("the first cell is a mine")
    walk = _Walk(minefield)
    opened = walk.open([first])
    steps: list[Deduced] = []
    while walk.board.safe_left:
        reason = _next_reason(walk.board)
        if reason is None:
            return None
        steps.append(Deduced(reason, walk.follow(reason)))
    return Proof(first, opened, tuple(steps))


def _next_reason(board: Board) -> Reason | None:
    """Return the easiest reason, for safe cells rather than for mines; None where logic is stuck.

    Mines are worth a step only if safe cells follow in the end.
    """
    analysis = analyse(board)
    if not analysis.safe:
        return None
    return _by_one_number(board, analysis) or _by_more(board, analysis)


def _by_one_number(board: Board, analysis: Analysis) -> Reason | None:
    """Return a reason of one number, as most steps have; it is found without comparing others."""
    around = board.grid.neighbours
    for cell in analysis.safe:
        if any(board.number(clue) == board.claimed_around(clue) for clue in around(cell)):
            return explain(board, cell, is_mine=False)
    for cell in analysis.mines:
        if any(map(board.forced_mines, around(cell))):
            return explain(board, cell, is_mine=True)
    return None


def _by_more(board: Board, analysis: Analysis) -> Reason:
    safe = easiest(board, analysis.safe, ())
    mines = easiest(board, (), analysis.mines)
    return min((reason for reason in (safe, mines) if reason), key=cost)


class _Walk:
    """A minefield as it is opened."""

    def __init__(self, minefield: Minefield) -> None:
        self._minefield = minefield
        self._mines = bytearray(len(minefield.grid))
        self._closed = bytearray(b"\1" * len(minefield.grid))

    def follow(self, reason: Reason) -> tuple[Cell, ...]:
        """Open the cells of ``reason``, or note them as mines; return all that opens."""
        if reason.conclusion is Conclusion.SAFE:
            return self.open(reason.cells)
        for cell in reason.cells:
            self._mines[cell] = 1
        return ()

    def open(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Open ``cells``; return all that opens, in order of opening."""
        opened: list[Cell] = []
        for cell in cells:
            if self._closed[cell]:
                opened += self._minefield.opening(cell, self._closed)
        return tuple(opened)

    @property
    def board(self) -> Board:
        """What a player knows; a mine that a step has shown is marked as exploded, so as known."""
        opened = inverse(bytes(self._closed))
        minefield = self._minefield
        numbers = where(minefield.numbers, opened)
        mines = bytes(self._mines)
        count = minefield.mines.count(1)
        return Board(minefield.grid, count, opened, numbers, exploded=mines)
