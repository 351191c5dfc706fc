"""Accuracy: how well somebody chose, whatever came of it."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from statistics import fmean, harmonic_mean
from typing import Final

from core.review.grade import Grade, GradedMove

_CURVE: Final = (103.1668, -0.04354, 3.1669)
_LEAST: Final = 0.01
"""What a move counts for at least in the harmonic mean, which a single 0 would make 0."""


def accuracy(moves: Iterable[GradedMove]) -> float | None:
    """Return the accuracy of ``moves``, from 0 to 1; None if no move counts.

    The first open and moves taken back do not count.

    A move's accuracy is that of Lichess (https://lichess.org/page/accuracy): in percent,
    103.1668 exp(-0.04354 d) - 3.1669, where d is the percentage of the chance to win that the
    choice gave away; 100 where it gave away nothing. For Lichess d is a difference of chances; here
    it is a share of the chance that the best move had, so that opening a certain mine counts 0 in
    hopeless positions too. A game's accuracy is the mean of its moves' arithmetic and harmonic
    means: so a blunder is not lost among many certain moves.
    """
    shares = [
        _accuracy(move.kept) for move in moves if not move.undone and move.grade is not Grade.FIRST
    ]
    if not shares:
        return None
    return (fmean(shares) + harmonic_mean([max(share, _LEAST) for share in shares])) / 2


def _accuracy(kept: float) -> float:
    if kept >= 1.0:
        return 1.0
    scale, rate, offset = _CURVE
    percent = scale * exp(rate * 100 * (1 - kept)) - offset
    return max(percent / 100, 0.0)
