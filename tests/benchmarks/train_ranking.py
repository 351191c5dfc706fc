"""Make the weights of the network that corrects what a position after a guess is worth.

``python -m tests.benchmarks.train_ranking gather --seconds 2400 --seed 1 --into DIR`` plays games
by the policy without the correction, narrow searches and pseudo 50/50s. At its guesses with at most
e^200 layouts left (endgames left out, which are exact) the six best cells by its own score are
played on from 16 layouts drawn from the position, the same for every cell, the luck taken away
(``tests/benchmarks/playing_on.py``); it writes what the positions after them look like, and what
came of each cell. As many processes as there are cores may gather, each with a seed of its own.

``python -m tests.benchmarks.train_ranking fit DIR`` fits the network: the logarithms of the scores
that it corrects are to differ, within a position, as what came of the cells does. It prints what
choosing by them gains on guesses held out, a fifth at a time, then fits to all and writes
``core/solver/kernels/ranking.txt``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

import core.solver.kernels
from core.cli.board import add_board, first_cell, rules_of
from core.cli.layouts import Series, drawn
from core.rules import FirstOpen
from core.solver.kernels.choice import choose_guess, search_end
from core.solver.kernels.compiled import Floats, kernel
from core.solver.kernels.component import OK
from core.solver.kernels.guess import ESCAPE, ESTIMATE, FIRST, INPUTS, SECOND, look_at
from core.solver.kernels.position import (
    Position,
    Tools,
    after_opening,
    mine_chance,
    number_range,
    read_position,
)
from core.solver.kernels.table import GOING, deal, play_on
from core.solver.kernels.value import FEATURES, SETTLED, best_safety
from core.solver.policy import POLICIES
from core.solver.workspace import tools_of
from tests.benchmarks.networks import Adam, Weights, outputs, slopes_back, table_of
from tests.benchmarks.playing_on import Player, play_cells, seed_draws
from tests.benchmarks.rollouts import best_cells

PLAYED: Final = POLICIES["no-correction"]._replace(narrow=0, pseudo=0)
MOST_LOG: Final = 200.0
"""The logarithm of the layouts left, at most, of the guesses that are looked at."""

CELLS: Final = 6
"""The best cells of a guess by their score, so many at most, are played on."""

SLOPE: Final = 0.85
"""Chance to win that a cell gains for the difference of the logarithms of two scores, times the
chance to win the position."""

DRAWN: Final = 16
"""Layouts that each cell of a guess is played on from."""

KEPT: Final = 250
"""Guesses to a file."""

NETS: Final = 3
"""Networks fitted, each from other weights to begin with; what is written is their mean."""

UNITS: Final = 16
ROUNDS: Final = 20
BATCH: Final = 128
RATE: Final = 3e-3

DECAY: Final = 0.03
DIRECT_DECAY: Final = 0.1
"""Weights of the squares of the weights, in points squared: of the units, of the linear term."""

FOLDS: Final = 5
BLOCK: Final = 25
"""Guesses that are held out together, for those of one game follow one another."""


class Guesses(NamedTuple):
    """Guesses that were looked at.

    A row is a number that a cell may hold: what the position then looks like, ``inputs`` (rows,
    INPUTS), how ``likely`` it is (rows,), whether all is ``settled`` (rows,), the ``cell`` (rows,).
    What a cell ``won`` (cells,) on average, and at which ``guess`` (cells,).
    """

    inputs: Floats
    likely: Floats
    settled: npt.NDArray[np.bool_]
    cell: npt.NDArray[np.int64]
    won: Floats
    guess: npt.NDArray[np.int64]


@kernel
def look(position: Position, cell: int, mines: int, tools: Tools, rows: Floats) -> int:
    """Write the chance of each number on ``cell`` and what it leads to; return how many there are.

    ``rows`` (9, 2 + INPUTS): the chance, whether all is settled, what ``look_at`` says.
    """
    low, high = number_range(position.marks, tools.geometry.near, cell)
    seen, found = 0.0, 0
    for number in range(low, high + 1):
        if seen > 1.0 - mine_chance(position, cell) - 1e-9:
            break
        after = after_opening(position, cell, number, mines, tools)
        if after.solved.status == OK:
            rows[found] = 0.0
            rows[found, 0] = np.exp(after.solved.log_total - position.solved.log_total)
            rows[found, 1] = after.unknown == 0 or after.solved.log_total <= SETTLED
            if not rows[found, 1]:
                look_at(after, best_safety(after), tools, rows[found, 2:])
            seen += rows[found, 0]
            found += 1
    return found


def gathered(series: Series, seed: int) -> Iterator[tuple[list[Floats], Floats]]:
    """Yield of each guess that is looked at the rows of each cell and what came of the cells."""
    tools, mines = tools_of(series.rules.grid), series.rules.mines
    seed_draws(seed)
    room = np.empty((9, 2 + INPUTS))
    for layout in (each for layouts in drawn(series, seed) for each in layouts):
        table = deal(layout, tools.geometry.near)
        status = play_on(table, series.start, mines, tools)
        while status == GOING:
            position = read_position(table.marks, mines, tools)
            late = position.solved.log_total < MOST_LOG
            if late and search_end(position, mines, PLAYED, tools).cell < 0:
                cells, _ = best_cells(position, mines, PLAYED, tools, CELLS)
                ends = np.zeros((cells.size, DRAWN))
                fits = play_cells(table.marks, cells, Player(mines, PLAYED, tools), ends)
                if fits and cells.size > 1:
                    rows = [
                        room[: look(position, cell, mines, tools, room)].copy()
                        for cell in cells.tolist()
                    ]
                    yield rows, ends.mean(axis=1)
            status = play_on(table, choose_guess(position, mines, PLAYED, tools), mines, tools)


def gather(given: argparse.Namespace) -> None:
    """Write what is gathered, some guesses to a file, until the time is over."""
    rules = rules_of(given)
    series = Series(rules, first_cell(given.start, rules), 1_000_000)
    found: list[tuple[list[Floats], Floats]] = []
    files, end = 0, monotonic() + given.seconds
    given.into.mkdir(parents=True, exist_ok=True)
    for each in gathered(series, given.seed):
        found.append(each)
        over = monotonic() > end
        if over or len(found) == KEPT:
            write(given.into / f"{given.seed}-{files:04}.npz", found)
            found, files = [], files + 1
        if over:
            return


def write(path: Path, found: list[tuple[list[Floats], Floats]]) -> None:
    """Write guesses to a file, as ``read`` takes them."""
    cells = [rows for guess, _ in found for rows in guess]
    np.savez_compressed(
        path,
        rows=np.concatenate(cells).astype(np.float32),
        lengths=np.array([len(rows) for rows in cells]),
        won=np.concatenate([won for _, won in found]),
        sizes=np.array([len(won) for _, won in found]),
    )


def read(paths: list[Path]) -> Guesses:
    """Return the guesses of ``paths``."""
    files = [np.load(path) for path in paths]
    rows = np.concatenate([file["rows"] for file in files]).astype(np.float64)
    lengths = np.concatenate([file["lengths"] for file in files])
    sizes = np.concatenate([file["sizes"] for file in files])
    return Guesses(
        rows[:, 2:],
        rows[:, 0],
        rows[:, 1] > 0,
        np.repeat(np.arange(lengths.size), lengths),
        np.concatenate([file["won"] for file in files]),
        np.repeat(np.arange(sizes.size), sizes),
    )


def some(guesses: Guesses, picked: npt.NDArray[np.int64]) -> Guesses:
    """Return those of the guesses that are ``picked``."""
    cells = concatenated_ranges(guesses.guess, picked)
    rows = concatenated_ranges(guesses.cell, cells)
    return Guesses(
        guesses.inputs[rows],
        guesses.likely[rows],
        guesses.settled[rows],
        np.unique(guesses.cell[rows], return_inverse=True)[1],
        guesses.won[cells],
        np.unique(guesses.guess[cells], return_inverse=True)[1],
    )


def concatenated_ranges(
    owner: npt.NDArray[np.int64], picked: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Return where ``owner``, which ascends, is one of ``picked``, in order."""
    first = np.searchsorted(owner, np.sort(picked))
    last = np.searchsorted(owner, np.sort(picked), side="right")
    return np.concatenate([np.arange(a, b) for a, b in zip(first, last, strict=True)])


