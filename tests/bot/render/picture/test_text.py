"""Texts on pictures, with whatever names players have."""

from __future__ import annotations

from typing import Final

from bot.render.picture import text

SEVERAL: Final = 5000
"""Chinese characters, all different."""


def test_names_in_any_characters_are_remembered_within_bounds() -> None:
    """Of the characters of names only the last few thousand are remembered."""
    for first in range(0x4E00, 0x4E00 + SEVERAL, 20):
        text.fitted("".join(map(chr, range(first, first + 20))), 20, 20, 1000)
    assert 0 < text._has.cache_info().currsize < SEVERAL
