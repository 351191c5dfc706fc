"""Wrapping: lines broken between words, where a terminal would break within them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from prompt_toolkit.utils import get_cwidth

_OPENING: Final = frozenset("（《「『【“‘([")
"""Characters that no line ends with."""
_CLOSING: Final = frozenset("，。；：？！、）》」』】”’…,.;:?!)]%")
"""Characters that no line begins with."""
_WIDE: Final = 2
_ESCAPE: Final = "\x1b"


def wrapped(line: str, columns: int) -> Iterator[str]:
    """Yield ``line`` in parts of at most ``columns``, if its words allow that.

    Between Chinese characters it may be broken as well. A line with colours is a board's: it stays.
    """
    if _ESCAPE in line:
        yield line
        return
    start = fits = width = 0
    for at, char in enumerate(line):
        if at > start and _may_break(line[at - 1], char):
            fits = at
        width += get_cwidth(char)
        if width > columns and fits > start and not char.isspace():
            yield line[start:fits].rstrip()
            start, width = fits, get_cwidth(line[fits : at + 1])
    yield line[start:]


def _may_break(before: str, after: str) -> bool:
    if after.isspace() or after in _CLOSING or before in _OPENING:
        return False
    return before.isspace() or _WIDE in (get_cwidth(before), get_cwidth(after))