def centred(values: Floats, guess: npt.NDArray[np.int64]) -> Floats:
    """Return ``values`` (cells,) less their mean at each guess."""
    return values - mean_of(values, guess)[guess]


def mean_of(values: Floats, guess: npt.NDArray[np.int64]) -> Floats:
    """Return the mean of ``values`` (cells,) at each guess."""
    found: Floats = np.bincount(guess, values) / np.bincount(guess)
    return found


def powers(inputs: Floats) -> Floats:
    """Return the logarithm of what ``worth`` makes of the positions without the correction."""
    logs = inputs[:, FEATURES:]
    return (
        PLAYED.safety * logs[:, FIRST]
        + PLAYED.second * logs[:, SECOND]
        + PLAYED.value * logs[:, ESTIMATE]
        + PLAYED.fifties * logs[:, ESCAPE]
    )


def scores(guesses: Guesses, corrected: Floats) -> tuple[Floats, Floats]:
    """Return the logarithm of each cell's score, and the share that each row has in it."""
    logs = np.where(guesses.settled, 0.0, powers(guesses.inputs) + corrected)
    parts = guesses.likely * np.exp(logs)
    score = np.bincount(guesses.cell, parts)
    return np.log(score), parts / score[guesses.cell]


def slopes(weights: Weights, guesses: Guesses, scaled: Floats) -> Weights:
    """Return the derivatives of the mean squared error of a batch, in points squared."""
    hidden, corrected = outputs(weights, scaled)
    score, share = scores(guesses, corrected)
    level = SLOPE * mean_of(guesses.won, guesses.guess)[guesses.guess]
    error = centred(level * centred(score, guesses.guess) - guesses.won, guesses.guess)
    cell = 1e4 * 2.0 * level * error / len(guesses.won)
    row = np.where(guesses.settled, 0.0, cell[guesses.cell] * share)
    found = slopes_back(weights, scaled, hidden, row)
    for i, decay in ((0, DECAY), (2, DECAY), (3, DIRECT_DECAY)):
        found[i] += 2.0 * decay * weights[i]
    # There is no constant: it would be the same for every cell.
    found[4][:] = 0.0
    return found


