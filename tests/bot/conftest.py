"""What every test of the bot needs: layouts that are the same each time."""

from __future__ import annotations

from itertools import count
from random import Random
from zlib import crc32

import pytest

from bot import advisor
from bot.app import service
from bot.app.errands import results
from bot.platforms.discord import asides
from bot.platforms.telegram import inline


@pytest.fixture(autouse=True)
def repeatable(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw layouts by the test's name, so that a test that fails once fails again.

    Other layouts are tried by the soaks, which print their seeds.
    """
    seed, numbers = crc32(request.node.nodeid.encode()), count()
    for module in (service, results, advisor, asides):
        monkeypatch.setattr(module, "SystemRandom", lambda: Random(f"{seed} {next(numbers)}"))
    monkeypatch.setattr(inline, "_RNG", Random(seed))
