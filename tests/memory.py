"""Memory of processes, as Linux tells it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

T = TypeVar("T")

FORGET: Final = Path("/proc/self/clear_refs")
"""Where Linux is told to forget the most memory so far (man proc)."""


def resident(process: int | str = "self", name: str = "VmRSS") -> float:
    """Return the MiB of memory that ``process`` has, shared pages included.

    ``name``: what Linux calls it; VmHWM is the most so far.
    """
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition(f"{name}:")[2].split()[0]) / 2**10


def most_taken(work: Callable[[], T]) -> tuple[T, float]:
    """Return what ``work`` gives, and the most MiB that this process took meanwhile."""
    before = resident()
    FORGET.write_text("5")
    result = work()
    return result, resident(name="VmHWM") - before
