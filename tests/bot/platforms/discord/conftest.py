"""The bot on Discord's emulator."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.bot.platforms.discord.calling import Calling, calling
from tests.bot.platforms.discord.playing_discord import PlayingDiscord, playing_discord


@pytest.fixture(params=[False, True], ids=["gateway", "http"])
async def play(request: pytest.FixtureRequest) -> AsyncIterator[PlayingDiscord]:
    """Return a running bot: once at the gateway, once at its HTTP endpoint."""
    async with playing_discord(by_http=request.param) as play:
        yield play


@pytest.fixture
async def at_gateway() -> AsyncIterator[PlayingDiscord]:
    """Return a bot at the gateway, which also receives the messages that people write."""
    async with playing_discord() as play:
        yield play


@pytest.fixture
async def call() -> AsyncIterator[Calling]:
    """Return the bot's client of the emulator."""
    async with calling() as call:
        yield call
