"""Telegram's emulator, which most of its tests run."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.emulators.telegram.rig import Rig, emulated
from tests.emulators.telegram.world import Options


@pytest.fixture
async def rig() -> AsyncIterator[Rig]:
    """Return a running emulator that takes any number of messages, and the library's bot."""
    async with emulated(Options(flood=False)) as rig:
        yield rig
