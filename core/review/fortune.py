"""Fortune: how a game's guesses came out, and what was to be expected: skill told from luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.game import Game, Outcome, Step
from core.grid import Cell
from core.record import Record
from core.review.appraisal import appraise
from core.review.grade import Grade, GradedMove
from core.review.grading import is_first, opened_by
from core.solver import analyse
from core.solver.joint import all_safe


@dataclass(frozen=True, slots=True)
class Chance:
    """An open after the first, which is no guess if it was certain to be safe or to hit a mine.

    ``by``: who made it; ``safe``: its chance to be safe; ``win``: if it is a guess that could end
    the game, the chance to win by it before its outcome was known, else 0; ``survived``: whether it
    hit no mine.
    """

    by: int
    safe: float
    win: float
    survived: bool

    @property
    def is_guess(self) -> bool:
        """Whether it could go either way."""
        return 0.0 < self.safe < 1.0


@dataclass(frozen=True, slots=True)
class Fortune:
    """A finished game's guesses, and what they make of its win or loss.

    Of ``guesses`` that were made ``survived`` hit no mine; ``expected`` is the sum of their chances
    to do so: over many games the two are equal but for luck.

    ``won`` is 1 or 0, and ``expected_win`` what is left of it without the luck of the guesses:
    each takes off (survived - safe) times the chance to win once it is survived. What is taken
    off is 0 on average whoever plays, and however good the estimate of that chance is, so over
    many games the mean of ``expected_win`` is the player's true rate of wins with less noise than
    the wins themselves have (advantage sums: Zinkevich et al., AAAI-06; AIVAT: Burch et al.,
    AAAI-18). A single game's may fall outside 0 to 1. The product of the chances will not do for
    this: games lost early have met too few of their guesses.
    """

    guesses: int
    survived: int
    expected: float
    won: bool
    expected_win: float


def fortune(game: Game, chances: Iterable[Chance] | None = None) -> Fortune:
    """Return the fortune of a finished game; ``chances``: those that it met, if known already.

    If ``chances`` are those of one player among several, it is the fortune of that player.
    ValueError when the game is not over.
    """
    if game.outcome is None:
        raise ValueError("only a finished game can be looked back on")
    met = chances_met(game) if chances is None else chances
    guesses = [chance for chance in met if chance.is_guess]
    luck = sum((guess.survived - guess.safe) * guess.win / guess.safe for guess in guesses)
    won = game.outcome is Outcome.WON
    return Fortune(
        guesses=len(guesses),
        survived=sum(guess.survived for guess in guesses),
        expected=sum(guess.safe for guess in guesses),
        won=won,
        expected_win=won - luck,
    )


def chances_met(game: Game) -> Iterator[Chance]:
    """Return the chances of all opens of a finished ``game``, each worked out when asked for.

    The first open and those that were taken back are left out.
    """
    record = Record.of(game)
    undone = record.undone()
    for index, step in enumerate(record.steps()):
        cells = () if index in undone or is_first(step) else opened_by(step)
        if cells:
            yield _chance(step, cells)


def _chance(step: Step, cells: tuple[Cell, ...]) -> Chance:
    board = step.before.board
    safe = all_safe(analyse(board), cells)
    hangs = 0.0 < safe < 1.0 and step.before.lives_left == 1
    win = appraise(board).choice(cells).win if hangs else 0.0
    return Chance(step.timed.by, safe, win, not step.played.exploded)


def graded_chances(game: Game, moves: Iterable[GradedMove]) -> Iterator[Chance]:
    """Return what ``chances_met`` does, but take it from the graded ``moves`` of ``game``."""
    for move in moves:
        if not move.undone and move.grade is not Grade.FIRST:
            hangs = game.rules.lives - move.board.exploded.count(1) == 1
            yield Chance(move.timed.by, move.made.safe, move.made.win * hangs, move.survived)
