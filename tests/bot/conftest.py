"""What every test of the bot needs: layouts that are the same each time, and its event loop."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from zlib import crc32

import pytest

from bot import advisor
from bot.app import service
from bot.app.errands import results
from bot.platforms.discord import asides
from bot.platforms.telegram import inline
from tests.emulators.passing_loop import PassingLoop
from tests.patience import PATIENCE_S


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], PassingLoop]]:
    """Run tests on the loop on which time passes by itself where they say so."""
    return {"passing": PassingLoop}


@pytest.fixture(autouse=True)
def repeatable(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw layouts by the test's name, so that a test that fails once fails again.

    Other layouts are tried by the soaks, which print their seeds. One without guessing is looked
    for as long as a slow machine needs.
    """
    seed, numbers = crc32(request.node.nodeid.encode()), count()
    for module in (service, results, advisor, asides):
        monkeypatch.setattr(module, "SystemRandom", lambda: Random(f"{seed} {next(numbers)}"))
    monkeypatch.setattr(inline, "_RNG", Random(seed))
    monkeypatch.setattr(advisor, "_MAKING_S", PATIENCE_S)
