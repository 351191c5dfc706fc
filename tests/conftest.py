"""What every test needs: a profile for Hypothesis, as many processes as keep the cores busy."""

from __future__ import annotations

import os
import re
import signal

import pytest
from hypothesis import settings

from bot.collector import leave_what_is_there

# How long an example takes depends on what else the machine does, so time proves nothing here.
settings.register_profile("project", deadline=None)
settings.load_profile("project")

# What a shell has set of proxies and spans is not for the tests, whose servers are on loopback.
for _name in [name for name in os.environ if re.search("(?i)_proxy$|^OTEL_", name)]:
    del os.environ[_name]

# A shell has what it starts in the background ignore Ctrl-C; what the tests start is not to.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run as many processes as there are cores, by default half as many again, or two more.

    That many keep the cores busy, since tests spend a third of their time waiting.
    """
    cores = os.cpu_count() or 1
    return cores if config.option.numprocesses == "logical" else cores + max(2, cores // 2)


def pytest_collection_finish() -> None:
    """Leave what there is by now out of garbage collection, as the bot does.

    To look through all that pytest has collected took a tenth of the time.
    """
    leave_what_is_there()
