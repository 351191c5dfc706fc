"""What is left to be gained by a better choice of guesses, as far as playing on can tell.

``python -m tests.benchmarks.rollouts --games 400`` plays games by ``--policy``. At its
guesses (endgames left out, which are exact) the best cells by its own score are played on, from
layouts drawn from the position, the same for every cell, the luck taken away
(``tests.benchmarks.paired``). Some of the layouts choose a cell, the others judge it against the
policy's: by what was played on alone, and by that weighed with the score, as a normal prior whose
slope and spread are fitted to all positions. It prints what either would gain. With ``--least`` and
``--most`` it looks only at guesses with so many layouts left.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import log
from typing import Final, NamedTuple

import numpy as np

from core.cli.board import add_board, first_cell, rules_of
from core.cli.layouts import Series, drawn
from core.rules import FirstOpen
from core.solver.kernels.choice import choose_guess, search_end
from core.solver.kernels.compiled import Floats, Ints
from core.solver.kernels.guess import Policy
from core.solver.kernels.position import Position, Tools, read_position
from core.solver.kernels.table import GOING, deal, play_on
from core.solver.policy import POLICIES
from core.solver.workspace import tools_of
from tests.benchmarks.playing_on import Player, play_cells, seed_draws
from tests.core.solver.ranking import rank

_SHARES: Final = (0.2, 0.5, 0.8)
"""Shares of the layouts that choose; the rest judges."""
_SPLITS: Final = 40


class Guess(NamedTuple):
    """One guess, by the cells that were played on, the policy's own first.

    Their ``score`` (cells,), and what came of them: ``ends`` (cells, layouts).
    """

    score: Floats
    ends: Floats


def best_cells(
    position: Position, mines: int, policy: Policy, tools: Tools, most: int
) -> tuple[Ints, Floats]:
    """Return the ``most`` best cells by the policy's score, its own first, with the scores."""
    ranked = rank(position, mines, policy, tools)
    cells, found = np.array([*ranked], np.int32), np.array([*ranked.values()])
    # Of equals the policy takes the first.
    best = np.argsort(-found, kind="stable")[:most]
    return cells[best], found[best]


def guesses(series: Series, given: argparse.Namespace) -> Iterator[Guess]:
    """Yield each guess that is looked at."""
    tools, mines = tools_of(series.rules.grid), series.rules.mines
    policy = POLICIES[given.policy]
    seed_draws(given.seed)
    for layout in (each for layouts in drawn(series, given.seed) for each in layouts):
        table = deal(layout, tools.geometry.near)
        status = play_on(table, series.start, mines, tools)
        while status == GOING:
            position = read_position(table.marks, mines, tools)
            likely = log(given.least) < position.solved.log_total < log(given.most)
            if likely and search_end(position, mines, policy, tools).cell < 0:
                cells, scores = best_cells(position, mines, policy, tools, given.cells)
                ends = np.zeros((cells.size, given.layouts))
                if cells.size > 1 and play_cells(
                    table.marks, cells, Player(mines, policy, tools), ends
                ):
                    yield Guess(scores, ends)
            cell = choose_guess(position, mines, policy, tools)
            status = play_on(table, cell, mines, tools)


def fit(played: list[Guess]) -> tuple[float, float]:
    """Return the slope of what cells win over what their scores say, and the variance around it."""
    said = np.concatenate([each.score[1:] / each.score[0] - 1.0 for each in played])
    more = [each.ends[1:] - each.ends[0] for each in played]
    found = np.concatenate([each.mean(axis=1) for each in more])
    noise = np.concatenate([each.var(axis=1, ddof=1) / each.shape[1] for each in more])
    slope = float((said * found).sum() / (said * said).sum())
    return slope, max(float(((found - slope * said) ** 2).mean() - noise.mean()), 1e-9)


def weighed(guess: Guess, chosen: Floats, prior: tuple[float, float]) -> Floats:
    """Return by how much each cell is better than the first, as the score and ``chosen`` say."""
    slope, spread = prior
    more = chosen - chosen[0]
    noise = more.var(axis=1, ddof=1) / more.shape[1] + 1e-12
    said = slope * (guess.score / guess.score[0] - 1.0)
    found: Floats = (more.mean(axis=1) / noise + said / spread) / (1.0 / noise + 1.0 / spread)
    found[0] = 0.0
    return found


def gains(played: list[Guess], share: float, seed: int) -> Floats:
    """Return points gained at each guess (guesses, 2): by playing on alone, and weighed."""
    draw = np.random.default_rng(seed)
    prior = fit(played)
    found = np.zeros((len(played), 2))
    for row, guess in enumerate(played):
        layouts = guess.ends.shape[1]
        for _ in range(_SPLITS):
            order = draw.permutation(layouts)
            chosen = guess.ends[:, order[: int(share * layouts)]]
            judged = guess.ends[:, order[int(share * layouts) :]].mean(axis=1)
            for column, says in enumerate((chosen.mean(axis=1), weighed(guess, chosen, prior))):
                found[row, column] += judged[says.argmax()] - judged[0]
    found *= 100.0 / _SPLITS
    return found


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_board(parser, FirstOpen.SAFE)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--policy", choices=sorted(POLICIES), default="default")
    parser.add_argument("--cells", type=int, default=6, help="played on at a guess")
    parser.add_argument("--layouts", type=int, default=100, help="drawn at a guess")
    parser.add_argument("--least", type=float, default=1.0, help="layouts that are left")
    parser.add_argument("--most", type=float, default=1e300)
    given = parser.parse_args()
    rules = rules_of(given)
    series = Series(rules, first_cell(given.start, rules), given.games)
    played = list(guesses(series, given))
    if not played:
        parser.exit(1, f"No guess of {given.games} games has so many layouts left.\n")
    slope, spread = fit(played)
    print(f"{len(played)} guesses of {given.games} games, {given.layouts} layouts at each")
    print(f"a cell whose score is 1% less wins {slope:.2f} points less, +- {100 * spread**0.5:.2f}")
    for share in _SHARES:
        found = gains(played, share, given.seed)
        error = found.std(axis=0) / np.sqrt(len(found))
        alone, both = (
            f"{m:+.3f} +- {e:.3f}" for m, e in zip(found.mean(axis=0), error, strict=True)
        )
        print(
            f"chosen by {share * given.layouts:.0f}: {alone} points a guess, with the score {both}"
        )


if __name__ == "__main__":
    main()
