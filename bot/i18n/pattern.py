"""What an ICU MessageFormat pattern asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_QUOTED: Final = re.compile(r"''|'[{}#|].*?(?:'|$)", re.DOTALL)
_BRANCHED: Final = {"plural", "select", "selectordinal"}
_NAME, _TYPE = 0, 1


def placeholders(pattern: str) -> dict[str, bool]:
    """Return the arguments named in ``pattern``, and for each whether its value is shown.

    An argument that only picks a branch, as in ``{n, plural, one {it} other {them}}``, is not
    shown.
    """
    shown: dict[str, bool] = {}
    for name, is_shown in _arguments(_QUOTED.sub("", pattern)):
        shown[name] = shown.get(name, False) or is_shown
    return shown


def _arguments(text: str) -> Iterator[tuple[str, bool]]:
    for inside in braced(text):
        parts = [part.strip() for part in inside.split(",", 2)]
        if len(parts) <= _TYPE or parts[_TYPE] not in _BRANCHED:
            yield parts[_NAME], True
            continue
        branches = list(braced(parts[-1]))
        yield parts[_NAME], parts[_TYPE] != "select" and "#" in "".join(branches)
        for branch in branches:
            yield from _arguments(branch)


def braced(text: str) -> Iterator[str]:
    """Return what stands between the outermost braces of ``text``."""
    depth = start = 0
    for index, char in enumerate(text):
        if char == "{":
            start = start if depth else index + 1
            depth += 1
        elif char == "}":
            depth -= 1
            if not depth:
                yield text[start:index]
