"""Chance: how likely a mine is, in whole per cent for a map."""

from __future__ import annotations

from typing import Final

CERTAIN: Final = 100
"""Per cent."""


def per_cent(chance: float) -> int:
    """Return whole per cent that read 0 or 100 only where ``chance`` is that."""
    if chance in {0, 1}:
        return CERTAIN if chance else 0
    return min(max(round(chance * 100), 1), CERTAIN - 1)
