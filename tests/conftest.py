"""What every test needs: a profile for Hypothesis, as many processes as keep the cores busy."""

from __future__ import annotations

import gc
import os
import re
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from tests.garbage import uncollected
from tests.patience import WATCH

SOAKS: Final = str(Path(__file__).parent / "soak")

# How long an example takes depends on what else the machine does, so time proves nothing here.
settings.register_profile("quick", deadline=None, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=100)
settings.load_profile("quick")

# What a shell has set of proxies and spans is not for the tests, whose servers are on loopback.
for _name in [name for name in os.environ if re.search("(?i)_proxy$|^OTEL_", name)]:
    del os.environ[_name]

# A shell has what it starts in the background ignore Ctrl-C; what the tests start is not to.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let one ask for all that there is to try, as ``.ci/run`` does: it takes a fifth longer."""
    said = "play Discord's tests at the gateway and by HTTP; twice the examples of a property"
    parser.addoption("--thorough", action="store_true", help=said)


def pytest_configure(config: pytest.Config) -> None:
    """Watch over the tests of this process, and have them try as much as is asked for."""
    config.pluginmanager.register(WATCH)
    if config.getoption("thorough"):
        settings.load_profile("thorough")


def pytest_xdist_auto_num_workers() -> int:
    """Run two processes more than there are cores: some tests wait for other processes.

    Each takes eight seconds to find the tests, so many more of them take longer.
    """
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect no garbage while tests are collected: hardly any arises, and it took a fifth."""
    with uncollected():
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the soaks: with one of ten seconds at the end, one core would work alone."""
    items.sort(key=lambda item: not str(item.path).startswith(SOAKS))


def pytest_collection_finish() -> None:
    """Leave what there is by now out of garbage collection, as the bot does.

    To look through all that pytest has collected took a tenth of the time; to do so once, for what
    could go, takes half a second.
    """
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
