"""How kernels are compiled: once for all arguments that they are called with."""

from __future__ import annotations

from typing import Any

import pytest

from core.solver.kernels.compiled import borrowing
from core.solver.kernels.freshness import KernelCache


@borrowing
def doubled(number: int) -> int:
    """Return twice the ``number``."""
    return number * 2


@borrowing
def added(number: int) -> int:
    """Double constants and a variable."""
    return doubled(1) + doubled(number=2) + doubled(number)


def test_constants_are_of_one_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel called with constants is compiled once, not once for each constant."""
    monkeypatch.setattr(KernelCache, "load_overload", lambda *_: None)
    callee: Any = doubled
    assert added(3) == 12
    assert len(callee.signatures) == 1
