"""Console: the standard streams of the process, whatever they lead to."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from typing import Final

_DUMB: Final = frozenset({"", "dumb", "unknown"})
"""Values of TERM that stand for a terminal without control sequences."""


class CannotSpeakError(Exception):
    """Nothing can be written to standard output any more; says why."""


def take_any_text() -> None:
    """Have a character that the locale's encoding lacks become a question mark, and no error."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def is_interactive() -> bool:
    """Tell whether somebody types at a terminal, and reads the answers there."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def has_colours(env: Mapping[str, str]) -> bool:
    """Tell whether the terminal that ``env`` describes shows colours, and may (no-color.org)."""
    return not env.get("NO_COLOR") and env.get("TERM", "") not in _DUMB


def spoken_language(env: Mapping[str, str]) -> str | None:
    """Return the language of messages that POSIX says ``env`` asks for."""
    return next((env[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(name)), None)


def speak(text: str) -> None:
    """Print ``text`` at once; CannotSpeakError if nobody reads it, or a disk is full."""
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError as error:
        # What is left in the buffer would fail again at the end of the process.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        raise CannotSpeakError(f"Standard output takes no more: {error.strerror}.") from error
