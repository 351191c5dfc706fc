"""Fortune: how a game's guesses came out, and what was to be expected: skill told from luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from core.game import Game, Outcome
from core.review.grade import GradedMove


@dataclass(frozen=True, slots=True)
class Chance:
    """An open, which is no guess if it was certain to be safe, as the first is, or to hit a mine.

    ``safe``: its chance to be safe; ``win``: the chance to win by it before its outcome was known,
    0 where a mine costs a life but not the game; ``survived``: whether it hit no mine.
    """

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


def fortune(game: Game, chances: Iterable[Chance]) -> Fortune:
    """Return the fortune of a finished ``game`` that met ``chances``."""
    guesses = [chance for chance in chances if chance.is_guess]
    luck = sum((guess.survived - guess.safe) * guess.win / guess.safe for guess in guesses)
    won = game.outcome is Outcome.WON
    return Fortune(
        guesses=len(guesses),
        survived=sum(guess.survived for guess in guesses),
        expected=sum(guess.safe for guess in guesses),
        won=won,
        expected_win=won - luck,
    )


def chances_met(moves: Iterable[GradedMove]) -> Iterator[Chance]:
    """Return the chances of the graded ``moves`` of a game, those taken back left out."""
    for move in moves:
        if not move.undone:
            is_last_life = move.before.lives_left == 1
            yield Chance(move.made.safe, move.made.win * is_last_life, move.survived)
