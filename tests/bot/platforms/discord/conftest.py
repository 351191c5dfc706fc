"""The bot on Discord's emulator."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.bot.platforms.discord.calling import Calling, calling
from tests.bot.platforms.discord.playing_discord import PlayingDiscord, playing_discord


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Have a test play at the gateway and by HTTP, unless it is marked for one of them."""
    if "play" in metafunc.fixturenames:
        ways = [way for way in ("gateway", "http") if metafunc.definition.get_closest_marker(way)]
        metafunc.parametrize("play", ways or ["gateway", "http"], indirect=True)


@pytest.fixture
async def play(request: pytest.FixtureRequest) -> AsyncIterator[PlayingDiscord]:
    """Return a running bot, at the gateway or at its HTTP endpoint; its store can be troubled."""
    async with playing_discord(by_http=request.param == "http") as play:
        yield play


@pytest.fixture
async def call() -> AsyncIterator[Calling]:
    """Return the bot's client of the emulator."""
    async with calling() as call:
        yield call
