"""Make the weights of the network that estimates the chance to win a position.

Run ``python -m tests.benchmarks.train_value`` (some ten minutes on one core). It plays games
without the network, one guess a game drawn at random among the candidates, and keeps the positions
after the guesses with how the games ended: those from the drawn guess on, for what came before did
not lead to it by the policy's own play. The network is fitted to them by Adam (Kingma and Ba,
2015), and the log loss on a tenth of the games, held out, is printed beside that of a constant;
then the weights are written to ``core/solver/kernels/value.txt``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

import core.solver.kernels
from core.cli.board import first_cell
from core.cli.layouts import Series, drawn
from core.cli.play import tools_of
from core.rules import FirstOpen, Rules
from core.solver.kernels.choice import choose_guess
from core.solver.kernels.compiled import Bytes, Floats, Ints, kernel
from core.solver.kernels.component import OK
from core.solver.kernels.guess import Policy, candidates
from core.solver.kernels.position import Tools, after_opening, read_position
from core.solver.kernels.table import GOING, LOST, WON, deal, play_on
from core.solver.kernels.value import FEATURES, SETTLED, describe
from core.solver.policy import POLICIES
from tests.benchmarks.networks import Adam, Weights, outputs, slopes_back, table_of

SAFE, OPENING = FirstOpen.SAFE, FirstOpen.OPENING
BOARDS: Final = (
    (16, 30, 99, SAFE, "0,0", 45_000),
    (16, 30, 99, OPENING, "3,3", 30_000),
    (16, 16, 40, SAFE, "0,0", 20_000),
    (24, 24, 99, OPENING, "3,3", 8_000),
    (10, 10, 20, OPENING, "2,2", 12_000),
    (10, 10, 30, OPENING, "2,2", 12_000),
    (9, 9, 10, SAFE, "0,0", 15_000),
)
"""Rows, columns, mines, rule, first cell, games."""

SEED: Final = 7001
PLAYED: Final = POLICIES["no-value"]._replace(within=0.9, most=8)
PICKED: Final = PLAYED._replace(within=0.85, most=12)
"""The policy whose candidates a guess is drawn from."""

LATEST: Final = 5
"""The drawn guess is one of the first so many, if the game gets there."""

MOST: Final = 30
"""Positions kept of a game, on average, at most."""

HIDDEN: Final = 32
ROUNDS: Final = 12
BATCH: Final = 2048
RATE: Final = 3e-3
DECAY: Final = 1e-3


class Setup(NamedTuple):
    """The first cell, the policy ``played``, the one guesses are ``picked`` from, the tools."""

    start: int
    played: Policy
    picked: Policy
    tools: Tools


class Samples(NamedTuple):
    """Positions: what the network has ``seen`` (n, FEATURES), 1 where ``won``, the ``game``."""

    seen: Floats
    won: Bytes
    game: Ints


@kernel
def collect(layouts: Bytes, setup: Setup, luck: Floats, out: Samples) -> int:
    """Play ``layouts``; fill ``out`` and return how many positions it holds.

    ``luck`` (games, 2), from 0 to 1: when the drawn guess comes, and which it is.
    """
    near, found = setup.tools.geometry.near, 0
    for game in range(layouts.shape[0]):
        mines = int(layouts[game].sum())
        table = deal(layouts[game], near)
        status = play_on(table, setup.start, mines, setup.tools)
        first, turn, chosen = found, 0, int(luck[game, 0] * LATEST)
        while status == GOING:
            position = read_position(table.marks, mines, setup.tools)
            if turn == chosen:
                found = first
                cells = np.empty(position.unknown, np.int32)
                count = candidates(position, setup.picked, setup.tools, cells)
                cell = int(cells[int(luck[game, 1] * count)])
            else:
                cell = choose_guess(position, mines, setup.played, setup.tools)
            if table.layout[cell]:
                status = LOST
                break
            after = after_opening(position, cell, table.numbers[cell], mines, setup.tools)
            if after.solved.status == OK and after.unknown and after.solved.log_total > SETTLED:
                describe(after, setup.tools.geometry, out.seen[found])
                out.game[found] = game
                found += 1
            turn += 1
            status = play_on(table, cell, mines, setup.tools)
        out.won[first:found] = status == WON
    return found


def sampled(number: int) -> Iterator[Samples]:
    """Yield the positions of the board ``number``, a chunk of games at a time."""
    rows, cols, mines, rule, start, games = BOARDS[number]
    rules = Rules(rows, cols, mines, rule)
    series = Series(rules, first_cell(start, rules), games)
    setup = Setup(series.start, PLAYED, PICKED, tools_of(rules))
    rng = np.random.default_rng(SEED + number)
    for layouts in drawn(series, SEED + number):
        room = MOST * len(layouts)
        out = Samples(np.empty((room, FEATURES)), np.empty(room, np.int8), np.empty(room, np.int32))
        found = collect(layouts, setup, rng.random((len(layouts), 2)), out)
        yield Samples(out.seen[:found], out.won[:found], out.game[:found])


def gather(number: int) -> Samples:
    """Return all positions of the board ``number``."""
    seen, won, game = zip(*sampled(number), strict=True)
    return Samples(np.concatenate(seen), np.concatenate(won), np.concatenate(game))


def predict(weights: Weights, seen: Floats) -> tuple[Floats, Floats]:
    """Return the hidden units and the chance to win; ``seen`` scaled."""
    hidden, logit = outputs(weights, seen)
    return hidden, 1.0 / (1.0 + np.exp(-logit))


def slopes(weights: Weights, seen: Floats, won: Floats) -> Weights:
    """Return the derivatives of the mean log loss of a batch."""
    hidden, chance = predict(weights, seen)
    return slopes_back(weights, seen, hidden, (chance - won) / len(won))


def fit(seen: Floats, won: Floats) -> Weights:
    """Fit the network to scaled positions by Adam, the rate falling to 0 as a cosine."""
    rng = np.random.default_rng(SEED)
    weights = [
        rng.normal(0.0, FEATURES**-0.5, (FEATURES, HIDDEN)),
        np.zeros(HIDDEN),
        rng.normal(0.0, 0.3 * HIDDEN**-0.5, HIDDEN),
        np.zeros(FEATURES),
        np.zeros(1),
    ]
    adam = Adam(weights)
    steps = ROUNDS * (len(won) // BATCH)
    for step in range(steps):
        if step * BATCH % (len(won) // BATCH * BATCH) == 0:
            order = rng.permutation(len(won))
        at = step * BATCH % (len(won) // BATCH * BATCH)
        batch = order[at : at + BATCH]
        rate = RATE * 0.5 * (1.0 + np.cos(np.pi * step / steps))
        taken = adam.steps(slopes(weights, seen[batch], won[batch]))
        for i, one in enumerate(taken):
            decay = DECAY * weights[i] if i in {0, 2} else 0.0
            weights[i] = weights[i] - rate * (one + decay)
    return weights


def loss(chance: Floats, won: Floats) -> float:
    """Return the mean log loss."""
    return float(-np.log(np.where(won > 0, chance, 1.0 - chance)).mean())


def main() -> None:
    """Play, fit, print the log losses, write the weights."""
    parts = [gather(number) for number in range(len(BOARDS))]
    seen = np.concatenate([part.seen for part in parts])
    won = np.concatenate([part.won for part in parts]).astype(np.float64)
    held = np.concatenate([part.game % 10 == 0 for part in parts])
    board = np.repeat(np.arange(len(BOARDS)), [len(part.won) for part in parts])
    mean, spread = seen.mean(0), seen.std(0) + 1e-6
    scaled = (seen - mean) / spread
    weights = fit(scaled[~held], won[~held])
    for number, (rows, cols, mines, rule, *_) in enumerate(BOARDS):
        these = held & (board == number)
        found = loss(predict(weights, scaled[these])[1], won[these])
        constant = loss(np.full(these.sum(), won[these].mean()), won[these])
        name = f"{rows}x{cols}/{mines} {rule}"
        print(f"{name:20} {these.sum():6} held out, log loss {found:.4f}, constant {constant:.4f}")
    path = f"{core.solver.kernels.__path__[0]}/value.txt"
    np.savetxt(path, table_of(weights, mean, spread), "%.4g")


if __name__ == "__main__":
    main()
