"""Uncompiled: the kernels are plain Python, and give the same answers that way."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from tests.core.solver.samples import samples


def test_answers_are_the_same() -> None:
    """Maps, advice, searches, games, layouts and impossible boards are the same both ways.

    The samples go through all that the kernels do, as their coverage shows.
    """
    plain = subprocess.check_output(
        [sys.executable, "-W", "ignore::RuntimeWarning", "-m", "tests.core.solver.samples"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": "."},
        text=True,
    )
    compiled = json.loads(json.dumps(list(samples())))
    assert [json.loads(line) for line in plain.splitlines()] == compiled
