"""Garbage: what nobody refers to any more but itself, which Python's collector looks for."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Collect no garbage while the block runs: what refers to itself stays in memory."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
