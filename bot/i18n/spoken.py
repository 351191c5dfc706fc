"""Spoken: names read back, so that players can write what they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from bot.i18n.language import LANGUAGES
from bot.i18n.translator import own_catalogue


@lru_cache
def keys_by_name(keys: tuple[str, ...]) -> Mapping[str, str]:
    """Return which of ``keys`` each name stands for, in any language; KeyError for none of ours."""
    catalogues = [own_catalogue(language) for language in LANGUAGES]
    return {catalogue[key]: key for catalogue in catalogues for key in keys}
