"""Expected wins and survived guesses in many games of the solver, compared with the actual ones.

``python -m tests.soak.fortune --games 100000`` plays beginner games (9x9 with 10 mines), of which
some guesses are not the best ones, and prints by how many standard errors chance and outcome
differ; it exits with 1 if that is more than four.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from core.game import Game, Played
from core.generate import uniform
from core.grid import Cell
from core.move import Open
from core.review import Fortune
from core.rules import LEVELS, Rules
from core.solver import Analysis, analyse
from tests.core.review.looked_back import fortune

MOST_ERRORS: Final = 4.0
_CARELESS: Final = 0.2
"""The share of guesses that are made anywhere: the sums must be right for bad players too."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What was expected of games and what happened, in sums, and how far these differ.

    ``guess_errors``: survived minus expected guesses, ``win_errors``: wins minus expected wins,
    each in standard errors; ``noise``: the standard error of the expected wins as a share of that
    of the wins.
    """

    games: int
    wins: int
    expected_wins: float
    guesses: int
    survived: int
    expected: float
    guess_errors: float
    win_errors: float
    noise: float

    @property
    def good(self) -> bool:
        """Whether chance and outcome agree."""
        return max(abs(self.guess_errors), abs(self.win_errors)) <= MOST_ERRORS


def run(rules: Rules, games: int, seed: int) -> Agreement:
    """Play ``games`` and compare."""
    rng = Random(seed)
    return agreement([fortune(played(rules, rng)) for _ in range(games)])


def agreement(fortunes: list[Fortune]) -> Agreement:
    """Compare what the ``fortunes`` expect with what came of them."""
    won = np.array([one.won for one in fortunes], float)
    expected_win = np.array([one.expected_win for one in fortunes])
    luck = np.array([one.survived - one.expected for one in fortunes])
    return Agreement(
        games=len(fortunes),
        wins=int(won.sum()),
        expected_wins=float(expected_win.sum()),
        guesses=sum(one.guesses for one in fortunes),
        survived=sum(one.survived for one in fortunes),
        expected=sum(one.expected for one in fortunes),
        guess_errors=_errors(luck),
        win_errors=_errors(won - expected_win),
        noise=_share(expected_win.std(), won.std()),
    )


def _errors(differences: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """Return the sum of ``differences``, 0 on average, in its standard errors."""
    return _share(differences.sum(), np.sqrt((differences**2).sum()))


def _share(part: float, whole: float) -> float:
    """Return ``part`` as a share of ``whole``; nothing is no share of nothing."""
    return float(part / whole) if whole else math.inf if part else 0.0


def played(rules: Rules, rng: Random) -> Game:
    """Play a game to its end from a random cell, all certain cells first."""
    game, cells = Game.new(rules), [rng.randrange(len(rules.grid))]
    while not game.outcome:
        for cell in cells:
            after = game.play(Open(cell), lambda rules, first: uniform(rules, first, rng))
            game = after.game if isinstance(after, Played) else game
        if not game.outcome:
            cells = choice(analyse(game.board), rng)
    return game


def choice(analysis: Analysis, rng: Random) -> list[Cell]:
    """Return the certain cells, else the safest one, or now and then one that may be safe."""
    if analysis.safe:
        return list(analysis.safe)
    chances = analysis.probabilities
    if rng.random() < _CARELESS:
        return [rng.choice(np.flatnonzero(chances < 1).tolist())]
    return [int(np.nanargmin(chances))]


def main() -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--level", choices=sorted(LEVELS), default="beginner")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    began = time.monotonic()
    rules = LEVELS[arguments.level].rules(Random(arguments.seed))
    outcome = run(rules, arguments.games, arguments.seed)
    print(f"{time.monotonic() - began:.0f} s: {outcome}")
    return 0 if outcome.good else 1


if __name__ == "__main__":
    sys.exit(main())
