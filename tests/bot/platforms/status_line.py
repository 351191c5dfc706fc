"""The line above every board: a face, how many mines are left, and the time."""

from __future__ import annotations

import re
from typing import Final

_FACES: Final = "🙂|🤔|🤕|😎|😵"
_WORDS: Final = {
    "en": r"mines -?\d+ · time (\d+:)?\d+:\d\d",
    "ru": r"мины -?\d+ · время (\d+:)?\d+:\d\d",
    "zh": r"剩余雷 -?\d+ · 时间 (\d+:)?\d+:\d\d",
}


def assert_status(text: str, language: str = "en") -> None:
    """Check that ``text`` begins with a status in ``language``."""
    first = text.partition("\n")[0]
    assert re.match(rf"({_FACES}) .*{_WORDS[language[:2]]}", first), first


def nearly_won(side: int) -> str:
    """Return a square layout: opening its last row leaves one safe corner to be opened."""
    plain = "#" * (side - 2)
    return f"{side}x{side}/3 {plain}M# {plain}MM " + " ".join([f"{plain}##"] * (side - 2))
