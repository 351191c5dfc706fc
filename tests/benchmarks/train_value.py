"""Make the weights of the networks that estimate the chance to win a position.

``python -m tests.benchmarks.train_value value`` makes the one that looks at guesses take, ``...
told`` the one by which players are told their chances, ``... told_small`` and ``... told_dense``
those by which they are told them on small and on dense boards (twenty minutes on one core, an hour
and a quarter, a quarter of an hour, and twenty minutes). Games are played, in half of them one
guess drawn at random among the candidates, and the positions kept with how the games ended, less
the luck that came after (``playing_on``; the estimate by which that is told is the one of before),
an endgame by its exact value. Where a guess is drawn, what came before is left out: it did not lead
to the end by the policy's own play. So is a game that ends before, for without those that go on
such games are the lost ones. The network is fitted to them by Adam (Kingma and Ba, 2015), and its
error on a tenth of the games, held out, is printed beside that of a constant; then the weights are
written to ``core/solver/kernels/``, in a file of the network's name.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

import numpy as np

import core.solver.kernels
from core.cli.board import first_cell
from core.cli.layouts import Series, drawn
from core.rules import FirstOpen, Rules
from core.solver.kernels.choice import choose_guess, search_end
from core.solver.kernels.compiled import UNKNOWN, Bytes, Floats, Ints, kernel
from core.solver.kernels.component import OK
from core.solver.kernels.guess import Policy, candidates
from core.solver.kernels.position import Position, Tools, after_opening, read_position
from core.solver.kernels.table import GOING, WON, deal, play_on
from core.solver.kernels.value import (
    DENSE_SMALL,
    FEATURES,
    SETTLED,
    SMALL,
    TOLD_FEATURES,
    describe_on_board,
)
from core.solver.policy import DEFAULT, POLICIES
from core.solver.workspace import tools_of
from tests.benchmarks.networks import Adam, Weights, outputs, slopes_back, table_of
from tests.benchmarks.playing_on import luck

SAFE, OPENING = FirstOpen.SAFE, FirstOpen.OPENING
Board: TypeAlias = tuple[int, int, int, FirstOpen, str, int]
"""Rows, columns, mines, rule, first cell, games."""

SEED: Final = 7001
BATCH: Final = 2048
RATE: Final = 3e-3
DRAWN: Final = 0.5
"""The share of the games in which a guess is drawn."""

LATEST: Final = 5
"""The drawn guess is one of the first so many."""

MOST: Final = 100
"""Positions kept of a game, on average, at most."""


class Play(NamedTuple):
    """How games are played.

    The policy that is ``played``, and the one whose candidates a guess is drawn from, ``picked``;
    whether positions are kept ``before`` guesses too, not after them alone, and whether
    ``untouched`` boards are: their first cell may be a mine, whatever the rule.
    """

    played: Policy
    picked: Policy
    before: bool
    untouched: bool


class Task(NamedTuple):
    """How a network is trained.

    The ``boards``, how they are played, ``play``; so many ``inputs``, the first of what is
    described, so many ``hidden`` units, ``rounds`` through all positions, and the ``decay`` of the
    weights.
    """

    boards: tuple[Board, ...]
    play: Play
    inputs: int
    hidden: int
    rounds: int
    decay: float


_PLAYED: Final = POLICIES["no-value"]._replace(narrow=0, pseudo=0, within=0.9, most=8)

VALUE: Final = Task(
    boards=(
        (16, 30, 99, SAFE, "0,0", 45_000),
        (16, 30, 99, OPENING, "3,3", 30_000),
        (16, 16, 40, SAFE, "0,0", 20_000),
        (24, 24, 99, OPENING, "3,3", 8_000),
        (10, 10, 20, OPENING, "2,2", 12_000),
        (10, 10, 30, OPENING, "2,2", 12_000),
        (9, 9, 10, SAFE, "0,0", 15_000),
    ),
    play=Play(_PLAYED, _PLAYED._replace(within=0.85, most=12), before=False, untouched=False),
    inputs=FEATURES,
    hidden=32,
    rounds=12,
    decay=1e-3,
)


def begun(
    rng: np.random.Generator, size: tuple[int, int], *, safe: float = 0.5, cornered: float = 0.0
) -> tuple[FirstOpen, str]:
    """Draw the rule and the first cell of a board of so many rows and columns.

    ``safe``: how likely the rule is SAFE; ``cornered``: how likely the cell is the first corner,
    else it is any.
    """
    rule = SAFE if rng.random() < safe else OPENING
    if cornered > 0.0 and rng.random() < cornered:
        return rule, "0,0"
    return rule, f"{rng.integers(size[0])},{rng.integers(size[1])}"


def turned(rng: np.random.Generator, rows: int, cols: int) -> tuple[int, int]:
    """Return the rows and columns of a board of this size, either way as likely."""
    return (rows, cols) if rng.random() < 0.5 else (cols, rows)


def any_boards(number: int) -> Iterator[Board]:
    """Yield boards of all sizes, more games of the small ones."""
    rng = np.random.default_rng(SEED)
    for _ in range(number):
        rows, cols = rng.integers(5, 41, 2).tolist()
        mines = max(int(rows * cols * rng.uniform(0.1, 0.23)), 2)
        games = min(6_000, 600_000 // (rows * cols))
        yield rows, cols, mines, *begun(rng, (rows, cols), safe=0.4), games


def narrow_boards(number: int, least: float, most: float, games: int) -> Iterator[Board]:
    """Yield boards of two to eight rows or columns, ``least`` to ``most`` of their cells mines.

    Each with at most so many ``games``, more of the small ones.
    """
    rng = np.random.default_rng(SEED)
    for _ in range(number):
        short, long = int(rng.integers(2, 9)), int(rng.integers(8, 61))
        size, cells = turned(rng, short, long), short * long
        mines = max(int(cells * rng.uniform(least, most)), 2)
        yield *size, mines, *begun(rng, size), min(games, 100 * games // cells)


TOLD: Final = Task(
    boards=(
        (16, 30, 99, SAFE, "0,0", 180_000),
        (16, 30, 99, OPENING, "3,3", 135_000),
        (16, 16, 40, SAFE, "0,0", 45_000),
        (16, 16, 40, OPENING, "3,3", 45_000),
        (8, 8, 10, OPENING, "3,3", 60_000),
        (9, 9, 10, SAFE, "0,0", 45_000),
        (10, 10, 10, OPENING, "3,3", 30_000),
        (10, 10, 20, OPENING, "3,3", 24_000),
        (10, 10, 30, OPENING, "3,3", 18_000),
        (24, 24, 99, OPENING, "3,3", 24_000),
        (24, 30, 150, OPENING, "3,3", 15_000),
        (24, 30, 160, SAFE, "0,0", 6_000),
        (40, 40, 250, OPENING, "3,3", 6_000),
        (60, 60, 500, OPENING, "3,3", 3_000),
        (100, 100, 1_200, OPENING, "3,3", 1_000),
        (100, 100, 1_600, OPENING, "3,3", 600),
        *any_boards(120),
        *narrow_boards(84, 0.06, 0.2, 3_000),
    ),
    play=Play(DEFAULT, picked=DEFAULT, before=True, untouched=True),
    inputs=TOLD_FEATURES,
    hidden=48,
    rounds=25,
    decay=0.03,
)


def dense_boards(number: int) -> Iterator[Board]:
    """Yield boards of many mines, up to two thirds of the cells; more games of the small ones."""
    rng = np.random.default_rng(SEED)
    for _ in range(number):
        rows, cols = (4.0 * 8.0 ** rng.random(2)).astype(np.int64).tolist()
        mines = max(int(rows * cols * (0.15 + 0.5 * rng.random() ** 1.7)), 2)
        games = min(1_200, 120_000 // (rows * cols))
        yield rows, cols, mines, *begun(rng, (rows, cols), cornered=0.5), games


def large_boards(number: int) -> Iterator[Board]:
    """Yield boards of 16 to 40 rows and columns, about as dense as DENSE: the easiest there are."""
    rng = np.random.default_rng(SEED)
    for _ in range(number):
        rows, cols = (16.0 * 2.5 ** rng.random(2)).astype(np.int64).tolist()
        mines = int(rows * cols * rng.uniform(0.21, 0.29))
        yield rows, cols, mines, *begun(rng, (rows, cols), cornered=0.5), 480_000 // (rows * cols)


def compact_boards(number: int) -> Iterator[Board]:
    """Yield boards of five to twelve rows and columns, as players ask for them."""
    rng = np.random.default_rng(SEED)
    for _ in range(number):
        rows, cols = rng.integers(5, 13, 2).tolist()
        mines = int(rows * cols * rng.uniform(DENSE_SMALL + 0.01, 0.42))
        games = min(2_400, 160_000 // (rows * cols))
        yield rows, cols, mines, *begun(rng, (rows, cols), cornered=0.5), games


_QUICK: Final = DEFAULT._replace(narrow=2_000)
"""On small and on dense boards narrow searches of the default would take most of the time."""

TOLD_DENSE: Final = Task(
    boards=(
        (10, 10, 20, SAFE, "0,0", 4_000),
        (10, 10, 20, OPENING, "3,3", 8_000),
        (10, 10, 30, SAFE, "0,0", 4_000),
        (10, 10, 30, OPENING, "3,3", 8_000),
        (16, 16, 60, OPENING, "3,3", 3_000),
        (16, 30, 130, SAFE, "0,0", 3_000),
        (16, 30, 130, OPENING, "3,3", 2_000),
        *dense_boards(90),
        *narrow_boards(42, 0.15, 0.4, 1_200),
        (16, 30, 120, SAFE, "0,0", 4_000),
        (16, 30, 120, OPENING, "3,3", 4_000),
        *large_boards(40),
        *compact_boards(50),
    ),
    play=Play(_QUICK, picked=_QUICK, before=True, untouched=True),
    inputs=TOLD_FEATURES,
    hidden=48,
    rounds=60,
    decay=0.03,
)


def mines_of(rng: np.random.Generator, cells: int) -> int:
    """Draw how many mines a small board of so many ``cells`` has: not so many that it is dense."""
    return min(
        max(int(cells * rng.uniform(0.06, DENSE_SMALL + 0.005)), 2), int(DENSE_SMALL * cells)
    )


def small_boards(number: int) -> Iterator[Board]:
    """Yield boards of fewer than SMALL cells that are not dense, from square to very narrow."""
    rng = np.random.default_rng(SEED)
    for _ in range(number):
        size = 30.0 * 8.5 ** rng.random()
        short = max(int(np.sqrt(size) * 0.25 ** rng.random()), 2)
        long = min(max(round(size / short), short), (SMALL - 1) // short)
        size, cells = turned(rng, short, long), short * long
        mines = mines_of(rng, cells)
        yield *size, mines, *begun(rng, size, cornered=0.5), min(4_000, 400_000 // cells)


def five_row_boards(number: int) -> Iterator[Board]:
    """Yield boards with a side of five cells, whose lines leave the next in doubt."""
    rng = np.random.default_rng(SEED)
    for _ in range(number):
        long = int(rng.integers(6, 51))
        size, cells = turned(rng, long, 5), 5 * long
        mines = mines_of(rng, cells)
        yield *size, mines, *begun(rng, size, safe=0.4), min(8_000, 800_000 // cells)


def from_anywhere(rows: int, cols: int, mines: int, rule: FirstOpen, games: int) -> Iterator[Board]:
    """Yield a board with each cell of its first quarter opened first.

    Where a game begins says how likely which positions are, beyond what is seen of one.
    ``games``: of all these boards.
    """
    starts = [(row, col) for row in range((rows + 1) // 2) for col in range((cols + 1) // 2)]
    for row, col in starts:
        yield rows, cols, mines, rule, f"{row},{col}", games // len(starts)


TOLD_SMALL: Final = Task(
    boards=(
        *from_anywhere(8, 8, 10, OPENING, 320_000),
        (8, 8, 10, SAFE, "0,0", 30_000),
        (9, 9, 10, SAFE, "0,0", 30_000),
        *from_anywhere(9, 9, 10, OPENING, 200_000),
        *from_anywhere(10, 10, 10, OPENING, 200_000),
        (10, 10, 10, SAFE, "0,0", 30_000),
        (10, 10, 15, OPENING, "3,3", 20_000),
        (12, 12, 20, SAFE, "0,0", 10_000),
        *small_boards(139),
        *five_row_boards(40),
        *from_anywhere(8, 8, 10, SAFE, 32_000),
        *from_anywhere(9, 9, 10, SAFE, 50_000),
        *from_anywhere(10, 10, 10, SAFE, 50_000),
    ),
    play=Play(_QUICK, picked=_QUICK, before=True, untouched=True),
    inputs=TOLD_FEATURES,
    hidden=48,
    rounds=60,
    decay=0.03,
)

TASKS: Final = {
    "value": VALUE,
    "told": TOLD,
    "told_small": TOLD_SMALL,
    "told_dense": TOLD_DENSE,
}


class Setup(NamedTuple):
    """What games are played with: the first cell ``start``, how, and the tools.

    ``promise``: the chance that the first cell is safe where no rule promises that; 0 if untouched
    boards are not kept.
    """

    start: int
    play: Play
    tools: Tools
    promise: float


class Samples(NamedTuple):
    """Positions: what is ``seen`` of them (n, TOLD_FEATURES), what was ``won``, the ``game``.

    What was won is 1 or 0 less the luck after the position: on average the chance to win it.
    """

    seen: Floats
    won: Floats
    game: Ints


@kernel
def keep(position: Position, luck_before: float, tools: Tools, out: Samples, found: int) -> int:
    """Keep a position that is not settled as the next after ``found`` ones; return how many."""
    if position.solved.status != OK or not position.unknown:
        return found
    if position.solved.log_total <= SETTLED:
        return found
    describe_on_board(position, tools.geometry, out.seen[found])
    out.won[found] = luck_before
    return found + 1


@kernel
def keep_untouched(promise: float, mines: int, tools: Tools, out: Samples, found: int) -> int:
    """Keep the untouched board as the next after ``found`` positions, unless ``promise`` is 0."""
    if promise == 0.0:
        return found
    closed = np.full(tools.geometry.near.shape[0], np.int8(UNKNOWN))
    return keep(read_position(closed, mines, tools), 0.0, tools, out, found)


@kernel
def collect(layouts: Bytes, setup: Setup, dice: Floats, out: Samples) -> int:
    """Play ``layouts``; fill ``out`` and return how many positions it holds.

    ``dice`` (games, 3), from 0 to 1: whether a guess is drawn, when it comes, and which it is.
    """
    start, play, tools, promise = setup
    found = 0
    for game in range(layouts.shape[0]):
        mines = int(layouts[game].sum())
        table = deal(layouts[game], tools.geometry.near)
        status = play_on(table, start, mines, tools)
        draws, kept = dice[game, 0] < DRAWN, dice[game, 0] >= DRAWN
        first, turn, chosen = found, 0, int(dice[game, 1] * LATEST)
        result, had = 0.0, 0.0
        untouched = promise * kept
        found = keep_untouched(untouched, mines, tools, out, found)
        while status == GOING:
            position = read_position(table.marks, mines, tools)
            if position.solved.status != OK:
                found = first
                break
            if kept and play.before and not (draws and turn == chosen):
                found = keep(position, had, tools, out, found)
            ending = search_end(position, mines, play.played, tools)
            if ending.cell >= 0:
                result = ending.wins / np.rint(np.exp(position.solved.log_total))
                break
            if draws and turn == chosen:
                kept = True
                cells = np.empty(position.unknown, np.int32)
                count = candidates(position, play.picked, tools, cells)
                cell = int(cells[int(dice[game, 2] * count)])
            else:
                cell = choose_guess(position, mines, play.played, tools)
            had += luck(position, cell, table, mines, tools)
            if table.layout[cell]:
                break
            after = after_opening(position, cell, table.numbers[cell], mines, tools)
            if kept:
                found = keep(after, had, tools, out, found)
            turn += 1
            status = play_on(table, cell, mines, tools)
        if status == WON:
            result = 1.0
        out.game[first:found] = game
        out.won[first:found] += result - had
        out.won[first : min(first + (untouched > 0.0), found)] *= untouched
    return found


def sampled(task: Task, number: int) -> Iterator[Samples]:
    """Yield the positions of the board ``number``, a chunk of games at a time."""
    rows, cols, mines, rule, start, games = task.boards[number]
    rules = Rules(rows, cols, mines, rule)
    series = Series(rules, first_cell(start, rules), games)
    promised = task.play.untouched and rule is SAFE
    promise = 1.0 - mines / len(rules.grid) if promised else 0.0
    setup = Setup(series.start, task.play, tools_of(rules.grid), promise)
    rng = np.random.default_rng(SEED + number)
    for layouts in drawn(series, SEED + number):
        room = MOST * len(layouts)
        out = Samples(np.empty((room, TOLD_FEATURES)), np.empty(room), np.empty(room, np.int32))
        found = collect(layouts, setup, rng.random((len(layouts), 3)), out)
        yield Samples(out.seen[:found].copy(), out.won[:found].copy(), out.game[:found].copy())


def gather(task: Task, number: int) -> Samples:
    """Return all positions of the board ``number``."""
    seen, won, game = zip(*sampled(task, number), strict=True)
    return Samples(np.concatenate(seen), np.concatenate(won), np.concatenate(game))


def predict(weights: Weights, seen: Floats) -> tuple[Floats, Floats]:
    """Return the hidden units and the chance to win; ``seen`` scaled."""
    hidden, logit = outputs(weights, seen)
    return hidden, 1.0 / (1.0 + np.exp(-logit))


def slopes(weights: Weights, seen: Floats, won: Floats) -> Weights:
    """Return the derivatives of the mean log loss of a batch, which luck leaves as it is."""
    hidden, chance = predict(weights, seen)
    return slopes_back(weights, seen, hidden, (chance - won) / len(won))


def fit(task: Task, seen: Floats, won: Floats) -> Weights:
    """Fit the network to scaled positions by Adam, the rate falling to 0 as a cosine."""
    rng = np.random.default_rng(SEED)
    weights = [
        rng.normal(0.0, task.inputs**-0.5, (task.inputs, task.hidden)),
        np.zeros(task.hidden),
        rng.normal(0.0, 0.3 * task.hidden**-0.5, task.hidden),
        np.zeros(task.inputs),
        np.zeros(1),
    ]
    adam = Adam(weights)
    steps = task.rounds * (len(won) // BATCH)
    for step in range(steps):
        if step * BATCH % (len(won) // BATCH * BATCH) == 0:
            order = rng.permutation(len(won))
        at = step * BATCH % (len(won) // BATCH * BATCH)
        batch = order[at : at + BATCH]
        rate = RATE * 0.5 * (1.0 + np.cos(np.pi * step / steps))
        taken = adam.steps(slopes(weights, seen[batch], won[batch]))
        for i, one in enumerate(taken):
            decay = task.decay * weights[i] if i in {0, 2} else 0.0
            weights[i] = weights[i] - rate * (one + decay)
    return weights


def error(chance: Floats, won: Floats) -> float:
    """Return how far chances are from what was won, in points: the root of the mean square."""
    return 100.0 * float(np.sqrt(np.square(chance - won).mean()))


def main() -> None:
    """Play, fit, print the log losses, write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", choices=sorted(TASKS))
    name = parser.parse_args().network
    task = TASKS[name]
    parts = [gather(task, number) for number in range(len(task.boards))]
    seen = np.concatenate([part.seen[:, : task.inputs] for part in parts])
    won = np.concatenate([part.won for part in parts]).astype(np.float64)
    held = np.concatenate([part.game % 10 == 0 for part in parts])
    board = np.repeat(np.arange(len(parts)), [len(part.won) for part in parts])
    mean, spread = seen.mean(0), seen.std(0) + 1e-6
    scaled = (seen - mean) / spread
    weights = fit(task, scaled[~held], won[~held])
    for number, (rows, cols, mines, rule, start, _) in enumerate(task.boards):
        these = held & (board == number)
        if these.any():
            found = error(predict(weights, scaled[these])[1], won[these])
            constant = error(np.full(these.sum(), won[these].mean()), won[these])
            text = f"{rows}x{cols}/{mines} {rule} {start}"
            errors = f"off by {found:.2f} points, a constant {constant:.2f}"
            print(f"{text:28} {these.sum():6} held out, {errors}")
    path = f"{core.solver.kernels.__path__[0]}/{name}.txt"
    np.savetxt(path, table_of(weights, mean, spread), "%.4g")


if __name__ == "__main__":
    main()
