"""How long no-guess layouts take, and what share of uniform layouts logic solves.

Run ``python -m tests.benchmarks.no_guess``; it takes about two minutes and prints two tables. Times
are processor time, so that what else the machine does matters little.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random, SystemRandom
from time import process_time

import numpy as np

from core.cli.board import first_cell
from core.generate import Generated, no_guess, prove, uniform, warm
from core.generate.no_guess import setting_of, trial_of
from core.rules import Rules

SHARES = (
    (8, 8, 10, "2,2", 20_000),
    (8, 8, 10, "3,3", 20_000),
    (9, 9, 10, "0,0", 20_000),
    (9, 9, 10, "2,2", 20_000),
    (16, 16, 40, "2,2", 20_000),
    (16, 16, 40, "3,3", 20_000),
    (16, 30, 99, "3,3", 20_000),
    (50, 50, 500, "3,3", 3000),
    (100, 100, 2000, "3,3", 1000),
)
"""Rows, columns, mines, first cell, layouts."""

TIMES = (
    (9, 9, 10, 2000),
    (16, 16, 40, 2000),
    (16, 30, 99, 1000),
    (16, 30, 120, 200),
    (16, 30, 130, 200),
    (16, 30, 150, 300),
    (16, 30, 170, 300),
    (16, 30, 180, 100),
    (16, 30, 200, 100),
    (50, 50, 500, 200),
    (50, 50, 800, 30),
    (100, 100, 2000, 20),
)
"""Rows, columns, mines, layouts."""


def main() -> None:
    """Measure and print."""
    ArgumentParser(description=__doc__).parse_args()
    warm()
    print("| board | first | layouts | solved by logic, % |\n| --- | --- | --: | --: |")
    for row in SHARES:
        print(share(*row), flush=True)
    print(
        "\n| board | layouts | p50, ms | p90 | max | tries | adjusted, % | buried | none | proof |"
    )
    print("| --- |" + " --: |" * 9)
    for board in TIMES:
        print(times(*board), flush=True)


def share(rows: int, cols: int, mines: int, start: str, layouts: int) -> str:
    """Return the line for the share of uniform layouts that logic solves."""
    rules, rng = Rules(rows, cols, mines), Random(1)
    first = first_cell(start, rules)
    setting = setting_of(rules, first)
    drawn = (uniform(rules, first, rng) for _ in range(layouts))
    rate = sum(trial_of(minefield, setting).solved for minefield in drawn) / layouts
    error = (rate * (1 - rate) / layouts) ** 0.5
    won = f"{100 * rate:.2f} ± {100 * error:.2f}"
    return f"| {cols}x{rows}/{mines} | {start} | {layouts} | {won} |"


def times(rows: int, cols: int, mines: int, layouts: int) -> str:
    """Return the line for the time that no-guess layouts take."""
    rules = Rules(rows, cols, mines)
    first = first_cell(None, rules)
    if isinstance(warmed := no_guess(rules, first, Random(1)), Generated):
        prove(warmed.minefield, first)
    timed = list(draws(rules, first, layouts))
    ms = [taken for _, taken in timed]
    found = [generated for generated, _ in timed if generated]
    started = process_time()
    prove(found[0].minefield, first)
    proof = 1000 * (process_time() - started)
    p50, p90, most = np.percentile(ms, (50, 90, 100))
    tries = np.median([generated.tries for generated in found])
    setting = setting_of(rules, first)
    buried = np.mean([trial_of(generated.minefield, setting).buried for generated in found])
    adjusted = 100 * sum(generated.adjusted for generated in found) / len(found)
    return (
        f"| {cols}x{rows}/{mines} | {layouts} | {p50:.2f} | {p90:.2f} | {most:.2f} "
        f"| {tries:.0f} | {adjusted:.1f} | {buried:.1f} | {layouts - len(found)} | {proof:.0f} |"
    )


def draws(rules: Rules, first: int, layouts: int) -> Iterator[tuple[Generated | None, float]]:
    """Yield layouts drawn as in real games (None for a failure), each with its ms."""
    rng = SystemRandom()
    for _ in range(layouts):
        started = process_time()
        found = no_guess(rules, first, rng)
        ms = 1000 * (process_time() - started)
        yield (found if isinstance(found, Generated) else None), ms


if __name__ == "__main__":
    main()
