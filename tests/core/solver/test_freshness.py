"""Compiled kernels are compiled again when anything that is in them has changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import numpy as np

import core

ESTIMATE = """
import numpy as np
from core.solver.kernels.network import VALUE
from core.solver.kernels.value import FEATURES, estimate

found = estimate(VALUE, np.zeros(FEATURES))
print(found, sum(estimate.stats.cache_hits.values()))
"""


def estimated(folder: Path) -> tuple[float, bool]:
    """Return what a kernel says in a process of its own, and if it was found compiled."""
    command = [sys.executable, "-c", ESTIMATE]
    done = subprocess.run(  # noqa: S603  # our own command line
        command, cwd=folder, env={"PYTHONPATH": str(folder)}, capture_output=True, check=True
    )
    value, hits = done.stdout.split()
    return float(value), bool(int(hits))


def test_other_files_have_changed(tmp_path: Path) -> None:
    """A kernel that was compiled before its weights, or what it calls, were others is not used."""
    there = Path(core.__file__).parent
    copytree(there, tmp_path / "core", ignore=ignore_patterns("__pycache__"))
    kernels = tmp_path / "core" / "solver" / "kernels"
    first, was_there = estimated(tmp_path)
    assert not was_there
    assert estimated(tmp_path) == (first, True)
    weights = np.loadtxt(kernels / "value.txt")
    np.savetxt(kernels / "value.txt", weights + 0.1)
    weighed, was_there = estimated(tmp_path)
    assert (weighed != first, was_there) == (True, False)
    called = kernels / "network.py"
    called.write_text(called.read_text().replace("found = network.constant", "found = 9.0"))
    changed, was_there = estimated(tmp_path)
    assert (changed != weighed, was_there) == (True, False)
