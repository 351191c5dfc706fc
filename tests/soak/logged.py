"""What workers have logged: warnings and errors, by their kind."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

_LONGEST = 80
"""Characters that are told of a line which is no record of the bot's."""


def complaints(log: Path) -> Counter[str]:
    """Return how often each kind of record is in a ``log`` of workers, all of whose lines count."""
    return Counter(map(_kind, log.read_text(encoding="utf-8").splitlines()))


def _kind(line: str) -> str:
    """Return what all records of a kind have in common."""
    try:
        found = json.loads(line)
        return str(found.get("template", found["message"]))
    except (ValueError, KeyError, AttributeError):
        return line[:_LONGEST]
