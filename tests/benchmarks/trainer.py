"""How long exercises take to make.

Run ``python -m tests.benchmarks.trainer``; it takes about a minute and prints a table. Times are
wall-clock time on warm kernels.
"""

from __future__ import annotations

from argparse import ArgumentParser
from random import Random
from time import perf_counter

import numpy as np

from core.solver import warm
from core.solver.reason import Conclusion
from core.trainer import ASKED, Drill, exercise

EXERCISES = 100


def main() -> None:
    """Measure and print."""
    ArgumentParser(description=__doc__).parse_args()
    warm()
    print("| drill | asked | p50, ms | p90 | max |\n| --- | --- | --: | --: | --: |")
    for drill, questions in ASKED.items():
        for asked in questions:
            print(line(drill, asked), flush=True)


def line(drill: Drill, asked: Conclusion) -> str:
    """Return the table's line for a question."""
    times = []
    for seed in range(EXERCISES):
        started = perf_counter()
        exercise(drill, Random(seed), asked)
        times.append(1000 * (perf_counter() - started))
    p50, p90, most = np.percentile(times, (50, 90, 100))
    return f"| {drill} | {asked.value} | {p50:.0f} | {p90:.0f} | {most:.0f} |"


if __name__ == "__main__":
    main()
