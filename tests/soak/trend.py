"""A straight line through measurements, and how sure its slope is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean


@dataclass(frozen=True)
class Trend:
    """The slope of the least-squares line, and its standard error.

    The error is that of independent measurements; memory grows in steps, so the true one is larger.
    """

    slope: float
    error: float

    @classmethod
    def of(cls, points: Sequence[tuple[float, float]]) -> Trend:
        """Return the trend of at least three ``points``."""
        x0, y0 = mean(x for x, _ in points), mean(y for _, y in points)
        spread = sum((x - x0) ** 2 for x, _ in points)
        slope = sum((x - x0) * (y - y0) for x, y in points) / spread
        rest = sum((y - y0 - slope * (x - x0)) ** 2 for x, y in points)
        return cls(slope, sqrt(rest / (len(points) - 2) / spread))

    def __str__(self) -> str:
        """Return slope and error as a text."""
        return f"{self.slope:.3g} ± {self.error:.1g}"
