"""``play``: whole games played by the solver, and how they went."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from itertools import chain, islice
from math import sqrt
from pathlib import Path
from threading import Event
from time import perf_counter
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from core.cli.aside import aside
from core.cli.board import DEFAULT, add_board, first_cell, rules_of
from core.cli.layouts import Layouts, Series, drawn, read_layouts
from core.cli.values import milliseconds, number_of_games, opened, seed_of_layouts, threads
from core.rules import FirstOpen
from core.solver.kernels.guess import Policy
from core.solver.kernels.play import guess_on, play_games
from core.solver.kernels.table import GOING, deal, play_on
from core.solver.policy import POLICIES, deeper
from core.solver.workspace import tools_of

Outcomes: TypeAlias = tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]
"""Of each game, (games,), whether it was won, 1 or 0, and how many guesses it took."""

TIMED: Final = 300
"""Games played again move by move to time the decisions, which compiled play cannot."""

FEW: Final = 10
"""Games played between two checks whether to stop: compiled play cannot be interrupted."""

LOOK_S: Final = 0.1
"""Seconds that are waited at a time: a signal that comes just as a wait begins does not end it."""

GUESSES: Final = (
    "how cells are guessed: the default, what searches longer (deeper), or the default with one "
    f"part switched off, or all (docs/solver.md); {DEFAULT}"
)


def add_play(commands: Any) -> None:
    """Add the command to argparse's ``commands``."""
    parser = commands.add_parser("play", help="play games and print how they went")
    add_board(parser, FirstOpen.OPENING)
    parser.add_argument("--games", type=number_of_games, help="default: 1000, or all of --layouts")
    parser.add_argument(
        "--seed", type=seed_of_layouts, default=1, help=f"of the layouts drawn, {DEFAULT}"
    )
    parser.add_argument("--policy", choices=sorted(POLICIES), default="default", help=GUESSES)
    parser.add_argument("--budget-ms", type=milliseconds, help="search this long a guess, about")
    parser.add_argument("--workers", type=threads, default=1, help=f"threads, {DEFAULT}")
    parser.add_argument(
        "--layouts",
        type=Path,
        help="play the layouts of this file, whatever board and seed other options name: "
        "WIDTH HEIGHT MINES START_X START_Y RULE COUNT, RULE S (safe) or Z (opening), then a line "
        "of hexadecimal digits each: a bit for a mine, cells row by row, the first the highest bit",
    )
    parser.add_argument(
        "--outcomes",
        type=Path,
        help="write 1 (won) or 0 for each game, at the end, in place of what is in this file then",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.set_defaults(run=run)


@dataclass(frozen=True, slots=True)
class Summary:
    """``rate`` with its ``standard_error`` in percent, times in ms a game or decision."""

    games: int
    wins: int
    rate: float
    standard_error: float
    ms_per_game: float
    guesses_per_game: float
    decision_p50: float
    decision_p99: float
    decision_max: float


def run(options: argparse.Namespace) -> int:
    """Play the games and print the summary."""
    series, layouts = _series(options)
    policy = POLICIES[options.policy]
    if options.budget_ms is not None:
        policy = deeper(policy, options.budget_ms)
    first = next(layouts)
    with opened(options.outcomes) as write:
        times = aside(decision_times, series, first[:TIMED], policy)
        started = perf_counter()
        won, guesses = play(series, chain((first,), layouts), policy, options.workers)
        summary = summarise(won, guesses, perf_counter() - started, times)
        # The summary is there even if the disk is full, the outcomes even if nobody reads it.
        try:
            print(json.dumps(asdict(summary)) if options.json else _text(summary))
        finally:
            write("".join(map(str, won.tolist())))
    return 0


def _series(options: argparse.Namespace) -> tuple[Series, Iterator[Layouts]]:
    if options.layouts:
        outcomes = options.outcomes
        if outcomes and outcomes.is_file() and outcomes.samefile(options.layouts):
            raise ValueError("--outcomes would take the place of the layouts")
        return read_layouts(options.layouts, options.games)
    rules = rules_of(options)
    games = 1000 if options.games is None else options.games
    series = Series(rules, first_cell(options.start, rules), games)
    return series, drawn(series, options.seed)


def play(series: Series, chunks: Iterator[Layouts], policy: Policy, workers: int) -> Outcomes:
    """Play ``chunks`` of layouts on ``workers`` threads."""
    won: list[npt.NDArray[np.int8]] = []
    guesses: list[npt.NDArray[np.int32]] = []
    played, stopped = 0, Event()
    pool = ThreadPoolExecutor(workers)
    try:
        running: list[Future[Outcomes]] = []
        while True:
            # A few chunks ahead at most: a million layouts would fill the memory.
            running += [
                pool.submit(_play_chunk, series, chunk, policy, stopped)
                for chunk in islice(chunks, 2 * workers - len(running))
            ]
            if not running:
                return np.concatenate(won), np.concatenate(guesses)
            while not wait(running[:1], LOOK_S).done:
                pass
            chunk_won, chunk_guesses = running.pop(0).result()
            won.append(chunk_won)
            guesses.append(chunk_guesses)
            played += chunk_won.size
            _progress(played, series.games)
    finally:
        # Who presses Ctrl-C waits neither for what is queued nor for what is played.
        stopped.set()
        pool.shutdown(wait=False)


def _progress(played: int, games: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if played == games else ""
        print(f"\r{played} of {games}", end=end, file=sys.stderr, flush=True)


def _play_chunk(series: Series, layouts: Layouts, policy: Policy, stopped: Event) -> Outcomes:
    """Play ``layouts``, a few at a time, until all are played or ``stopped`` is set."""
    tools = tools_of(series.rules.grid)
    won = np.zeros(len(layouts), np.int8)
    guesses = np.zeros(len(layouts), np.int32)
    for first in range(0, len(layouts), FEW):
        if stopped.is_set():
            break
        some = slice(first, first + FEW)
        play_games(layouts[some], series.start, policy, tools, won[some], guesses[some])
    return won, guesses


def decision_times(series: Series, layouts: Layouts, policy: Policy) -> list[float]:
    """Play ``layouts`` move by move; return the seconds each guess took.

    The first guess is made once before it is timed, for that loads the kernel.
    """
    tools, mines = tools_of(series.rules.grid), series.rules.mines
    play_games(
        layouts[:1], series.start, policy, tools, np.zeros(1, np.int8), np.zeros(1, np.int32)
    )
    times: list[float] = []
    for layout in layouts:
        table = deal(layout, tools.geometry.near)
        status = play_on(table, series.start, mines, tools)
        while status == GOING:
            if not times:
                guess_on(table, mines, policy, tools)
            started = perf_counter()
            cell = guess_on(table, mines, policy, tools)
            times.append(perf_counter() - started)
            status = play_on(table, cell, mines, tools)
    return times or [0.0]


def success(won: npt.NDArray[np.int8]) -> tuple[float, float]:
    """Return the rate of games ``won``, (games,), and its standard error, in percent."""
    rate = float(won.mean())
    return 100 * rate, 100 * sqrt(rate * (1 - rate) / won.size)


def summarise(
    won: npt.NDArray[np.int8], guesses: npt.NDArray[np.int32], seconds: float, times: list[float]
) -> Summary:
    """Put the figures of a run together."""
    games, (rate, error) = won.size, success(won)
    p50, p99, most = (1000 * float(np.percentile(times, q)) for q in (50, 99, 100))
    return Summary(
        games=games,
        wins=int(won.sum()),
        rate=rate,
        standard_error=error,
        ms_per_game=1000 * seconds / games,
        guesses_per_game=float(guesses.mean()),
        decision_p50=p50,
        decision_p99=p99,
        decision_max=most,
    )


def _text(summary: Summary) -> str:
    return (
        f"games     {summary.games}\n"
        f"wins      {summary.wins}\n"
        f"rate      {summary.rate:.3f} % +- {summary.standard_error:.3f}\n"
        f"time      {summary.ms_per_game:.3f} ms a game\n"
        f"guesses   {summary.guesses_per_game:.3f} a game\n"
        f"decision  p50 {summary.decision_p50:.3f}  p99 {summary.decision_p99:.3f}  "
        f"max {summary.decision_max:.3f} ms"
    )
