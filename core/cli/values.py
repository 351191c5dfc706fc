"""Values of options that several commands have, read for argparse, and the files they name."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TextIO


def at_least_one(text: str) -> int:
    """Read a number of things of which there has to be one, for argparse."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def milliseconds(text: str) -> float:
    """Read a time, for argparse."""
    number = float(text)
    if not number >= 0.0:
        raise argparse.ArgumentTypeError(f"{text} is no time")
    return number


def opened(path: Path | None) -> AbstractContextManager[TextIO | None]:
    """Open a file to be written when the work is done; OSError before the work if it cannot be."""
    return path.open("w", encoding="utf-8") if path else nullcontext()
