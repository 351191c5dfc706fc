"""What workers have logged: warnings and errors, by their kind."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

_LONGEST = 80
"""Characters that are told of a line which is no record of the bot's."""


def complaints(log: Path) -> Counter[str]:
    """Return how often each kind of record is in a ``log`` of workers, all of whose lines count.

    Those that a worker has left out count with the next of their kind.
    """
    found: Counter[str] = Counter()
    for line in log.read_text(encoding="utf-8").splitlines():
        kind, number = _read(line)
        found[kind] += number
    return found


def _read(line: str) -> tuple[str, int]:
    """Return what all records of a kind have in common, and for how many of them ``line`` is."""
    try:
        found = json.loads(line)
        return str(found.get("template", found["message"])), 1 + found.get("left_out", 0)
    except (ValueError, KeyError, AttributeError):
        return line[:_LONGEST], 1
