"""Ctrl-C while a kernel hands over its result, where Numba cannot take an exception."""

from __future__ import annotations

import os
import subprocess
import sys

from core.cli.main import INTERRUPTED

# Ctrl-C is pressed after so many kernels called by the function of that name have ended, as Numba
# looks up how to build the last one's result: it would take an exception there for the result.
# Kernels are loaded by then.
PRESSED = """
import io, os, signal, sys
from numba.core import serialize
from core.cli.main import main
look_up = serialize._numba_unpickle
def pressed(*arguments):
    frame = sys._getframe(1)
    while frame and frame.f_code.co_name != where:
        frame = frame.f_back
    left[0] -= frame is not None
    if frame and left[0] == 0:
        os.kill(os.getpid(), signal.SIGINT)
    return look_up(*arguments)
serialize._numba_unpickle = pressed
"""
RUN = """
for where, later, command in {pressed!r}:
    left = [later]
    sys.stdin = io.TextIOWrapper(io.BytesIO({position!r} * 50))
    print(where, main(command.split()), file=sys.stderr, flush=True)
os._exit(0)  # what a thread is still working out is not waited for
"""
EXIT = """
where, left = "prove", [90]
sys.argv = ["core", *{command!r}.split()]
import runpy
runpy.run_module("core", run_name="__main__")
"""
POSITION = b'{"width": 4, "height": 2, "mines": 3, "rows": ["####", "#1##"]}\n'


def test_an_interrupt_as_a_kernel_ends() -> None:
    """Ctrl-C between a kernel and its result ends a command with a sentence, without a crash."""
    pressed = [
        ("solve", 30, "analyse --no-best"),
        ("look", 1, "analyse"),
        ("draw", 1, "generate --no-guess"),
        ("prove", 30, "generate --no-guess --proof"),
        ("decision_times", 30, "play"),
    ]
    ended = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-c", PRESSED + RUN.format(pressed=pressed, position=POSITION)],
        capture_output=True,
        text=True,
        check=False,
    )
    told = (f"\npython -m core: interrupted\n{where} {INTERRUPTED}\n" for where, *_ in pressed)
    assert (ended.stderr, ended.returncode) == ("".join(told), 0)


def test_what_was_printed_before_an_interrupt_is_kept() -> None:
    """Output printed before Ctrl-C still reaches a pipe before the process ends."""
    command = "generate --rows 4 --cols 4 --mines 3 --proof --count 999"
    ended = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-c", PRESSED + EXIT.format(command=command)],
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == INTERRUPTED
    assert ended.stdout.startswith("layout 1: ")
