"""The bot on Telegram's emulator."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.platforms.telegram.playing import Playing, playing
from tests.bot.platforms.telegram.telegram_rig import OurRig, our_rig


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[Playing]:
    """Return a running bot."""
    async with playing(tmp_path) as play:
        yield play


@pytest.fixture
async def rig() -> AsyncIterator[OurRig]:
    """Return an emulator with our bot as its client."""
    async with our_rig() as rig:
        yield rig
