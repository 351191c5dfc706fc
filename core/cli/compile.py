"""``compile``: fill the on-disk cache of compiled kernels."""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Any

from core import generate, solver


def add_compile(commands: Any) -> None:
    """Add the command to argparse's ``commands``."""
    parser = commands.add_parser("compile", help="compile the solver's kernels into the cache")
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Compile and print how long it took."""
    started = perf_counter()
    solver.warm()
    generate.warm()
    print(f"{perf_counter() - started:.1f} s")
    return 0
