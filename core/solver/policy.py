"""Named policies: how a guess is chosen."""

from __future__ import annotations

from math import log
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
"""Layouts up to which a longer search of the end is likely to come to one."""

MOST_NARROW: Final = 100_000
"""Layouts of which a narrow search takes a second or less."""

_NO_PSEUDO: Final = DEFAULT._replace(pseudo=0)
_NOT_NARROW: Final = _NO_PSEUDO._replace(narrow=0)


def _listed(most: int) -> Policy:
    """Return the default with narrow searches of all layouts, at most so many, and of no drawn."""
    return _NO_PSEUDO._replace(narrow=most, late=log(most))


POLICIES: Final = MappingProxyType(
    {
        "default": DEFAULT,
        "deeper": DEFAULT._replace(layouts=MOST_LAYOUTS, nodes=200_000, narrow=MOST_NARROW),
        "no-pseudo": _NO_PSEUDO,
        "listed": _listed(24_000),
        "narrower": _listed(8000),
        "no-narrow": _NOT_NARROW,
        "dozen": _NOT_NARROW._replace(most=12),
        "safest": _NOT_NARROW._replace(look=0, layouts=0),
        "no-look-ahead": _NOT_NARROW._replace(look=0),
        "no-endgame": _NOT_NARROW._replace(layouts=0),
        "no-value": _NOT_NARROW._replace(value=0.0),
        "no-correction": _NOT_NARROW._replace(corrected=0.0),
        "no-second": _NOT_NARROW._replace(
            safety=0.66, second=0.0, value=0.21, fifties=0.9, corrected=0.0
        ),
    }
)
"""The default; what searches longer; the defaults before it, the newest first: ``no-pseudo``,
``listed``, ``narrower``, ``no-narrow`` and ``dozen``; and what is left of ``no-narrow`` with parts
switched off."""

NODES_PER_MS: Final = 300
"""Nodes of the endgame search in a millisecond, about."""

LAYOUTS_PER_MS: Final = 150
"""Layouts that a narrow search looks at in a millisecond, but for one guess in a hundred."""


LONGEST_MS: Final = 1e9
"""Eleven days: a longer budget, even one without an end, is the same."""


def deeper(policy: Policy, budget_ms: float) -> Policy:
    """Return ``policy`` with as much search as fits about ``budget_ms`` a guess."""
    budget_ms = min(budget_ms, LONGEST_MS)
    nodes = max(int(NODES_PER_MS * budget_ms), 1)
    return policy._replace(
        nodes=nodes,
        layouts=min(max(nodes // 10, 10), MOST_LAYOUTS),
        narrow=min(int(LAYOUTS_PER_MS * budget_ms), MOST_NARROW),
    )
