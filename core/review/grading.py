"""The moves of a finished game graded one by one, so that a caller can show, pause and stop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec import structs

from core.board import Board
from core.game import Game, Outcome, Step
from core.grid import Cell
from core.history import History, undone
from core.move import Chord, Open
from core.record import steps
from core.review.appraisal import Appraisal, appraise
from core.review.grade import Choice, Grade, GradedMove
from core.solver.explain import easiest, explain
from core.solver.guess import guess_reason


def graded_moves(game: Game) -> Iterator[GradedMove]:
    """Return the grades of all moves that opened cells, each worked out when it is asked for.

    Grades are bounded by work, not time, so the same game always gets the same ones. They have no
    reasons: see ``explained``. A mine that was opened and taken back is graded by its board alone,
    not by what its player learned. ValueError when ``game`` is not over.
    """
    if game.outcome is None:
        raise ValueError("only a finished game can be looked back on")
    return _graded_moves(game)


def _graded_moves(game: Game) -> Iterator[GradedMove]:
    known, taken_back = _Known(), undone(game.history)
    for index, step in enumerate(steps(game)):
        if cells := opened_by(step):
            yield _graded(index, step, cells, known, undone=index in taken_back)


def explained(graded: GradedMove) -> GradedMove:
    """Return a ``graded`` move with its reasons, which take three times as long as its grade."""
    if graded.grade is Grade.FIRST:
        return graded
    board, made = graded.board, graded.made
    if graded.grade is Grade.CERTAIN:
        return replace(graded, reason=explain(board, made.cells[0], is_mine=False))
    mines = [cell for cell, mine in zip(made.cells, graded.mines, strict=True) if mine == 1.0]
    graded = replace(graded, mine=easiest(board, (), mines))
    advice = appraise(board).advice
    if safe := easiest(board, advice.analysis.safe, ()):
        return replace(graded, reason=safe, best=replace(graded.best, cells=safe.cells[:1]))
    return replace(graded, reason=guess_reason(advice))


def opened_by(step: Step) -> tuple[Cell, ...]:
    """Return the cells that the move of ``step`` asked to open, none if it was another move."""
    move, board = step.timed.move, step.before.board
    if isinstance(move, Open):
        return (move.cell,)
    if isinstance(move, Chord):
        return tuple(cell for cell in board.closed_around(move.cell) if not board.flagged[cell])
    return ()


def is_first(step: Step) -> bool:
    """Tell whether the open of ``step`` is the first, whose safety the rules promise."""
    return step.before.started_at is None


class _Known:
    """Keeps the appraisal of the newest board: the board after a move is that before the next."""

    def __init__(self) -> None:
        self._key: tuple[bytes, bytes] | None = None
        self._appraisal: Appraisal | None = None

    def of(self, board: Board) -> Appraisal:
        """Return the appraisal of ``board``; flags make no difference to it."""
        key = (board.opened, board.exploded)
        if self._appraisal is None or self._key != key:
            self._key, self._appraisal = key, appraise(board)
        return self._appraisal


def _graded(
    index: int, step: Step, cells: tuple[Cell, ...], known: _Known, *, undone: bool
) -> GradedMove:
    # The board before is appraised before that after it: ``known`` keeps the newest.
    appraisal = None if is_first(step) else known.of(step.before.board)
    after, after_exact = _after(step.played.game, known)
    if appraisal is None:
        grade, win, exact = Grade.FIRST, after, after_exact
        made = best = Choice(cells, 1.0, after)
        mines: tuple[float, ...] = (0.0,)
    else:
        made = appraisal.choice(cells)
        grade = _grade(appraisal, made)
        best = made if grade is Grade.CERTAIN else appraisal.best
        mines = tuple(float(appraisal.analysis.probabilities[cell]) for cell in cells)
        win, exact = appraisal.win, appraisal.advice.win_exact
    return GradedMove(
        index=index,
        timed=step.timed,
        before=structs.replace(step.before, history=History()),
        grade=grade,
        made=made,
        best=best,
        mines=mines,
        win=win,
        exact=exact,
        after=after,
        after_exact=after_exact,
        survived=not step.played.exploded,
        undone=undone,
    )


def _after(game: Game, known: _Known) -> tuple[float, bool]:
    """Return the chance to win after a move, and whether it is exact."""
    if game.outcome:
        return float(game.outcome is Outcome.WON), True
    appraisal = known.of(game.board)
    return appraisal.win, appraisal.advice.win_exact


def _grade(appraisal: Appraisal, made: Choice) -> Grade:
    if made.safe in {0.0, 1.0}:
        return Grade.CERTAIN if made.safe else Grade.MINE
    if appraisal.analysis.safe:
        return Grade.SAFE_LEFT
    return Grade.BEST_GUESS if appraisal.is_best(made) else Grade.WORSE_GUESS
