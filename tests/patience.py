"""Patience: how long a test waits for what has to come, and how long it may take at all."""

from __future__ import annotations

import faulthandler
import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

PATIENCE_S: Final = 120.0
"""Real seconds, enough for the busiest machine: a test that waited for less would fail there.

It is less than the limit at which a test that hangs is ended.
"""
LIMIT_S = 900.0
"""The slowest test takes 20 s, and where many others run beside it as many times that."""
_AGAIN_S: Final = 60.0


class Watch:
    """Ends this process, which tells where it was, when a test hangs.

    Its limit is set anew once a minute. With ``faulthandler_timeout`` that is done for each test;
    each time a thread is begun, and its end waited for.
    """

    def __init__(self) -> None:
        """Watch over nothing yet."""
        self.stderr = 2
        """Where nothing is captured."""
        self._set = -math.inf

    def pytest_configure(self) -> None:
        """Note where nothing is captured, as yet."""
        self.stderr = os.dup(2)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Give this test its time."""
        if time.monotonic() > self._set + _AGAIN_S:
            self.set()

    def set(self) -> None:
        """Give the tests that begin within a minute their time."""
        self._set = time.monotonic()
        faulthandler.dump_traceback_later(LIMIT_S + _AGAIN_S, file=self.stderr, exit=True)

    def pytest_unconfigure(self) -> None:
        """Let the process end in its own time."""
        faulthandler.cancel_dump_traceback_later()


WATCH: Final = Watch()


@contextmanager
def patience() -> Iterator[None]:
    """End this process, with its stack, when patience does: for what takes hours if it is wrong."""
    faulthandler.dump_traceback_later(PATIENCE_S, file=WATCH.stderr, exit=True)
    try:
        yield
    finally:
        WATCH.set()  # whose timer it was: a process has but one
