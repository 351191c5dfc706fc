"""``compile``: fill the on-disk cache of compiled kernels."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from time import perf_counter
from typing import Any, Final

from core import generate, solver
from core.cli.aside import aside
from core.cli.layouts import Series, drawn
from core.cli.play import play
from core.rules import Rules
from core.solver.policy import DEFAULT
from core.solver.warm import warm_advice, warm_maps, warm_reasons

TO_COME: Final = "Compiling the solver: some minutes the first time, seconds from then on."

LOADED_S: Final = 5.0
"""Maps that are compiled already are loaded in fewer seconds; compiling them takes 20."""


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
    print(TO_COME, file=sys.stderr)
    started = perf_counter()
    aside(warm_maps)
    with _helper() if perf_counter() - started > LOADED_S else nullcontext():
        aside(warm_advice)
    aside(solver.warm)
    aside(generate.warm)
    if options.all:
        aside(play_one)
    print(f"{perf_counter() - started:.1f} s")
    return 0


@contextmanager
def _helper() -> Iterator[None]:
    """Have a second process compile what advice does not need, if there is a core for it.

    It runs beside the block, which ends when both have. What it fails to compile is compiled
    afterwards: whoever needs it does not find it in the cache.
    """
    if (os.cpu_count() or 1) == 1:
        yield
        return
    helper = get_context("spawn").Process(target=help_out)
    try:
        with suppress(OSError):  # no process is to be had
            helper.start()
        yield
        if helper.is_alive():
            helper.join()
    finally:
        if helper.is_alive():
            helper.kill()


def help_out() -> None:
    """Compile what advice does not need; errors are told by the process that needs it later."""
    signal(SIGINT, SIG_IGN)  # the process that is helped ends this one
    with suppress(Exception):
        warm_reasons()
        generate.warm()
