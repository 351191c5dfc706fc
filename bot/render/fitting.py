"""Fitting: lines of a message within what a platform takes."""

from __future__ import annotations

from collections.abc import Iterable


def joined(lines: Iterable[str], limit: int) -> str:
    """Return as many of ``lines`` as fit into ``limit`` characters; the first always does."""
    text, *rest = lines
    for line in rest:
        if len(text) + 1 + len(line) > limit:
            break
        text += f"\n{line}"
    return text
