"""Errands that go by the month."""

from __future__ import annotations

import pytest

from tests.bot.app.conftest import Table
from tests.bot.app.errands.month import NOVEMBER


@pytest.fixture
async def november(table: Table) -> None:
    """Play in November 2025."""
    await table.at(NOVEMBER)
