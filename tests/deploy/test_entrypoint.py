"""The image's entry point: kernels compiled at build are found where they were copied to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
KERNEL = """
import sys
from core.solver.kernels.compiled import kernel

@kernel
def double(number):
    return number * 2

double(21)
stats = double.stats
print(sys.argv[1:], sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def test_kernels_are_not_compiled_again(tmp_path: Path) -> None:
    """Kernels compiled in one folder, for any processor, are loaded from its copy in another."""
    (tmp_path / "bot.py").write_text(KERNEL)
    built, copied = tmp_path / "kernels", tmp_path / "made" / "kernels"
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    both = {"PATH": path, "PYTHONPATH": f"{tmp_path}:{ROOT}", "NUMBA_CPU_NAME": "generic"}
    build = [sys.executable, "-m", "bot"]
    start = [str(ROOT / "deploy" / "entrypoint.sh"), "--check-config"]
    said = [
        subprocess.run(  # noqa: S603  # our own command lines
            command, cwd=tmp_path, env=both | more, capture_output=True, text=True, check=True
        ).stdout.strip()
        for command, more in (
            (build, {"NUMBA_CACHE_DIR": str(built)}),
            (start, {"NUMBA_CACHE_DIR": str(copied), "KERNELS": str(built)}),
        )
    ]
    assert said == ["[] 0 1", "['--check-config'] 1 0"]