def fit(guesses: Guesses, scaled: Floats, seed: int) -> Weights:
    """Fit a network by Adam (Kingma and Ba, 2015), the rate falling to 0."""
    rng = np.random.default_rng(seed)
    weights = [
        rng.normal(0.0, INPUTS**-0.5, (INPUTS, UNITS)),
        np.zeros(UNITS),
        np.zeros(UNITS),
        np.zeros(INPUTS),
        np.zeros(1),
    ]
    adam = Adam(weights)
    count = guesses.guess[-1] + 1
    batches = [
        (some(guesses, picked), scaled[concatenated_ranges(guesses.guess[guesses.cell], picked)])
        for picked in np.array_split(rng.permutation(count), count // BATCH)
    ]
    steps = ROUNDS * len(batches)
    for step in range(steps):
        batch, seen = batches[step % len(batches)]
        rate = RATE * (1.0 - step / steps)
        for i, one in enumerate(adam.steps(slopes(weights, batch, seen))):
            weights[i] = weights[i] - rate * one
    return weights


def fitted(guesses: Guesses, scaled: Floats) -> Weights:
    """Return the mean of several networks, as one."""
    nets = [fit(guesses, scaled, seed) for seed in range(NETS)]
    inner, bias, outer, direct, constant = zip(*nets, strict=True)
    return [
        np.concatenate(inner, axis=1),
        np.concatenate(bias),
        np.concatenate(outer) / NETS,
        np.mean(direct, axis=0),
        np.mean(constant, axis=0),
    ]


def best(score: Floats, guess: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the cell with the highest score at each guess, the first of equals."""
    order = np.lexsort((-score, guess))
    return order[np.searchsorted(guess, np.arange(guess[-1] + 1))]


def held_out(guesses: Guesses, scaled: Floats) -> Floats:
    """Return points gained at each guess by networks that were not fitted to it."""
    count = guesses.guess[-1] + 1
    fold = np.arange(count) // BLOCK % FOLDS
    gains = np.empty(count)
    for number in range(FOLDS):
        others, these = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        at = guesses.guess[guesses.cell]
        weights = fitted(some(guesses, others), scaled[concatenated_ranges(at, others)])
        held, seen = some(guesses, these), scaled[concatenated_ranges(at, these)]
        before = best(scores(held, np.zeros(len(seen)))[0], held.guess)
        after = best(scores(held, outputs(weights, seen)[1])[0], held.guess)
        gains[these] = 100.0 * (held.won[after] - held.won[before])
    return gains


def main() -> None:
    """Gather, or fit, print what it gains and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    modes = parser.add_subparsers(dest="mode", required=True)
    playing = modes.add_parser("gather")
    add_board(playing, FirstOpen.SAFE)
    playing.add_argument("--seconds", type=float, default=2400.0)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--into", type=Path, required=True)
    fitting = modes.add_parser("fit")
    fitting.add_argument("folder", type=Path)
    given = parser.parse_args()
    if given.mode == "gather":
        gather(given)
        return
    guesses = read(sorted(given.folder.glob("*.npz")))
    mean, spread = guesses.inputs.mean(axis=0), guesses.inputs.std(axis=0) + 1e-3
    scaled = (guesses.inputs - mean) / spread
    gains = held_out(guesses, scaled)
    error = gains.std() / np.sqrt(gains.size)
    print(f"{gains.size} guesses: held out, {gains.mean():+.3f} +- {error:.3f} points a guess")
    path = f"{core.solver.kernels.__path__[0]}/ranking.txt"
    np.savetxt(path, table_of(fitted(guesses, scaled), mean, spread), "%.4g")


if __name__ == "__main__":
    main()
