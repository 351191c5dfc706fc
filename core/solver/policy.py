"""Named policies: how a guess is chosen."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.solver.kernels.guess import Policy

DEFAULT: Final = Policy(
    within=0.85,
    most=12,
    look=1,
    layouts=1000,
    nodes=10000,
    progress=0.001,
    safety=0.5,
    second=0.2,
    value=0.15,
    fifties=0.8,
    twice=0,
    share=0.94,
    seconds=6,
)

POLICIES: Final = MappingProxyType(
    {
        "default": DEFAULT,
        "safest": DEFAULT._replace(look=0, layouts=0),
        "no-look-ahead": DEFAULT._replace(look=0),
        "no-endgame": DEFAULT._replace(layouts=0),
        "no-value": DEFAULT._replace(value=0.0),
        "no-second": DEFAULT._replace(safety=0.66, second=0.0, value=0.21, fifties=0.9),
        "second-look": DEFAULT._replace(twice=6),
    }
)
"""The default, what is left of it with parts switched off, and what looks a guess deeper."""

NODES_PER_MS: Final = 300
"""Nodes of the endgame search in a millisecond, about."""

SECOND_LOOK_MS: Final = 5.0
"""From this budget on there is time to look at guesses twice."""


def deeper(policy: Policy, budget_ms: float) -> Policy:
    """Return ``policy`` with as much search as fits about ``budget_ms`` a guess."""
    nodes = max(int(NODES_PER_MS * budget_ms), 1)
    twice = POLICIES["second-look"].twice if budget_ms >= SECOND_LOOK_MS else policy.twice
    return policy._replace(nodes=nodes, layouts=min(max(nodes // 10, 10), 2000), twice=twice)
