"""Foreign text, such as players' names, made fit to stand inside ours."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Final

from icu4py.breakers import CharacterBreaker

MAX_NAME: Final = 32
"""Length limit of a name in characters as a reader counts them (grapheme clusters)."""

_MAX_RAW: Final = 1_000
_MAX_CODE_POINTS: Final = 4 * MAX_NAME
_MAX_MARKS: Final = 2
_ELLIPSIS: Final = "…"
_NAMELESS: Final = "?"
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
_JOINER: Final = "\u200d"
_WORD_JOINER: Final = "\u2060"
_LINKING: Final = re.compile(r"(?<=\w)\.(?=\w\w)|(?<![\w<>])/(?=\w)|:/(?=/)")
"""Where platforms would see a web address or a command; mentions are left to their views."""

# Noncharacters, and characters that show nothing yet count as letters, marks or symbols: combining
# grapheme joiner, Hangul fillers, Khmer inherent vowels, Mongolian selectors, blank braille.
_NONCHARACTERS: Final = (
    *range(0xFDD0, 0xFDF0),
    *range(0xFFFE, 0x110000, 0x10000),
    *range(0xFFFF, 0x110000, 0x10000),
)
_INVISIBLE: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
) | frozenset(map(chr, _NONCHARACTERS))
_BIDI_CONTROLS: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})


def isolate(text: str) -> str:
    """Return foreign ``text`` so that it cannot disturb the text around it.

    Control characters (but line ends and tabs), lone surrogates and directional controls are
    dropped; text with right-to-left letters is wrapped in a first-strong isolate (UAX #9).
    """
    if text.isascii() and text.isprintable():
        return text
    kept = "".join(char for char in text if char in "\n\t" or not _is_control(char))
    if any(unicodedata.bidirectional(char) in _RIGHT_TO_LEFT for char in kept):
        return f"{_FIRST_STRONG_ISOLATE}{kept}{_POP_ISOLATE}"
    return kept


def _is_control(char: str) -> bool:
    return char in _BIDI_CONTROLS or unicodedata.category(char) in {"Cc", "Cs"}


@lru_cache(maxsize=4096)
def clean_name(raw: str) -> str:
    """Return a player's name that is visible, one line, and at most MAX_NAME characters long.

    Control, invisible and private characters and stacked marks are dropped; a name of nothing
    else is "?". A word joiner is put into what would be a web address or a command: with one the
    player would have the bot advertise with every board.
    """
    visible = "".join(" " if char.isspace() else char for char in raw[:_MAX_RAW] if _shows(char))
    settled = "".join(_settled(unicodedata.normalize("NFC", visible)))
    # Once more: what has gone may have stood between a letter and its mark.
    text = unicodedata.normalize("NFC", settled)
    name = _clip(" ".join(text.split())) or _NAMELESS
    return _LINKING.sub(rf"\g<0>{_WORD_JOINER}", name)


def _shows(char: str) -> bool:
    return char.isspace() or char == _JOINER or not _is_hidden(char)


def _settled(text: str) -> Iterator[str]:
    """Yield ``text`` without marks that stack up or stand alone, and joiners outside of emoji."""
    last, marks = " ", _MAX_MARKS
    for char, after in pairwise(f"{text} "):
        if unicodedata.category(char) in {"Mn", "Me"}:
            marks += 1
            if marks > _MAX_MARKS:
                continue
        elif char == _JOINER:
            if last in {" ", _JOINER} or unicodedata.category(after) != "So":
                continue
        else:
            # A mark that opens a name or a word would sit on what is before it.
            marks = _MAX_MARKS if char == " " else 0
        last = char
        yield char


def _is_hidden(char: str) -> bool:
    # Not Cn, which holds the letters of Unicode versions younger than Python's.
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co"} or char in _INVISIBLE


def characters(text: str) -> list[str]:
    """Return ``text`` in characters as a reader counts them; it has no lone surrogates."""
    return list(CharacterBreaker(text, "en"))


def _clip(text: str) -> str:
    shown = characters(text)
    if len(shown) <= MAX_NAME and len(text) <= _MAX_CODE_POINTS:
        return text
    ends = [end for end in accumulate(map(len, shown[: MAX_NAME - 1])) if end < _MAX_CODE_POINTS]
    # Without an end a single character, which stands for nothing people write, is too long.
    short = text[: max(ends, default=_MAX_CODE_POINTS - 1)]
    return short.rstrip(_JOINER + " ") + _ELLIPSIS
