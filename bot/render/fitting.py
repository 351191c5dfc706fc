"""Fitting: sentences one after another, or in lines, within what a platform takes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import reduce


def in_line(sentences: Iterable[str]) -> str:
    """Return ``sentences`` one after another, with ``gap`` between them."""
    return reduce(lambda line, sentence: line + gap(line) + sentence, sentences, "")


def gap(before: str) -> str:
    """Return what stands between ``before`` and the next sentence: a space or nothing.

    It is nothing if ``before`` is empty, or ends with a full-width mark, as Chinese sentences do:
    that has its space in itself.
    """
    if not before:
        return ""
    is_wide = unicodedata.east_asian_width(before[-1]) in {"F", "W"}
    return "" if is_wide and unicodedata.category(before[-1]).startswith("P") else " "


def joined(lines: Iterable[str], limit: int) -> str:
    """Return the lines that ``fitting`` returns as one text, one below the other."""
    return "\n".join(fitting(lines, limit))


def fitting(lines: Iterable[str], limit: int) -> list[str]:
    """Return as many of ``lines`` as fit into ``limit`` characters, and always the first.

    One character, such as a line end, may stand between them. A character beyond the basic plane,
    such as most emoji, counts as two: so they fit whether a platform counts code points or UTF-16
    units.
    """
    first, *rest = lines
    kept, length = [first], length_of(first)
    for line in rest:
        length += 1 + length_of(line)
        if length > limit:
            break
        kept.append(line)
    return kept


def length_of(text: str) -> int:
    """Return how long ``text`` is in UTF-16 units, which are no fewer than its code points."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
