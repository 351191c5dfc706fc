"""Named policies: how a guess is chosen."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from core.solver.kernels.guess import Policy

DEFAULT: Final = Policy(
    within=0.85,
    most=40,
    far=12,
    look=1,
    layouts=1000,
    nodes=10000,
    narrow=12_000,
    late=26.0,
    progress=0.001,
    safety=0.5,
    second=0.2,
    value=0.15,
    fifties=0.8,
    corrected=200.0,
    pseudo=12,
)

MOST_LAYOUTS: Final = 4000
"""Layouts up to which a longer search is likely to reach the end of the game."""

MOST_NARROW: Final = 100_000
"""Layouts of which a narrow search takes a second or less."""

POLICIES: Final = MappingProxyType(
    {
        "default": DEFAULT,
        "deeper": DEFAULT._replace(layouts=MOST_LAYOUTS, nodes=200_000, narrow=MOST_NARROW),
        "no-pseudo": DEFAULT._replace(pseudo=0),
        "no-narrow": DEFAULT._replace(narrow=0),
        "no-drawn": DEFAULT._replace(late=0.0),
        "no-endgame": DEFAULT._replace(layouts=0),
        "no-look-ahead": DEFAULT._replace(look=0),
        "no-correction": DEFAULT._replace(corrected=0.0),
        "no-second": DEFAULT._replace(safety=0.7, second=0.0),
        "no-value": DEFAULT._replace(value=0.0),
        "no-fifties": DEFAULT._replace(fifties=0.0),
        "dozen": DEFAULT._replace(most=12),
        "safest": DEFAULT._replace(look=0, layouts=0, narrow=0, pseudo=0),
    }
)
"""The default; ``deeper``, which searches longer; the default with one part switched off
(``no-drawn``: narrow searches of at most ``narrow`` layouts only; ``no-second``: after a guess
only the safest cell counts, dead or alive, to the power of both) or, ``dozen``, with twelve
candidates; and ``safest``, without look-ahead and searches."""

NODES_PER_MS: Final = 300
"""Nodes of the endgame search in a millisecond, about."""

LAYOUTS_PER_MS: Final = 150
"""Layouts that a narrow search looks at in a millisecond, except at one guess in a hundred."""


LONGEST_MS: Final = 1e9
"""Eleven days: a longer budget, even one without an end, is the same."""


def deeper(policy: Policy, budget_ms: float) -> Policy:
    """Return ``policy`` with as much of its searches as fits about ``budget_ms`` a guess."""
    budget_ms = min(budget_ms, LONGEST_MS)
    nodes = max(int(NODES_PER_MS * budget_ms), 1)
    return policy._replace(
        nodes=nodes,
        layouts=min(max(nodes // 10, 10), MOST_LAYOUTS) if policy.layouts else 0,
        narrow=min(int(LAYOUTS_PER_MS * budget_ms), MOST_NARROW) if policy.narrow else 0,
    )
