"""Fortune: what a game's guesses were worth, to tell skill from luck over many games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.game import Game, Outcome
from core.record import Record
from core.review.appraisal import appraise
from core.review.grade import Grade, GradedMove
from core.review.grading import is_first, opened_by
from core.solver import analyse
from core.solver.joint import all_safe


@dataclass(frozen=True, slots=True)
class Guess:
    """An open that was neither certain to be safe nor certain to hit a mine.

    ``safe``: its chance to be safe; ``win``: the chance to win before it was known, by the choice
    that was made; 0 where no game hung on it.
    """

    safe: float
    win: float
    survived: bool


@dataclass(frozen=True, slots=True)
class Fortune:
    """A finished game's guesses, and what they make of its win or loss.

    ``guesses`` were made, ``survived`` of them were, ``expected`` is the sum of their chances:
    over many games both are equal but for luck. ``chance`` is the product of the chances: how
    likely it was to come as far as to the last guess and past it; 1 without guesses.

    ``won`` is 1 or 0, and ``expected_win`` what is left of it without the luck of the guesses:
    each takes off (survived - safe) times the chance to win once it is survived. What is taken
    off is 0 on average whoever plays, and however good the estimate of that chance is, so over
    many games the mean of ``expected_win`` is the player's true rate of wins with less noise than
    the wins themselves have (advantage sums: Zinkevich et al., AAAI-06; AIVAT: Burch et al.,
    AAAI-18). A single game's may fall outside 0 to 1. The product will not do for this: games lost
    early have met too few of their guesses.
    """

    guesses: int
    survived: int
    expected: float
    chance: float
    won: bool
    expected_win: float

    @property
    def luck(self) -> float:
        """How much of a win was luck: positive for good luck."""
        return self.won - self.expected_win


def fortune(game: Game, moves: Iterable[GradedMove] | None = None) -> Fortune:
    """Return the fortune of a finished game; ``moves`` are its grades if they are known already.

    Moves taken back do not count. While lives are left no game hangs on a guess. ValueError when
    the game is not over.
    """
    if game.outcome is None:
        raise ValueError("only a finished game can be looked back on")
    guesses = list(_guesses(game) if moves is None else _graded_guesses(game, moves))
    chance, luck = 1.0, 0.0
    for guess in guesses:
        chance *= guess.safe
        luck += (guess.survived - guess.safe) * guess.win / guess.safe
    won = game.outcome is Outcome.WON
    return Fortune(
        guesses=len(guesses),
        survived=sum(guess.survived for guess in guesses),
        expected=sum(guess.safe for guess in guesses),
        chance=chance,
        won=won,
        expected_win=won - luck,
    )


def _guesses(game: Game) -> Iterator[Guess]:
    """Return the guesses of ``game``, appraising boards only where it takes one."""
    record = Record.of(game)
    undone = record.undone()
    for index, step in enumerate(record.steps()):
        cells = () if index in undone or is_first(step) else opened_by(step)
        if not cells:
            continue
        board = step.before.board
        safe = all_safe(analyse(board), cells)
        if 0.0 < safe < 1.0:
            is_last = step.before.lives_left == 1
            win = appraise(board).choice(cells).win if is_last else 0.0
            yield Guess(safe, win, not step.played.exploded)


def _graded_guesses(game: Game, moves: Iterable[GradedMove]) -> Iterator[Guess]:
    for move in moves:
        is_guess = move.grade not in {Grade.FIRST, Grade.CERTAIN, Grade.MINE}
        if is_guess and not move.undone:
            lives_left = game.rules.lives - move.board.exploded.count(1)
            yield Guess(move.made.safe, move.made.win * (lives_left == 1), move.survived)
