"""How long the review of a finished game takes, and its first words.

Run ``python -m tests.benchmarks.review``; it prints a table. Times are
wall-clock time on warm kernels. The games are those of a player who opens certain cells one by one
and guesses the safest cell, so that each opens as many cells by hand as a game can need.
"""

from __future__ import annotations

from argparse import ArgumentParser
from random import Random
from time import perf_counter

import numpy as np

from core.game import Game, Outcome, Played
from core.generate import uniform
from core.grid import Cell
from core.move import Open
from core.review import graded_moves
from core.rules import Rules
from core.solver import analyse, warm
from tests.core.review.looked_back import review

BOARDS = ((9, 9, 10, 100), (16, 16, 40, 100), (16, 30, 99, 100), (100, 100, 2000, 2))
"""Rows, columns, mines, games."""
LATE = 0.6
"""Games that end before this share of the safe cells is open are left out: they are short."""


def main() -> None:
    """Measure and print."""
    ArgumentParser(description=__doc__).parse_args()
    warm()
    print("| board | games | moves | first, ms | p50, ms | p95 | max | most for a move |")
    print("| --- |" + " --: |" * 7)
    for board in BOARDS:
        print(line(*board), flush=True)


def line(rows: int, cols: int, mines: int, count: int) -> str:
    """Return the table's line for ``count`` games."""
    rng, rules = Random(1), Rules(rows, cols, mines)
    games = [long_game(rules, rng) for _ in range(count)]
    first, whole, single = [], [], []
    for game in games:
        started = perf_counter()
        last = started
        moves = []
        for move in graded_moves(game):
            moves.append(move)
            now = perf_counter()
            single.append(1000 * (now - last))
            last = now
        first.append(single[-len(moves)])
        review(game, moves)
        whole.append(1000 * (perf_counter() - started))
    length = np.median([len(game.history) for game in games])
    p50, p95, most = np.percentile(whole, (50, 95, 100))
    return (
        f"| {cols}x{rows}/{mines} | {count} | {length:.0f} | {max(first):.1f} | {p50:.0f} "
        f"| {p95:.0f} | {most:.0f} | {max(single):.0f} |"
    )


def long_game(rules: Rules, rng: Random) -> Game:
    """Return a finished game that did not end early."""
    while True:
        game = played(rules, rng)
        if game.outcome is Outcome.WON or game.opened.count(1) > LATE * len(game.opened):
            return game


def played(rules: Rules, rng: Random) -> Game:
    """Play a game to its end."""
    game, cell = Game.new(rules), rules.grid.cell(3, 3)
    while not game.outcome:
        after = game.play(Open(cell), lambda rules, first: uniform(rules, first, rng))
        if not isinstance(after, Played):
            raise TypeError(after)
        game = after.game
        cell = choice(game, rng) if not game.outcome else cell
    return game


def choice(game: Game, rng: Random) -> Cell:
    """Return a certain cell, else the safest one."""
    analysis = analyse(game.board)
    if analysis.safe:
        return rng.choice(analysis.safe)
    return int(np.nanargmin(analysis.probabilities))


if __name__ == "__main__":
    main()
