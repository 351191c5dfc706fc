"""Flags and moves that did no good."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.game import Game, Step
from core.grid import Cell
from core.move import GiveUp, Undo
from core.record import Record
from core.review.grading import opened_by
from core.solver import Analysis, analyse


@dataclass(frozen=True, slots=True)
class GradedFlag:
    """A flag that was put on ``cell`` by the move ``index`` of the history.

    ``chance``: that of a mine, by what could be known then; 0 for a flag that was provably wrong,
    1 for one that was provably right. ``is_mine``: whether it was right in the end.
    """

    index: int
    cell: Cell
    chance: float
    is_mine: bool

    @property
    def provably_wrong(self) -> bool:
        """Whether the numbers said that it was wrong."""
        return self.chance == 0.0


def graded_flags(game: Game) -> tuple[GradedFlag, ...]:
    """Return every flag of a finished game, those that were taken off or back among them."""
    mines = _mines(game)
    return tuple(
        GradedFlag(index, cell, float(analysis.probabilities[cell]), bool(mines[cell]))
        for index, analysis, cells in _flaggings(game)
        for cell in cells
    )


def _flaggings(game: Game) -> Iterator[tuple[int, Analysis, tuple[Cell, ...]]]:
    """Return each move that put flags: its index, what could be known, and the cells."""
    known: tuple[bytes, bytes] | None = None
    analysis: Analysis
    for index, step in enumerate(Record.of(game).steps()):
        if step.played.flagged:
            seen = (step.before.opened, step.before.exploded)
            if seen != known:
                known, analysis = seen, analyse(step.before.board)
            yield index, analysis, step.played.flagged


def _mines(game: Game) -> bytes:
    """Return where the mines were; ValueError when ``game`` is not over."""
    if game.outcome is None:
        raise ValueError("only a finished game can be looked back on")
    board = game.board
    return bytes(a | b for a, b in zip(board.shown, board.exploded, strict=True))


def wasted_moves(game: Game) -> tuple[int, ...]:
    """Return the indices of the moves of a finished game that got it no further.

    These are the moves that were taken back, and those that opened nothing and flagged no mine
    for the first time, unless they hit a mine or gave the game up.
    """
    mines = _mines(game)
    record, flagged = Record.of(game), set[Cell]()
    undone = record.undone()
    return tuple(
        index
        for index, step in enumerate(record.steps())
        if not isinstance(step.timed.move, Undo | GiveUp)
        and (index in undone or not _helps(step, mines, flagged))
    )


def _helps(step: Step, mines: bytes, flagged: set[Cell]) -> bool:
    new = {cell for cell in step.played.flagged if mines[cell]} - flagged
    flagged |= new
    return bool(new or opened_by(step))
