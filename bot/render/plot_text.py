"""Plots as a line of text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_BARS: Final = "▁▂▃▄▅▆▇█"
_WIDEST: Final = 32
"""Characters that a phone shows in one line."""


def draw_line(points: Sequence[float]) -> str:
    """Return ``points`` (0 to 1) as bars side by side, some left out evenly where they are many."""
    count = min(len(points), _WIDEST)
    chosen = [points[at * (len(points) - 1) // max(count - 1, 1)] for at in range(count)]
    return "".join(_BARS[min(int(point * len(_BARS)), len(_BARS) - 1)] for point in chosen)
