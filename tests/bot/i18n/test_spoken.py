"""Spoken: a name shown in any language leads back to what it names."""

from __future__ import annotations

import pytest

from bot.i18n import LANGUAGES, Translator, keys_by_name

KEYS = ("theme.dark", "theme.high_contrast")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_read_back(language: str, key: str) -> None:
    """What the translator shows for a key is read back as that key."""
    assert keys_by_name(KEYS)[Translator().pattern(key, language)] == key
