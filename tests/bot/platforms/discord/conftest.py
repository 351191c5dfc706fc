"""The bot on Discord's emulator."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final
from zlib import crc32

import pytest

from tests.bot.platforms.discord.calling import Calling, calling
from tests.bot.platforms.discord.playing_discord import PlayingDiscord, playing_discord

INTAKES: Final = ("gateway", "http")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Have a test play at the intake that it is marked for, else at one by its name.

    Thorough tests play at both.
    """
    if "play" not in metafunc.fixturenames:
        return
    test = metafunc.definition
    marked = [intake for intake in INTAKES if test.get_closest_marker(intake)]
    any_one = INTAKES[crc32(test.name.encode()) % len(INTAKES)]
    any_else = INTAKES if metafunc.config.getoption("thorough") else [any_one]
    metafunc.parametrize("play", marked or any_else, indirect=True)


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
