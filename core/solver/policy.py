"""Named policies: how a guess is chosen."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.solver.kernels.guess import Policy
from core.solver.kernels.rollout import ROUND

DEFAULT: Final = Policy(
    within=0.85,
    most=40,
    far=12,
    look=1,
    layouts=1000,
    nodes=10000,
    narrow=24_000,
    progress=0.001,
    safety=0.5,
    second=0.2,
    value=0.15,
    fifties=0.8,
    corrected=200.0,
    playouts=0,
)

MOST_LAYOUTS: Final = 4000
"""Layouts up to which a longer search of the end is likely to come to one."""

MOST_NARROW: Final = 60_000
"""Layouts up to which the narrow search takes a second or less."""

_NOT_NARROW: Final = DEFAULT._replace(narrow=0)

POLICIES: Final = MappingProxyType(
    {
        "default": DEFAULT,
        "safest": _NOT_NARROW._replace(look=0, layouts=0),
        "no-look-ahead": _NOT_NARROW._replace(look=0),
        "no-endgame": _NOT_NARROW._replace(layouts=0),
        "no-narrow": _NOT_NARROW,
        "narrower": DEFAULT._replace(narrow=8000),
        "no-value": _NOT_NARROW._replace(value=0.0),
        "dozen": _NOT_NARROW._replace(most=12),
        "no-correction": _NOT_NARROW._replace(corrected=0.0),
        "no-second": _NOT_NARROW._replace(
            safety=0.66, second=0.0, value=0.21, fifties=0.9, corrected=0.0
        ),
        "roll-outs": DEFAULT._replace(
            layouts=MOST_LAYOUTS, nodes=200_000, narrow=MOST_NARROW, playouts=128
        ),
    }
)
"""The default; those before it, ``narrower`` and without a narrow search, and what is left of the
last with parts switched off; and what searches longer and plays late guesses out."""

NODES_PER_MS: Final = 300
"""Nodes of the endgame search in a millisecond, about."""

NARROW_NODES: Final = 3
"""Nodes that a narrow search takes for each layout, about: 2 on average."""

PLAYOUTS_PER_MS: Final = 0.025
"""Layouts in a millisecond from which some cells are played on, but for one guess in a hundred;
fewer than a ROUND of them tell nothing."""


def deeper(policy: Policy, budget_ms: float) -> Policy:
    """Return ``policy`` with as much search as fits about ``budget_ms`` a guess."""
    nodes = max(int(NODES_PER_MS * budget_ms), 1)
    playouts = int(PLAYOUTS_PER_MS * budget_ms)
    return policy._replace(
        nodes=nodes,
        layouts=min(max(nodes // 10, 10), MOST_LAYOUTS),
        narrow=min(nodes // NARROW_NODES, MOST_NARROW),
        playouts=playouts if playouts >= ROUND else 0,
    )
