"""What the log tells of updates that were set aside."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable

import pytest

from bot.platforms.telegram.intake import reading

SetAsides = Callable[[], Counter[object]]
"""Tells how often updates were set aside, by reason."""


@pytest.fixture
def set_asides(caplog: pytest.LogCaptureFixture) -> SetAsides:
    """Return a function that counts by reason the updates set aside from now on."""
    caplog.set_level(logging.INFO, reading.__name__)

    def counted() -> Counter[object]:
        told = [each.args for each in caplog.records if each.name == reading.__name__]
        return Counter(args[2] for args in told if isinstance(args, tuple))

    return counted
