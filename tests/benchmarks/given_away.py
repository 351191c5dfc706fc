"""What worse guesses give away, as a review tells it and as playing on shows it.

``python -m tests.benchmarks.given_away --games 400`` plays games by the default. At each guess of
which the chance to win is an estimate one of the ``--best`` best cells is chosen at random. It and
the best one are played on from layouts drawn from the position, the same for both, the luck taken
away (``tests.benchmarks.paired``). By the share of the chance to win that a review says the cell
gives away it prints how many points that is, as told and as played on, and how many of these
guesses were worse, or better, than the best by more than two standard errors.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

import numpy as np

from core.cli.board import add_board, first_cell, rules_of
from core.cli.layouts import Series, drawn
from core.review.appraisal import appraise
from core.rules import FirstOpen
from core.solver import warm
from core.solver.kernels.table import GOING, deal, play_on
from core.solver.policy import DEFAULT
from core.solver.workspace import tools_of
from tests.benchmarks.playing_on import Player, play_cells, seed_draws
from tests.core.solver.brute import show

SHARES: Final = (0.005, 0.01, 0.02, 0.05, 1.0)
"""Where the rows of the table begin and end."""


class Guess(NamedTuple):
    """A guess that gives something away.

    The ``share`` of the chance to win and the points ``told``; the points that it ``lost`` as
    played on, with their standard ``error``.
    """

    share: float
    told: float
    lost: float
    error: float


def guesses(series: Series, given: argparse.Namespace) -> Iterator[Guess]:
    """Yield each guess that gives something away."""
    tools, mines, rng = tools_of(series.rules.grid), series.rules.mines, Random(given.seed)
    seed_draws(given.seed)
    for layout in (each for layouts in drawn(series, given.seed) for each in layouts):
        mined = set(np.flatnonzero(layout).tolist())
        table, cell = deal(layout, tools.geometry.near), series.start
        while play_on(table, cell, mines, tools) == GOING:
            opened = np.flatnonzero(table.marks >= 0).tolist()
            appraisal = appraise(show(series.rules.grid, mined, opened))
            cell = appraisal.best.cells[0]
            chosen = rng.choice(appraisal.advice.candidates[: given.best])
            other = appraisal.choice((chosen.cell,))
            if appraisal.advice.win_exact or other.win >= appraisal.win:
                continue
            ends = np.zeros((2, given.layouts))
            player = Player(mines, DEFAULT, tools)
            if play_cells(table.marks, np.array([cell, *other.cells], np.int32), player, ends):
                lost = 100 * (ends[0] - ends[1])
                told = appraisal.win - other.win
                yield Guess(
                    told / appraisal.win, 100 * told, lost.mean(), lost.std() / len(lost) ** 0.5
                )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_board(parser, FirstOpen.SAFE)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--best", type=int, default=8, help="cells that one is drawn from")
    parser.add_argument("--layouts", type=int, default=300, help="drawn at a guess")
    given = parser.parse_args()
    warm()
    rules = rules_of(given)
    found = list(guesses(Series(rules, first_cell(given.start, rules), given.games), given))
    print("| share given away | guesses | points, as told | as played on | worse | better |")
    print("|---|--:|--:|--:|--:|--:|")
    for least, most in pairwise(SHARES):
        rows = [each for each in found if least <= each.share < most]
        if not rows:
            continue
        told, lost = np.mean([each.told for each in rows]), np.mean([each.lost for each in rows])
        error = np.sqrt(sum(each.error**2 for each in rows)) / len(rows)
        worse = sum(each.lost > 2 * each.error for each in rows)
        better = sum(each.lost < -2 * each.error for each in rows)
        print(
            f"| {100 * least:g} to {100 * most:g}% | {len(rows)} | {told:.2f} |"
            f" {lost:.2f} ± {error:.2f} | {worse} | {better} |"
        )


if __name__ == "__main__":
    main()
