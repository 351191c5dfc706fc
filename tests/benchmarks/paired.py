"""Compare two policies by the guesses in which they differ, the luck of the layouts taken away.

Run ``python -m tests.benchmarks.paired --policy second-look --against default --games 2000``. It
prints by how many points a game ``--policy`` plays better than ``--against``, with one standard
error, and how often they differ.

The first plays the games. Wherever the two differ, both guesses are played on by the second, on the
same layout. Summed over a game's guesses the gains are, on average, the difference of the chances
to win (the performance difference lemma: Kakade and Langford, 2002). From what is played on, the
luck is taken away: at every guess, the estimated chance to win after the number that turned up less
its mean over all numbers; and an endgame counts as its exact value. Both leave the mean as it is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from core.cli.board import add_board, first_cell, rules_of
from core.cli.layouts import Series, drawn
from core.cli.play import tools_of
from core.rules import FirstOpen
from core.solver.kernels.choice import choose_guess, search_end
from core.solver.kernels.compiled import Bytes, Floats, Longs, kernel
from core.solver.kernels.component import OK
from core.solver.kernels.guess import Policy
from core.solver.kernels.play import GOING, WON, Table, deal, play_on
from core.solver.kernels.position import (
    Position,
    Tools,
    after_opening,
    mine_chance,
    number_range,
    read_position,
)
from core.solver.kernels.value import win_chance
from core.solver.policy import POLICIES


class Match(NamedTuple):
    """The first cell, the ``policy`` that plays, the one it is compared ``against``, the tools."""

    start: int
    policy: Policy
    against: Policy
    tools: Tools


@kernel
def luck(position: Position, cell: int, table: Table, mines: int, tools: Tools) -> float:
    """Return how much more the estimate is than was to be expected, once ``cell`` is opened."""
    safe = 1.0 - mine_chance(position, cell)
    low, high = number_range(position.marks, tools.geometry.near, cell)
    expected, shown, seen = 0.0, 0.0, 0.0
    for number in range(low, high + 1):
        if seen > safe - 1e-9:
            break
        after = after_opening(position, cell, number, mines, tools)
        if after.solved.status == OK:
            likely = np.exp(after.solved.log_total - position.solved.log_total)
            seen += likely
            chance = win_chance(after, tools.geometry)
            expected += likely * chance
            if not table.layout[cell] and number == table.numbers[cell]:
                shown = chance
    return shown - expected


@kernel
def play_out(table: Table, cell: int, mines: int, policy: Policy, tools: Tools) -> float:
    """Play ``table`` to its end from ``cell`` on; return how it ended, less the luck."""
    result = 0.0
    status = GOING
    while status == GOING:
        position = read_position(table.marks, mines, tools)
        result -= luck(position, cell, table, mines, tools)
        status = play_on(table, cell, mines, tools)
        if status == GOING:
            position = read_position(table.marks, mines, tools)
            ending = search_end(position, mines, policy, tools)
            if ending.cell >= 0:
                return float(result + ending.wins / np.rint(np.exp(position.solved.log_total)))
            cell = choose_guess(position, mines, policy, tools)
    return result + (status == WON)


@kernel
def copied(table: Table) -> Table:
    """Return ``table`` with a view of its own, to be played on."""
    return Table(
        table.layout,
        table.numbers,
        table.marks.copy(),
        table.left.copy(),
        table.stack,
        table.queued,
    )


@kernel
def gain(table: Table, cells: tuple[int, int], mines: int, policy: Policy, tools: Tools) -> float:
    """Return how much better the first of ``cells`` is than the second, both played on."""
    found = np.zeros(2)
    for i, cell in enumerate(cells):
        found[i] = play_out(copied(table), cell, mines, policy, tools)
    return float(found[0] - found[1])


@kernel
def compare(layouts: Bytes, match: Match, gains: Floats, counts: Longs) -> None:
    """Fill ``gains`` (games,); add to ``counts`` (2,): the guesses met, those that differ."""
    tools = match.tools
    for game in range(layouts.shape[0]):
        mines = int(layouts[game].sum())
        table = deal(layouts[game], tools.geometry.near)
        status = play_on(table, match.start, mines, tools)
        while status == GOING:
            position = read_position(table.marks, mines, tools)
            cell = choose_guess(position, mines, match.policy, tools)
            other = choose_guess(position, mines, match.against, tools)
            counts[0] += 1
            if cell != other:
                counts[1] += 1
                gains[game] += gain(table, (cell, other), mines, match.against, tools)
            status = play_on(table, cell, mines, tools)


def gained(series: Series, seed: int, policy: Policy, against: Policy) -> Iterator[Floats]:
    """Yield the gains of each chunk of layouts and, last, the counts of ``compare``."""
    match = Match(series.start, policy, against, tools_of(series.rules))
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
    options = parser.parse_args()
    rules = rules_of(options)
    series = Series(rules, first_cell(options.start, rules), options.games)
    policy, against = POLICIES[options.policy], POLICIES[options.against]
    *chunks, counts = gained(series, options.seed, policy, against)
    gains = 100.0 * np.concatenate(chunks)
    error = gains.std() / np.sqrt(gains.size)
    print(f"{gains.mean():+.3f} +- {error:.3f} points a game, {gains.size} games")
    print(f"{counts[1]:.0f} of {counts[0]:.0f} guesses differ")


if __name__ == "__main__":
    main()
