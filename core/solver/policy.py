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
    safety=0.66,
    value=0.21,
    fifties=0.9,
)

POLICIES: Final = MappingProxyType(
    {
        "default": DEFAULT,
        "safest": DEFAULT._replace(look=0, layouts=0),
        "no-look-ahead": DEFAULT._replace(look=0),
        "no-endgame": DEFAULT._replace(layouts=0),
        "no-value": DEFAULT._replace(value=0.0),
    }
)
"""The default, and what is left of it with parts switched off."""

NODES_PER_MS: Final = 300
"""Nodes of the endgame search in a millisecond, about."""


def deeper(policy: Policy, budget_ms: float) -> Policy:
    """Return ``policy`` with as much search as fits about ``budget_ms`` a guess."""
    nodes = max(int(NODES_PER_MS * budget_ms), 1)
    return policy._replace(nodes=nodes, layouts=min(max(nodes // 10, 10), 2000))
