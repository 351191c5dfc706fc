"""Called: a word that can be chosen, written as itself or by the name that players see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.i18n import keys_by_name
from core.typed import plain

_SPACES: Final = str.maketrans("-_", "  ")


def called(written: str, words: Mapping[str, str]) -> str | None:
    """Return which of ``words``, by the keys of their names, is meant; None if none is."""
    meant = _plain(written)
    for word in words.values():
        if meant == _plain(word):
            return word
    names = keys_by_name(tuple(words))
    return next((words[key] for name, key in names.items() if meant == _plain(name)), None)


def _plain(text: str) -> str:
    return " ".join(plain(text).translate(_SPACES).split())
