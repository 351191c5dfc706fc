"""Discord's emulator, which most of its tests run."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.emulators.discord.rig import Rig, emulated
from tests.emulators.discord.world import Options


@pytest.fixture
async def rig() -> AsyncIterator[Rig]:
    """Return a running emulator without rate limits, which the library heeds by really waiting."""
    async with emulated(Options(flood=False)) as rig:
        yield rig
