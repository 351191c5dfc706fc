"""The review of a game as a whole: accuracy, luck, the turning point."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Final

from msgspec.structs import replace

from core.game import Game, Outcome, Played, drawn_before
from core.move import Open
from core.review.accuracy import accuracy
from core.review.flags import WrongFlag, wrong_flags
from core.review.fortune import Fortune, chances_met, fortune
from core.review.grade import Grade, GradedMove
from core.solver import advise

_CLEAR: Final = 0.01
"""A choice that gave away no more than this of the chance to win did not turn the game."""


class Cause(StrEnum):
    """What turned a game: its player's choice, or what a guess turned out to be."""

    CHOICE = "choice"
    LUCK = "luck"


@dataclass(frozen=True, slots=True)
class Turning:
    """The move that decided a game.

    ``change``: by how much the chance to win fell (negative) or rose by the choice or the luck.
    ``solver_won``: whether the solver, moving in the player's place from the board before, would
    have won on the mines as they were; its chance of that is ``move.win``.
    """

    move: GradedMove
    cause: Cause
    change: float
    solver_won: bool


@dataclass(frozen=True, slots=True)
class Review:
    """A finished game looked back on; ``moves`` are those that opened cells.

    ``accuracy``: as ``accuracy()`` returns it; None without a choice. ``turning`` is None where
    nothing but certain moves was played.
    """

    outcome: Outcome
    moves: tuple[GradedMove, ...]
    accuracy: float | None
    fortune: Fortune
    wrong_flags: tuple[WrongFlag, ...]
    turning: Turning | None

    @property
    def curve(self) -> tuple[float, ...]:
        """The chance to win after each move that stands, from the first open on, for a plot."""
        return tuple(move.after for move in self.moves if not move.undone)


def review_in_pieces(game: Game, moves: Iterable[GradedMove]) -> Generator[None, None, Review]:
    """Review a finished ``game`` by its graded ``moves``; yield after each piece of the work.

    If ``moves`` are only the first few, the review is of these. ValueError when ``game`` is not
    over. A piece is a wrong flag, or a move of the solver in the player's place: on a large board
    there may be hundreds, each of which may take a third of a second.
    """
    if game.outcome is None:
        raise ValueError("only a finished game can be looked back on")
    moves, flags = tuple(moves), list[WrongFlag]()
    for flag in wrong_flags(game):
        flags.append(flag)
        yield
    turning = yield from _turning(moves)
    return Review(
        outcome=game.outcome,
        moves=moves,
        accuracy=accuracy(moves),
        fortune=fortune(game, chances_met(moves)),
        wrong_flags=tuple(flags),
        turning=turning,
    )


def _turning(moves: Iterable[GradedMove]) -> Generator[None, None, Turning | None]:
    """Return the choice that gave away the most; if that is too little, the guess of most luck.

    Luck may be good or bad. None if there was no guess either. Yields after each move of the
    solver.
    """
    standing = [move for move in moves if not move.undone and move.grade is not Grade.FIRST]
    move = max(standing, key=lambda move: move.lost, default=None)
    if move is not None and move.lost > _CLEAR:
        cause, change = Cause.CHOICE, -move.lost
    else:
        guesses = [move for move in standing if move.grade is not Grade.CERTAIN]
        move = max(guesses, key=lambda move: abs(move.luck), default=None)
        if move is None:
            return None
        cause, change = Cause.LUCK, move.luck
    return Turning(move, cause, change, (yield from _solver_wins(move.before)))


def _solver_wins(before: Game) -> Generator[None, None, bool]:
    """Return whether the solver wins from ``before`` without opening a mine."""
    game = replace(before, flagged=bytes(len(before.flagged)))
    while game.outcome is None and game.exploded == before.exploded:
        game = _solver_plays(game)
        yield
    return game.outcome is Outcome.WON


def _solver_plays(game: Game) -> Game:
    """Return ``game`` after the solver opened all certain cells, or its best guess."""
    advice = advise(game.board, inf)
    for cell in advice.analysis.safe or (advice.candidates[0].cell,):
        played = game.play(Open(cell), drawn_before)
        # An earlier cell of these may have opened this one too, or won the game.
        game = played.game if isinstance(played, Played) else game
    return game
