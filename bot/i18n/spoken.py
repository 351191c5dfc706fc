"""Spoken: names read back, so that players can write what they are shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from bot.i18n.language import LANGUAGES
from bot.i18n.translator import own_catalogue


@lru_cache
def keys_by_name(keys: tuple[str, ...]) -> Mapping[str, str]:
    """Return which of ``keys`` each name stands for, the names of all languages together.

    KeyError if a catalogue has no such key.
    """
    catalogues = [own_catalogue(language) for language in LANGUAGES]
    return {catalogue[key]: key for catalogue in catalogues for key in keys}


def number_in(written: str, key: str) -> str | None:
    """Return the digits in ``written`` if that is the text ``key`` of any language, else None.

    The spaces around the digits are optional, as Chinese is typed with or without.
    """
    said = unicodedata.normalize("NFKC", written).casefold()
    for language in LANGUAGES:
        before, _, pattern = own_catalogue(language)[key].partition("{")
        before, after = before.rstrip(), pattern.rpartition("}")[2].lstrip()
        digits = said.removeprefix(before).removesuffix(after)
        if said == f"{before}{digits}{after}" and digits.strip().isdecimal():
            return digits.strip()
    return None
