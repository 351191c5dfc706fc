"""Compare two policies by the guesses in which they differ, the luck of the layouts taken away.

Run ``python -m tests.benchmarks.paired --policy no-correction --against default --games 2000``. It
prints by how many points a game ``--policy`` plays better than ``--against``, with one standard
error, and how often they differ.

The first plays the games. Wherever the two differ, both guesses are played on by the second, from
``--layouts`` layouts drawn from the position, the same for both. Summed over a game's guesses the
gains are, on average, the difference of the chances to win (the performance difference lemma:
Kakade and Langford, 2002). With ``--narrow`` the second plays on as it plays, else without its
narrow searches, which take longer than all else: the gains then are about that difference. From
what is played on, the luck is taken away: at every guess, the estimated chance to win after the
number that turned up less its mean over all numbers; and an endgame counts as its exact value. Both
leave the mean as it is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from core.cli.board import add_board, first_cell, rules_of
from core.cli.layouts import Series, drawn
from core.rules import FirstOpen
from core.solver.kernels.compiled import Bytes, Floats, Longs, kernel
from core.solver.kernels.guess import Policy
from core.solver.kernels.play import guess_on
from core.solver.kernels.position import Tools
from core.solver.kernels.table import GOING, deal, play_on
from core.solver.policy import POLICIES
from core.solver.workspace import tools_of
from tests.benchmarks.playing_on import Player, play_cells, seed_draws


class Match(NamedTuple):
    """The first cell, the ``policy`` that plays, the one it is compared ``against``, the tools.

    ``layouts``: so many are drawn wherever the two differ. ``narrow``: whether they are played on
    with narrow searches.
    """

    start: int
    policy: Policy
    against: Policy
    tools: Tools
    layouts: int
    narrow: bool


@kernel
def compare(layouts: Bytes, match: Match, gains: Floats, counts: Longs) -> None:
    """Fill ``gains`` (games,); add to ``counts`` (2,): the guesses met, those that differ."""
    tools = match.tools
    for game in range(layouts.shape[0]):
        mines = int(layouts[game].sum())
        table = deal(layouts[game], tools.geometry.near)
        status = play_on(table, match.start, mines, tools)
        while status == GOING:
            cell = guess_on(table, mines, match.policy, tools)
            other = guess_on(table, mines, match.against, tools)
            counts[0] += 1
            if cell != other:
                counts[1] += 1
                ends = np.zeros((2, match.layouts))
                both = np.array([cell, other], np.int32)
                player = Player(mines, match.against, tools, match.narrow)
                if play_cells(table.marks, both, player, ends):
                    gains[game] += ends[0].mean() - ends[1].mean()
            status = play_on(table, cell, mines, tools)


def gained(series: Series, seed: int, match: Match) -> Iterator[Floats]:
    """Yield the gains of each chunk of layouts and, last, the counts of ``compare``."""
    seed_draws(seed)
    counts = np.zeros(2, np.int64)
    for layouts in drawn(series, seed):
        gains = np.zeros(len(layouts))
        compare(layouts, match, gains, counts)
        yield gains
    yield counts.astype(np.float64)


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_board(parser, FirstOpen.SAFE)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--policy", choices=sorted(POLICIES), default="default")
    parser.add_argument("--against", choices=sorted(POLICIES), required=True)
    parser.add_argument("--layouts", type=int, default=20, help="drawn where the two differ")
    parser.add_argument("--narrow", action="store_true", help="play on with narrow searches too")
    options = parser.parse_args()
    rules = rules_of(options)
    series = Series(rules, first_cell(options.start, rules), options.games)
    match = Match(
        series.start,
        POLICIES[options.policy],
        POLICIES[options.against],
        tools_of(series.rules.grid),
        options.layouts,
        options.narrow,
    )
    *chunks, counts = gained(series, options.seed, match)
    gains = 100.0 * np.concatenate(chunks)
    error = gains.std() / np.sqrt(gains.size)
    print(f"{gains.mean():+.3f} +- {error:.3f} points a game, {gains.size} games")
    print(f"{counts[1]:.0f} of {counts[0]:.0f} guesses differ")


if __name__ == "__main__":
    main()
