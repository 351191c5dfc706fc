"""Memory that kernels allocate is freed, though some of them count no references."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import numpy as np
import pytest
from numba.core.runtime.nrt import rtsys

from core.rules import Rules
from core.solver.kernels.guess import Policy
from core.solver.kernels.play import play_games
from core.solver.policy import DEFAULT, POLICIES
from core.solver.workspace import tools_of

RUNTIME = import_module("numba.core.runtime._nrt_python")
"""Numba's counters, which its types do not tell of."""


@pytest.fixture(autouse=True)
def counted() -> Iterator[None]:
    """Let Numba count what it allocates."""
    RUNTIME.memsys_enable_stats()
    yield
    RUNTIME.memsys_disable_stats()


def allocated() -> tuple[int, int, int, int]:
    """Return how many pieces of memory and how many arrays were allocated, and freed, so far."""
    found = rtsys.get_allocation_stats()  # type: ignore[no-untyped-call]  # Numba has no types here
    return found.alloc, found.free, found.mi_alloc, found.mi_free


@pytest.mark.parametrize("policy", [DEFAULT, POLICIES["no-narrow"]])
def test_games_free_what_they_allocate(policy: Policy) -> None:
    """After whole games with searches no allocated memory is left."""
    rules = Rules(9, 9, 20)
    layouts = np.zeros((20, 81), np.int8)
    rng = np.random.default_rng(5)
    for layout in layouts:
        layout[rng.choice(np.arange(1, 81), 20, replace=False)] = 1
    before = allocated()
    play_games(
        layouts, 0, policy, tools_of(rules.grid), np.zeros(20, np.int8), np.zeros(20, np.int32)
    )
    after = allocated()
    pieces, freed, arrays, freed_arrays = np.subtract(after, before)
    assert pieces == freed
    assert arrays == freed_arrays > 0
