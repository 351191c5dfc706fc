"""What every test needs: a profile for Hypothesis, as many processes as keep the cores busy."""

from __future__ import annotations

import gc
import os
import signal

import pytest
from hypothesis import settings

# How long an example takes depends on what else the machine does, so time proves nothing here.
settings.register_profile("project", deadline=None)
settings.load_profile("project")

# Looking for garbage every 700 objects, and among all that collecting tests leaves (which is frozen
# below), took a tenth of their time.
gc.set_threshold(20_000)

# A shell has what it starts in the background ignore Ctrl-C, and so all that this starts in turn.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run as many processes as there are cores, by default half as many again.

    Tests wait a fifth of their time.
    """
    cores = os.cpu_count() or 1
    return cores if config.option.numprocesses == "logical" else cores + cores // 2


def pytest_collection_finish() -> None:
    """Have no search for garbage go through the tests themselves."""
    gc.freeze()
