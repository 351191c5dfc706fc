"""Ctrl-C while a kernel hands over its result, where Numba cannot take an exception."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from core.cli.main import INTERRUPTED

# Ctrl-C is pressed when a kernel called by ``where`` has ended and Numba looks up how to build its
# result: it would take an exception there for the result. Kernels are loaded by then.
PRESSED = """
import os, runpy, signal, sys
from numba.core import serialize
left = [{later}]
look_up = serialize._numba_unpickle
def pressed(*arguments):
    frame = sys._getframe(1)
    while frame and frame.f_code.co_name != {where!r}:
        frame = frame.f_back
    left[0] -= frame is not None
    if frame and left[0] == 0:
        os.kill(os.getpid(), signal.SIGINT)
    return look_up(*arguments)
serialize._numba_unpickle = pressed
sys.argv = ["core", *{command!r}.split()]
runpy.run_module("core", run_name="__main__")
"""
POSITION = '{"width": 4, "height": 2, "mines": 3, "rows": ["####", "#1##"]}\n'


@pytest.mark.parametrize(
    ("where", "later", "command"),
    [
        ("solve", 30, "analyse --no-best"),
        ("look", 1, "analyse"),
        ("draw", 1, "generate --no-guess"),
        ("prove", 30, "generate --no-guess --proof"),
        ("decision_times", 30, "play"),
    ],
)
def test_an_interrupt_as_a_kernel_ends(where: str, later: int, command: str) -> None:
    """Ctrl-C between a kernel and its result ends a command with a sentence, without a crash."""
    ended = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-c", PRESSED.format(where=where, later=later, command=command)],
        input=50 * POSITION,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == INTERRUPTED
    assert ended.stderr.endswith("\npython -m core: interrupted\n")


def test_what_was_printed_before_an_interrupt_is_kept() -> None:
    """Output printed before Ctrl-C still reaches a pipe before the process ends."""
    command = "generate --rows 4 --cols 4 --mines 3 --proof --count 999"
    ended = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-c", PRESSED.format(where="prove", later=90, command=command)],
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == INTERRUPTED
    assert ended.stdout.startswith("layout 1: ")
