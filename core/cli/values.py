"""Values of options that several commands have, read for argparse, and the files they name."""

from __future__ import annotations

import argparse
import math
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from functools import partial
from pathlib import Path
from stat import S_ISREG
from typing import Final, TextIO

from core.rules import FirstOpen

STDOUT: Final = 1
"""The descriptor of standard output."""

MOST_GAMES: Final = 100_000_000
"""The outcomes of all, five bytes a game, are kept in memory until the last is played."""

MOST_THREADS: Final = 256
"""More than the cores of a machine gain nothing, and layouts are drawn ahead for each."""

_DIGITS: Final = re.compile(r"[+-]?[0-9]+")


def parsed(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return what ``parser`` makes of ``arguments``, those of the process by default.

    Ends as ``parser`` does with an error if one of them is an option with the value --. Behind "="
    argparse of some versions of Python drops it, and leaves an empty list in its place.
    """
    given = sys.argv[1:] if arguments is None else arguments
    for argument in given:
        option, _, value = argument.partition("=")
        if option == "--":  # no options from here on
            break
        if option.startswith("--") and value == "--":
            parser.error(f"argument {option}: '--' is no value")
    return parser.parse_args(given)


def whole(text: str) -> int:
    """Read a whole number, for argparse."""
    try:
        return int(text)
    except ValueError:
        if _DIGITS.fullmatch(text):
            return int(Decimal(text))  # by itself int() reads 4,300 digits
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _within(text: str, least: int, most: float) -> int:
    number = whole(text)
    if number < least:
        raise argparse.ArgumentTypeError(f"{text} is less than {least}")
    if number > most:
        raise argparse.ArgumentTypeError(f"{text} is more than {most}")
    return number


def number_of_games(text: str) -> int:
    """Read a number of games, or of layouts for them, for argparse."""
    return _within(text, 1, MOST_GAMES)


def threads(text: str) -> int:
    """Read a number of threads, for argparse."""
    return _within(text, 1, MOST_THREADS)


def seed_of_layouts(text: str) -> int:
    """Read the seed that layouts are drawn from, for argparse."""
    return _within(text, 0, math.inf)


def milliseconds(text: str) -> float:
    """Read a time in milliseconds, for argparse."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not number >= 0.0:
        raise argparse.ArgumentTypeError(f"{text} is no time")
    return number


def first_open(text: str) -> FirstOpen:
    """Read the rule of the first open, for argparse."""
    try:
        return FirstOpen(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not {' or '.join(FirstOpen)}") from None


@contextmanager
def opened(path: Path | None) -> Iterator[Callable[[str], None]]:
    """Open a file to be written when the work is done; OSError before the work if it cannot be.

    What was in it stays until then, and where there was none, no empty one is left behind: work
    that is interrupted changes nothing. Of several that have one file the last to end has it.
    """
    if path is None:
        yield lambda _: None
        return
    is_new = not os.path.lexists(path)
    try:
        with path.open("a", encoding="utf-8") as file:
            yield partial(_write_anew, path, file)
    except BaseException:
        # What has been written stays, whatever fails beside it.
        if is_new and path.exists() and not path.stat().st_size:
            path.unlink()
        raise


def _write_anew(path: Path, file: TextIO, text: str) -> None:
    """Replace what is in ``file`` by ``text``; if that is standard output, add to it."""
    kept = os.fstat(file.fileno())
    if os.path.samestat(kept, os.fstat(STDOUT)):
        sys.stdout.write(text)  # through ``file`` it would be overwritten by what is printed next
    elif S_ISREG(kept.st_mode):
        path.write_text(text, encoding="utf-8")  # another run may have taken ``file`` away since
    else:
        file.write(text)
