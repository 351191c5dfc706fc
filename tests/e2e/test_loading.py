"""Ctrl-C at the commands of the bot and the core while these are still being loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bot.ending import INTERRUPTED

# Ctrl-C is pressed as the compiler begins to be loaded, which takes the longest. A module
# that is being loaded may suppress the exception, as numpy.random and finalizers do.
PRESSED = """
import contextlib, runpy, signal, sys
class Pressed:
    @staticmethod
    def find_spec(name, *_):
        if name == "numba":
            with contextlib.suppress({passed_over}):
                signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Pressed)
sys.argv = [{package!r}, "--help"]
runpy.run_module({package!r}, run_name="__main__")
"""


@pytest.mark.parametrize("passed_over", ["", "KeyboardInterrupt"])
@pytest.mark.parametrize("package", ["bot", "core"])
def test_an_interrupt_while_loading(package: str, passed_over: str) -> None:
    """Ctrl-C while a command is being loaded ends it silently, even if a module suppresses it."""
    pressed = PRESSED.format(package=package, passed_over=passed_over)
    ended = subprocess.run(  # noqa: S603  # our own command
        [sys.executable, "-c", pressed],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (INTERRUPTED, "", "")


@pytest.mark.parametrize("package", ["bot", "core"])
def test_ignored_interrupts_while_loading(package: str) -> None:
    """A command that ignores interrupts, as one in a shell's background, survives Ctrl-C."""
    pressed = PRESSED.format(package=package, passed_over="")
    ended = subprocess.run(  # noqa: S603  # our own command
        [sys.executable, "-c", f"import signal\nsignal.signal(2, signal.SIG_IGN)\n{pressed}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith(f"usage: python -m {package}")
