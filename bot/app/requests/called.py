"""Called: a word that is written, and which one of several is meant by it or by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from bot.i18n import keys_by_name
from core.typed import plain

AROUND_WORDS: Final = "!?.,…。*`|\"'«»“”‘’„「」『』"
"""What people write after a word ("help!"), or before it, as other bots want it ("!help"), what
quotes it, or marks it as bold or hidden; but not what strikes it out: that takes it back."""
_SPACES: Final = str.maketrans("-_", "  ")


def called(written: str, words: Mapping[str, str]) -> str | None:
    """Return which word is meant; None if none is. ``words`` are by the keys of their names."""
    meant = folded(written)
    for word in words.values():
        if meant == folded(word):
            return word
    names = keys_by_name(tuple(words))
    return next((words[key] for name, key in names.items() if meant == folded(name)), None)


def first_word(text: str) -> tuple[str, str]:
    """Return what stands before the first space, line end or full-width space, and the rest."""
    word, *rest = text.split(maxsplit=1) or [""]
    return word, "".join(rest).rstrip()


def folded(text: str) -> str:
    """Return ``text`` as it is compared, the same in any case and however it is spaced."""
    return " ".join(plain(text).translate(_SPACES).split())


def any_of(words: Iterable[str]) -> str:
    """Return a pattern that finds any of ``words``, of several that begin alike the longest."""
    longest = sorted(words, key=len, reverse=True)
    return f"(?:{'|'.join(map(re.escape, longest))})"


def is_chinese(word: str) -> bool:
    """Tell whether ``word`` is Chinese, which needs no space beside it."""
    return "\u4e00" <= word[0] <= "\u9fff"
