"""Ctrl-C at the commands of the bot and the core while these are still being loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.ending import INTERRUPTED
from tests.processes import bare_environment

# Ctrl-C is pressed as a module begins to be loaded. One that is being loaded may suppress the
# exception, as numpy.random and finalizers do.
PRESSED = """
import contextlib, runpy, signal, sys
class Pressed:
    @staticmethod
    def find_spec(name, *_):
        if name == {module!r}:
            with contextlib.suppress({passed_over}):
                signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Pressed)
sys.argv = [{package!r}, *sys.argv[1:]]
runpy.run_module({package!r}, run_name="__main__")
"""


@pytest.mark.parametrize("passed_over", ["", "KeyboardInterrupt"])
@pytest.mark.parametrize(
    ("package", "module"), [("bot", "msgspec"), ("bot", "numba"), ("core", "numba")]
)
def test_an_interrupt_while_loading(
    tmp_path: Path, package: str, module: str, passed_over: str
) -> None:
    """Ctrl-C while a command is being loaded ends it silently, even if a module suppresses it.

    The bot is loaded in two parts: the second, with the compiler, once it has read its settings.
    """
    pressed = PRESSED.format(package=package, module=module, passed_over=passed_over)
    ended = subprocess.run(  # noqa: S603  # our own command
        [sys.executable, "-c", pressed],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=bare_environment() | {"REDIS_URL": "memory://"},
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (INTERRUPTED, "", "")


@pytest.mark.parametrize(("package", "module"), [("bot", "msgspec"), ("core", "numba")])
def test_ignored_interrupts_while_loading(package: str, module: str) -> None:
    """A command that ignores interrupts, as one in a shell's background, survives Ctrl-C."""
    pressed = PRESSED.format(package=package, module=module, passed_over="")
    ignored = f"import signal\nsignal.signal(2, signal.SIG_IGN)\n{pressed}"
    ended = subprocess.run(  # noqa: S603  # our own command
        [sys.executable, "-c", ignored, "--help"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith(f"usage: python -m {package}")
