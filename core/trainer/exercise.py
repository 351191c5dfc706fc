"""Exercises: a position, a question, the answer and the reason that teaches it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

from msgspec.structs import replace

from core.board import Board
from core.grid import Cell
from core.layers import with_cells
from core.solver.explain import cost, explain
from core.solver.reason import Conclusion, Reason
from core.trainer.drill import RANKS, Drill, drill_of, rank_of
from core.trainer.positions import Position, positions
from core.trainer.rare import rare_positions

ASKED: Final = {
    drill: (Conclusion.SAFE,)
    if drill in {Drill.ONE_ONE, Drill.ONE_TWO_ONE, Drill.ONE_TWO_TWO_ONE}
    else tuple(Conclusion)
    for drill in Drill
}
"""What exercises of each drill can ask for: by their rules some patterns never show a mine."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """Find a safe cell, or a mine, on ``board``; any cell of ``answer`` is right.

    ``answer``: all unflagged cells that are certainly what is ``asked`` for. ``reason``: a
    deduction of the kind ``drill`` that decides some of them; none of them follows from anything
    simpler. The flags on the board are right: they stand on the mines that the reason takes as
    known, and if mines are asked for, on those that single numbers give.
    """

    board: Board
    drill: Drill
    asked: Conclusion
    answer: tuple[Cell, ...]
    reason: Reason


def exercise(drill: Drill, rng: Random, asked: Conclusion | None = None) -> Exercise:
    """Return an exercise of ``drill``, on at most 8x8 cells; the same for equal ``rng``.

    What it asks for is drawn by ``rng`` unless ``asked`` says. ValueError if the drill has no such
    question.
    """
    if asked is None:
        asked = rng.choice(ASKED[drill])
    if asked not in ASKED[drill]:
        raise ValueError(f"{drill} never tells of a {asked.value}")
    source = rare_positions(drill, asked, rng) or positions(rng)
    return next(found for position in source if (found := _exercise(position, drill, asked)))


def _exercise(position: Position, drill: Drill, asked: Conclusion) -> Exercise | None:
    """Return the exercise that ``position`` makes, None if it makes none."""
    is_mine = asked is Conclusion.MINE
    is_single = drill is Drill.SINGLE
    if (position.singly_safe and not is_single) or not position.may_show(drill):
        return None
    flagged = position.single_mines if is_mine and not is_single else ()
    certain = position.analysis.mines if is_mine else position.analysis.safe
    answer = tuple(cell for cell in certain if cell not in flagged)
    reason = _lesson(position.board, answer, drill, is_mine=is_mine)
    if reason is None:
        return None
    known = set(reason.steps[-1].mines).intersection(position.single_mines)
    flags = with_cells(position.board.flagged, (*flagged, *known))
    return Exercise(replace(position.board, flagged=flags), drill, asked, answer, reason)


def _lesson(board: Board, answer: Iterable[Cell], drill: Drill, *, is_mine: bool) -> Reason | None:
    """Return the easiest reason of ``drill`` for the cells of ``answer``.

    None if there is none, or if the reason of any of them is simpler than that or not minimal.
    """
    found: list[Reason] = []
    for cell in answer:
        reason = explain(board, cell, is_mine=is_mine)
        if rank_of(reason) < RANKS[drill] or not reason.minimal:
            return None
        if drill_of(reason) is drill:
            found.append(reason)
    return min(found, key=cost, default=None)
