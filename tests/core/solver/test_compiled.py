"""How kernels are compiled: once for all arguments that they are called with."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest
from numba import njit

from core.solver.kernels.compiled import borrowing
from core.solver.kernels.freshness import KernelCache

LEFT = """
import sys
import core.review, core.trainer
from core import generate, solver
from tests.memory import resident

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
before = resident()
solver.warm()
generate.warm()
left()
print(resident() - before, file=sys.stderr)
"""

COMPILE = """
from contextlib import redirect_stdout
from core.cli.main import main

for options in (), ("--all",):
    with redirect_stdout(sys.stderr):
        main(["compile", *options])
    left()
"""

LOADED = 120
"""MiB, half as many again as all kernels take; with what compiling takes it would be 200."""

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


def test_a_loaded_kernel_is_compiled_into_others() -> None:
    """The code of a kernel that is compiled later has in it what was loaded from the cache."""
    assert doubled(1) == 2
    source: Any = doubled
    loaded: Any = borrowing(source.py_func)
    assert loaded(2) == 4
    assert sum(loaded.stats.cache_hits.values()) == 1
    calling: Any = njit(lambda number: loaded(number) + 1)
    assert calling(3) == 7
    (code,) = calling.inspect_llvm().values()
    assert not re.search(r"declare .*doubled", code)


def printed(way: str) -> subprocess.CompletedProcess[str]:
    """Return what a process prints that loads kernels in that way."""
    command = [sys.executable, "-c", LEFT + way]
    return subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603  # ours


def test_nothing_is_left_to_be_compiled_when_all_is_warm() -> None:
    """No hint, review, exercise or layout is the first to call a kernel, once they are warmed.

    Loaded kernels take no memory for what others would be compiled with.
    """
    warmed = printed(WARM)
    assert warmed.stdout == "\n"
    assert float(warmed.stderr) < LOADED


def test_nothing_is_left_to_be_compiled_after_compile() -> None:
    """So it is once ``compile`` has run, and then with --all no game of ``play`` is either.

    What times its guesses is in the cache with the kernel that plays games.
    """
    expected = [
        sorted(f"core.cli.play.{kernel}" for kernel in kernels)
        for kernels in ([*PLAYING, "play_games"], PLAYING)
    ]
    assert list(map(str.split, printed(COMPILE).stdout.splitlines())) == expected
