"""Fitting: lines of a message within what a platform takes."""

from __future__ import annotations

from collections.abc import Iterable


def joined(lines: Iterable[str], limit: int, between: str = "\n") -> str:
    """Return as many of ``lines`` as fit into ``limit`` characters, and always the first.

    One character, such as a line end, is ``between`` them.

    Beyond the basic plane, as most emoji are, one counts as two: in code points or in UTF-16's
    units, whichever a platform counts, it fits.
    """
    first, *rest = lines
    kept, length = [first], _length(first)
    for line in rest:
        length += 1 + _length(line)
        if length > limit:
            break
        kept.append(line)
    return between.join(kept)


def _length(text: str) -> int:
    return len(utf16(text)) // 2


def utf16(text: str) -> bytes:
    """Return ``text`` as UTF-16's units, two bytes each; surrogates may stand alone."""
    return text.encode("utf-16-le", "surrogatepass")
