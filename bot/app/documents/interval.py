"""Intervals: how far a rate can be trusted that was counted in few games."""

from __future__ import annotations

from math import sqrt
from typing import Final

_Z: Final = 1.959963984540054
"""The quantile of the normal distribution that leaves 2.5% on either side."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95% score interval of the rate ``wins`` / ``games``, from 0 to 1 but for rounding.

    (E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22,
    1927.) Unlike the usual one it stays within 0 and 1, and is no single point if all games were
    won, or none. Without games it is 0 to 1.
    """
    if not games:
        return 0.0, 1.0
    rate, spread = wins / games, _Z * _Z / games
    middle = rate + spread / 2
    reach = sqrt(spread * (rate * (1 - rate) + spread / 4))
    return (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)


def possible(expected: float, games: int) -> float:
    """Return the number from 0 to ``games`` that is nearest to the ``expected`` wins.

    A sum over few games may come to less than none, or to more than all. Sums are kept as they are,
    for on average they are right; but what is told is nearer to the truth within these limits.
    """
    return min(max(expected, 0.0), float(games))
