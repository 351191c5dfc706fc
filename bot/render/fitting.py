"""Fitting: sentences one after another, or in lines, within what a platform takes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import reduce


def in_line(sentences: Iterable[str]) -> str:
    """Return ``sentences`` one after another."""
    return reduce(lambda line, sentence: line + gap(line) + sentence, sentences, "")


def gap(before: str) -> str:
    """Return what stands between ``before``, if that is anything, and the next sentence.

    Full-width marks, as Chinese sentences end with, have their space in themselves.
    """
    if not before:
        return ""
    is_wide = unicodedata.east_asian_width(before[-1]) in {"F", "W"}
    return "" if is_wide and unicodedata.category(before[-1]).startswith("P") else " "


def joined(lines: Iterable[str], limit: int) -> str:
    """Return those of ``lines`` that ``fitting`` does, below each other."""
    return "\n".join(fitting(lines, limit))


def fitting(lines: Iterable[str], limit: int) -> list[str]:
    """Return as many of ``lines`` as fit into ``limit`` characters, and always the first.

    One character, such as a line end, may stand between them.

    Beyond the basic plane, as most emoji are, one counts as two: in code points or in UTF-16's
    units, whichever a platform counts, it fits.
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
    """Return how long ``text`` is at most, in code points or in UTF-16's units."""
    return len(utf16(text)) // 2


def utf16(text: str) -> bytes:
    """Return ``text`` as UTF-16's units, two bytes each; surrogates may stand alone."""
    return text.encode("utf-16-le", "surrogatepass")
