"""Drills: the kinds of deduction that can be trained, and how hard they are."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import Final

from core.solver.reason import Pattern, Reason, ReasonKind


class Drill(StrEnum):
    """A kind of deduction to train, simplest first.

    SINGLE: one number after another, each by itself. PAIR: two numbers together that are no named
    pattern. The four named patterns: by the numbers as they stand on the board. REDUCTION: a
    pattern once the mines that single numbers give are subtracted. CHAIN: several steps, not all
    of single numbers. CONTRADICTION: supposing the opposite. COUNTING: by the mines left.
    """

    SINGLE = "single"
    PAIR = "pair"
    ONE_ONE = "1-1"
    ONE_TWO = "1-2"
    ONE_TWO_ONE = "1-2-1"
    ONE_TWO_TWO_ONE = "1-2-2-1"
    REDUCTION = "reduction"
    CHAIN = "chain"
    CONTRADICTION = "contradiction"
    COUNTING = "counting"


RANKS: Final = MappingProxyType(
    {
        Drill.SINGLE: 1,
        Drill.PAIR: 2,
        Drill.ONE_ONE: 2,
        Drill.ONE_TWO: 2,
        Drill.ONE_TWO_ONE: 2,
        Drill.ONE_TWO_TWO_ONE: 2,
        Drill.REDUCTION: 3,
        Drill.CHAIN: 4,
        Drill.CONTRADICTION: 5,
        Drill.COUNTING: 6,
    }
)
"""How hard a drill is; two numbers and the named patterns are equally hard."""

_NAMED: Final = MappingProxyType({pattern: Drill(pattern.value) for pattern in Pattern})
_KINDS: Final = MappingProxyType(
    {
        ReasonKind.TWO_NUMBERS: Drill.PAIR,
        ReasonKind.CHAIN: Drill.CHAIN,
        ReasonKind.CONTRADICTION: Drill.CONTRADICTION,
        ReasonKind.COUNTING: Drill.COUNTING,
    }
)
_UNTRAINED: Final = MappingProxyType({ReasonKind.SEVERAL_NUMBERS: 4, ReasonKind.CASES: 6})
"""How hard the kinds are that have no drill: they are rare, or too hard to see."""


def drill_of(reason: Reason) -> Drill | None:
    """Return the drill that ``reason`` is an example of, None if there is none for it."""
    *before, last = reason.steps
    by_ones = all(step.kind is ReasonKind.ONE_NUMBER for step in before)
    if by_ones and last.kind is ReasonKind.ONE_NUMBER:
        return Drill.SINGLE
    if by_ones and last.pattern and not last.safe:
        return Drill.REDUCTION if last.mines else _NAMED[last.pattern]
    return _KINDS.get(reason.kind)


def rank_of(reason: Reason) -> int:
    """Return how hard ``reason`` is, on the scale of RANKS."""
    drill = drill_of(reason)
    return RANKS[drill] if drill else _UNTRAINED[reason.kind]
