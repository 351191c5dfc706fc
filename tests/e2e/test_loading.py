"""The commands while what they are made of is still being loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bot.ending import INTERRUPTED

# Ctrl-C is pressed where the compiler begins to be loaded, which takes the longest.
PRESSED = """
import runpy, signal, sys
class Pressed:
    @staticmethod
    def find_spec(name, *_):
        if name == "numba":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Pressed)
sys.argv = [{package!r}, "--help"]
runpy.run_module({package!r}, run_name="__main__")
"""


@pytest.mark.parametrize("package", ["bot", "core"])
def test_an_interrupt_while_loading(package: str) -> None:
    """Ctrl-C in the first half second ends a command without a word, where it gave a traceback."""
    ended = subprocess.run(  # noqa: S603  # our own command
        [sys.executable, "-c", PRESSED.format(package=package)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (INTERRUPTED, "", "")
