"""Ending: how a process learns that it is to end, and how it does."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

TERMINATED: Final = 143
INTERRUPTED: Final = 130
"""What a shell reports of a process that SIGTERM or SIGINT has ended: 128 + 15, 128 + 2."""


def at_signals(names: tuple[str, ...], end: Callable[[], None]) -> None:
    """Have ``end`` called in the running loop at the signals of ``names`` that the system has."""
    loop = asyncio.get_running_loop()
    for name in names:
        with suppress(NotImplementedError, AttributeError):  # Windows has none of it
            loop.add_signal_handler(getattr(signal, name), end)


def leave(code: int) -> NoReturn:
    """End without waiting for kernels being compiled, or for a pipe; all else is closed."""
    os._exit(code)
