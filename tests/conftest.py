"""What every test needs: a profile for Hypothesis, as many processes as keep the cores busy."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

from bot.collector import leave_what_is_there

# How long an example takes depends on what else the machine does, so time proves nothing here.
settings.register_profile("project", deadline=None)
settings.load_profile("project")

# A shell has what it starts in the background ignore Ctrl-C, and so all that this starts in turn.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run as many processes as there are cores, by default half as many again.

    Tests wait a fifth of their time.
    """
    cores = os.cpu_count() or 1
    return cores if config.option.numprocesses == "logical" else cores + cores // 2


def pytest_collection_finish() -> None:
    """Look for garbage as the bot does: among all that is collected it took a tenth of the time."""
    leave_what_is_there()
