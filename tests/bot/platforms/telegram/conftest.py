"""The bot on Telegram's emulator."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.platforms.telegram.playing import Playing, playing


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[Playing]:
    """Return a running bot."""
    async with playing(tmp_path) as play:
        yield play
