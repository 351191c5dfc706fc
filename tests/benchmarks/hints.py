"""How long maps, numbers of layouts, hints and reasons take, and how many reasons are minimal.

Run ``python -m tests.benchmarks.hints``. Games of the board are played by hints; all positions
where a guess is due are asked about, and one in ten of those where a cell is certainly safe. With
``--positions FILE``, JSON lines as ``python -m core analyse`` reads them, those are asked about
instead, by their ``category`` if they have one. With ``--large`` it is boards of 100x100: scattered
ones, lattices and patches of equal numbers. Each question is asked once, after all were asked of
the first position, with the table of components empty. Times are processor time in ms.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Final

import numpy as np

from bot.app.counsel import give_counsel
from core.board import Board
from core.cli.analyse import read_board
from core.cli.board import add_board, first_cell, rules_of
from core.game import Game, Refused
from core.generate import uniform
from core.grid import Cell, Grid
from core.move import Open
from core.rules import FirstOpen, Rules
from core.solver import Analysis, analyse, warm
from core.solver.advice import advise
from core.solver.analysis import solve
from core.solver.explain import explain_all
from core.solver.geometry import view_of
from core.solver.kernels.compiled import Floats
from core.solver.kernels.component import forget
from core.solver.reason import Reason
from core.solver.workspace import narrow_work
from tests.benchmarks.rough import scattered
from tests.core.solver.test_analysis_wide import lattice
from tests.core.solver.test_steps import patches

ONE_IN: Final = 10
"""Of the positions with a safe cell one in so many is asked about: there are a hundred a game."""

PATCHES: Final = (
    (100, 100, 1, 1500),
    (100, 100, 3, 3000),
    (3, 100, 3, 2500),
    (5, 10, 4, 3000),
    (5, 30, 4, 3000),
    (10, 50, 1, 1000),
    (10, 50, 2, 2000),
)
"""Rows and columns of a patch, its number, mines of the board."""

Groups = Mapping[str, Sequence[Board]]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_board(parser, FirstOpen.OPENING)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=Path, help="JSON lines, or such with gzip")
    parser.add_argument("--large", type=int, metavar="N", help="N boards of each kind")
    options = parser.parse_args()
    warm()
    if options.positions:
        groups = read(options.positions)
    elif options.large:
        groups = large(options.large, options.seed)
    else:
        rules = rules_of(options)
        first = first_cell(options.start, rules)
        groups = played(rules, first, options.games, options.seed)
    for name, boards in groups.items():
        print(f"\n{name}: {len(boards)} positions\n\n| what | mean | p50 | p99 | most |")
        print("|---|--:|--:|--:|--:|")
        for line in table(boards):
            print(line, flush=True)


def played(rules: Rules, first: Cell, games: int, seed: int) -> Groups:
    """Return positions of games that are played by hints of 0.1 s."""
    rng = Random(seed)
    found = defaultdict[str, list[Board]](list)
    for _ in range(games):
        minefield = uniform(rules, first, rng)
        game, cell, safe = Game.new(rules), first, 0
        while not game.outcome:
            result = game.play(Open(cell), lambda *_, layout=minefield: layout)
            assert not isinstance(result, Refused)  # the cell is closed
            if (game := result.game).outcome:
                break
            board = game.board
            advice = advise(board, 0.1)
            assert advice.best is not None  # the game goes on
            if not advice.analysis.safe:
                found["a guess is due"].append(board)
            elif (safe := safe + 1) % ONE_IN == 0:
                found["a cell is safe"].append(board)
            cell = rng.choice(advice.analysis.safe or (advice.best.cell,))
    return found


def read(path: Path) -> Groups:
    """Return the positions of a file."""
    opener = gzip.open if path.suffix == ".gz" else Path.open
    found = defaultdict[str, list[Board]](list)
    with opener(path, "rb") as lines:
        for line in lines:
            found[json.loads(line).get("category", path.name)].append(read_board(line))
    return found


def large(count: int, seed: int) -> Groups:
    """Return ``count`` boards of 100x100 of each kind, and those of PATCHES."""
    rng = Random(seed)
    return {
        "scattered": [scattered(rng, Grid(100, 100)) for _ in range(count)],
        "lattices": [lattice(100, 100, 2, rng.randrange(1 << 30))[0] for _ in range(count)],
        "patches": [patches(*each) for each in PATCHES],
    }


def table(boards: Sequence[Board]) -> Iterator[str]:
    """Yield the rows of a table of times, and a line about the reasons."""
    analyses = [analyse(board) for board in boards]
    chance = np.empty(max(len(board.grid) for board in boards))
    exact = [analysis for analysis in analyses if analysis.exact]
    questions: tuple[tuple[str, Callable[[Analysis], object], Sequence[Analysis]], ...] = (
        ("map, the kernel alone", partial(call_kernel, chance), analyses),
        ("map, `analyse()`", lambda each: analyse(each.board), analyses),
        ("exact number of layouts", lambda each: replace(each).layouts, exact),
        ("hint of 0.1 s", lambda each: give_counsel(each.board, 0.1), analyses),
        ("hint of 0.5 s", lambda each: give_counsel(each.board, 0.5), analyses),
        ("all reasons", reasons, analyses),
    )
    for name, ask, asked in questions:
        if asked:
            ms = list(timed(ask, asked))
            mean, (p50, p99, most) = np.mean(ms), np.quantile(ms, (0.5, 0.99, 1.0))
            yield f"| {name} | {mean:.3f} | {p50:.3f} | {p99:.3f} | {most:.3f} |"
    found = [reason for analysis in analyses for reason in reasons(analysis)]
    if cells := sum(len(reason.cells) for reason in found):
        minimal = sum(len(reason.cells) for reason in found if reason.minimal)
        clues = sum(len(reason.cells) * len(reason.clues) for reason in found) / cells
        told = f"{cells} times a cell has a reason, {cells - minimal} times not a minimal one"
        yield f"\n{told}; {clues:.2f} clues"


def call_kernel(chance: Floats, analysis: Analysis) -> None:
    """Have the kernel make the map of a board, which ``chance`` has room for."""
    board = analysis.board
    solve(board, view_of(board), narrow_work(), chance[: len(board.grid)])


def reasons(analysis: Analysis) -> list[Reason]:
    """Return the reasons of all certain cells."""
    safe = explain_all(analysis.board, analysis.safe, is_mine=False)
    return [*safe, *explain_all(analysis.board, analysis.mines, is_mine=True)]


def timed(ask: Callable[[Analysis], object], asked: Sequence[Analysis]) -> Iterator[float]:
    """Yield how many ms each of ``asked`` takes."""
    ask(asked[0])
    for analysis in asked:
        forget(narrow_work())
        started = process_time()
        ask(analysis)
        yield 1000 * (process_time() - started)


if __name__ == "__main__":
    main()
