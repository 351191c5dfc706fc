"""Finished games looked back on at once, and their fortune told without their grades."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from core.board import Board
from core.game import Game, Step
from core.grid import Cell
from core.history import undone
from core.record import steps
from core.review import Chance, Fortune, GradedMove, Review, graded_moves, review_in_pieces
from core.review import fortune as fortune_of
from core.review.appraisal import appraise
from core.review.grading import is_first, opened_by
from core.solver import analyse
from core.solver.joint import all_safe
from tests.core.review.finished import counted, layouts_of


def review(game: Game, moves: Iterable[GradedMove] | None = None) -> Review:
    """Return the review of ``game``; ``moves``: its graded moves, if they are known already."""
    pieces = review_in_pieces(game, graded_moves(game) if moves is None else moves)
    while True:
        try:
            next(pieces)
        except StopIteration as end:
            made: Review = end.value
            return made


def fortune(game: Game) -> Fortune:
    """Return the fortune of ``game`` by the chances of its opens alone."""
    return fortune_of(game, chances_met(game))


def chances_met(game: Game) -> Iterator[Chance]:
    """Return the chances of all opens of ``game`` but the first and those taken back."""
    back = undone(game.history)
    for index, step in enumerate(steps(game)):
        cells = () if index in back or is_first(step) else opened_by(step)
        if cells:
            yield _chance(step, cells)


def _chance(step: Step, cells: tuple[Cell, ...]) -> Chance:
    board = step.before.board
    safe = _safe(board, cells)
    hangs = 0.0 < safe < 1.0 and step.before.lives_left == 1
    win = appraise(board).choice(cells).win if hangs else 0.0
    return Chance(safe, win, not step.played.exploded)


def _safe(board: Board, cells: tuple[Cell, ...]) -> float:
    """Return the chance that ``cells`` are safe, by brute force where ``board`` is small."""
    if not counted(board):
        return all_safe(analyse(board), cells)
    layouts = layouts_of(board)
    return sum(mines.isdisjoint(cells) for mines in layouts) / len(layouts)
