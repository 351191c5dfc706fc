"""The solver from the command line: COMMAND --help tells what each takes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from io import StringIO
from signal import SIGINT, SIGPIPE
from typing import Final

from core.cli.analyse import add_analyse
from core.cli.compile import add_compile
from core.cli.curve import add_curve
from core.cli.generate import add_generate
from core.cli.play import add_play
from core.cli.values import parsed

INTERRUPTED: Final = 128 + SIGINT
"""The exit code that a shell reports of a command that Ctrl-C ended."""

UNREAD: Final = 128 + SIGPIPE
"""The exit code that a shell reports of one whose output is read no further, as by ``head``."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line ``arguments`` (default: the process's own); return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m core", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in (add_analyse, add_play, add_curve, add_generate, add_compile):
        add(commands)
    if sys.stderr is None:  # print() would write errors to standard output, among the results
        sys.stderr = StringIO()
    try:
        return _run(_read(parser, arguments))
    except (OSError, ValueError) as error:
        _give_up_unwritten()
        if isinstance(error, BrokenPipeError):
            return UNREAD  # nobody is left to be told
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        _give_up_unwritten()
        # On a line of its own: the terminal has written ^C behind what was shown of the progress.
        print(f"\n{parser.prog}: interrupted", file=sys.stderr)
        return INTERRUPTED


def _read(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    try:
        return parsed(parser, arguments)
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()  # the help: what cannot be written fails here, not at the exit


def _run(options: argparse.Namespace) -> int:
    if sys.stdout is None:
        raise ValueError("standard output is closed")  # print() would say nothing of it
    code = int(options.run(options))
    sys.stdout.flush()  # as above
    return code


def _give_up_unwritten() -> None:
    """Drop what could not be written, or it would fail once more at the exit."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
