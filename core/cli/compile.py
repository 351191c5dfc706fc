"""``compile``: fill the on-disk cache of compiled kernels."""

from __future__ import annotations

import argparse
import sys
from time import perf_counter
from typing import Any, Final

from core import generate, solver
from core.cli.aside import aside
from core.cli.layouts import Series, drawn
from core.cli.play import play
from core.rules import Rules
from core.solver.policy import DEFAULT

TO_COME: Final = "Compiling the solver: some minutes the first time, seconds from then on."


def add_compile(commands: Any) -> None:
    """Add the command to argparse's ``commands``."""
    parser = commands.add_parser("compile", help="compile the solver's kernels into the cache")
    parser.add_argument("--all", action="store_true", help="what playing games takes as well")
    parser.set_defaults(run=run)


def play_one() -> None:
    """Play a game as ``play`` does."""
    series = Series(Rules(5, 5, 5), 0, 1)
    play(series, drawn(series, 1), DEFAULT, 1)


def run(options: argparse.Namespace) -> int:
    """Compile, having said that it may take minutes, and print how long it took."""
    print(TO_COME, file=sys.stderr, flush=True)
    started = perf_counter()
    aside(solver.warm)
    aside(generate.warm)
    if options.all:
        play_one()
    print(f"{perf_counter() - started:.1f} s")
    return 0
