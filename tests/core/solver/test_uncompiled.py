"""Uncompiled: the kernels are plain Python, and give the same answers that way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.solver.samples import samples


def uncompiled(*command: str) -> str:
    """Return what a Python module prints if nothing is compiled."""
    return subprocess.run(  # noqa: S603  # our own command line
        [sys.executable, "-W", "ignore::RuntimeWarning", "-m", *command],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_answers_are_the_same() -> None:
    """Maps, advice, rough maps and impossible boards are the same with and without compiling."""
    plain = [json.loads(line) for line in uncompiled("tests.core.solver.samples").splitlines()]
    assert plain == json.loads(json.dumps(list(samples())))


def test_command_line(tmp_path: Path) -> None:
    """Uncompiled, ``analyse`` prints a best cell that its search alone came upon."""
    position = {"width": 5, "height": 2, "mines": 3, "rows": ["###21", "1###1"]}
    (file := tmp_path / "position").write_text(json.dumps(position))
    answer = json.loads(uncompiled("core", "analyse", str(file)))
    assert answer["best"] in ([0, 2], [1, 2])
    assert answer["win"] == pytest.approx(1 / 3)


def test_games_are_the_same() -> None:
    """Compiled and uncompiled play win as many of the same games, with as many guesses."""
    # A small budget, as a search of milliseconds takes seconds uncompiled.
    size = ("--rows", "9", "--cols", "9", "--mines", "14", "--games", "25", "--budget-ms", "2")
    plain = json.loads(uncompiled("core", "play", *size, "--json"))
    compiled = subprocess.run(  # noqa: S603  # our own command line
        [sys.executable, "-m", "core", "play", *size, "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    fast = json.loads(compiled.stdout)
    for figure in ("games", "wins", "guesses_per_game"):
        assert plain[figure] == fast[figure]


def test_layouts_are_the_same() -> None:
    """A seed gives the same no-guess layouts, compiled and uncompiled."""
    size = ("--rows", "9", "--cols", "9", "--mines", "16", "--count", "3", "--seed", "5")
    command = ("core", "generate", *size, "--no-guess", "--hex")
    compiled = subprocess.run(  # noqa: S603  # our own command line
        [sys.executable, "-m", *command], capture_output=True, text=True, check=True
    )
    assert uncompiled(*command) == compiled.stdout
