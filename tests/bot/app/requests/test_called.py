"""Called: words are understood as players may write them."""

from __future__ import annotations

import pytest

from bot.app.requests.called import called

WORDS = {"theme.moon": "moon", "theme.high_contrast": "high_contrast"}


@pytest.mark.parametrize(
    "written", ["high_contrast", "high contrast", "High-Contrast ", "контраст", "高对比度"]
)
def test_names(written: str) -> None:
    """A word is recognised by itself and by its names, however they are spaced."""
    assert called(written, WORDS) == "high_contrast"


@pytest.mark.parametrize("written", ["", "high", "neon", "dark"])
def test_no_name(written: str) -> None:
    """Nothing else is recognised as one of the words."""
    assert called(written, WORDS) is None
