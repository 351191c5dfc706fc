"""How kernels are compiled: once for all arguments that they are called with."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from core.solver.kernels.compiled import borrowing
from core.solver.kernels.freshness import KernelCache

LEFT = """
import sys
import core.review, core.trainer
from core import generate, solver

def left():
    found = [
        f"{name}.{kernel}"
        for name, module in sys.modules.items()
        if name.startswith("core.") and "kernels" not in name
        for kernel, called in vars(module).items()
        if getattr(called, "signatures", None) == []
    ]
    print(*sorted(found))
"""
"""Can print the kernels that plain Python calls and that a process has not loaded."""

WARM = """
solver.warm()
generate.warm()
left()
"""

COMPILE = """
from contextlib import redirect_stdout
from core.cli.main import main

for options in (), ("--all",):
    with redirect_stdout(sys.stderr):
        main(["compile", *options])
    left()
"""

PLAYING = ["deal", "guess_on", "play_on"]
"""The kernels of ``play`` that time guesses."""


@borrowing
def doubled(number: int) -> int:
    """Return twice the ``number``."""
    return number * 2


@borrowing
def added(number: int) -> int:
    """Double constants and a variable."""
    return doubled(1) + doubled(number=2) + doubled(number)


def test_constants_are_of_one_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel called with constants is compiled once, not once for each constant."""
    monkeypatch.setattr(KernelCache, "load_overload", lambda *_: None)
    callee: Any = doubled
    assert added(3) == 12
    assert len(callee.signatures) == 1


@pytest.mark.parametrize(
    ("way", "left"),
    [(WARM, [[]]), (COMPILE, [[*PLAYING, "play_games"], PLAYING])],
    ids=["warm", "compile"],
)
def test_nothing_is_left_to_be_compiled_when_all_is_warm(way: str, left: list[list[str]]) -> None:
    """No hint, review, exercise or layout is the first to call a kernel, once they are warmed.

    So it is once ``compile`` has run, and then with --all no game of ``play`` is either: what times
    its guesses is in the cache with the kernel that plays games.
    """
    command = [sys.executable, "-c", LEFT + way]
    printed = subprocess.check_output(command, text=True)  # noqa: S603  # our own command line
    expected = [sorted(f"core.cli.play.{kernel}" for kernel in kernels) for kernels in left]
    assert list(map(str.split, printed.splitlines())) == expected
