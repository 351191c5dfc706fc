"""Patience: how long a test waits for what has to come."""

from __future__ import annotations

import faulthandler
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

PATIENCE_S: Final = 120.0
"""Real seconds, enough for the busiest machine: a test that waited for less would fail there.

It is less than the limit at which a test that hangs is ended (pyproject.toml).
"""


@contextmanager
def patience() -> Iterator[None]:
    """End this process, with its stack, when patience does: for what takes hours if it is wrong."""
    faulthandler.dump_traceback_later(PATIENCE_S, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
