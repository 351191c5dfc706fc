"""Text on pictures, in the font that comes with the bot: Latin, Greek, Cyrillic, kana, Chinese."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from PIL import ImageFont

_FILE: Final = "NotoSansSC-subset.ttf"
_ELLIPSIS: Final = "..."
"""Three full stops: the font has its ellipsis at half height, as Chinese wants it."""
_UNKNOWN: Final = "\U0010ffff"
_PROBE: Final = 20
"""Pixels a glyph is drawn at to see whether the font has it."""
_REMEMBERED: Final = 4096
"""Characters of which it is remembered whether the font has them; names may hold any."""


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font of cards and plots, ``size`` pixels to the em."""
    data = files("bot.render.picture").joinpath("fonts", _FILE).read_bytes()
    return ImageFont.truetype(BytesIO(data), size, layout_engine=ImageFont.Layout.BASIC)


def is_drawn(name: str) -> bool:
    """Tell whether most letters of ``name`` can be drawn, or what it has instead of letters."""
    letters = [char for char in name if char.isalpha()]
    return 2 * sum(map(_has, letters)) > len(letters) if letters else bool(legible(name))


def legible(text: str) -> str:
    """Return ``text`` in one line, without the characters that the font lacks."""
    return " ".join("".join(char for char in text if _has(char)).split())


def fitted(text: str, size: int, least: int, width: int) -> tuple[str, ImageFont.FreeTypeFont]:
    """Return ``text`` and the largest font in which it is at most ``width`` pixels wide.

    Sizes go from ``size`` down to ``least``; text still too wide is cut. It is put into one line;
    characters that the font lacks are left out.
    """
    known = legible(text)
    for points in (*range(size, least, -2), least):
        if font(points).getlength(known) <= width:
            return known, font(points)
    return _cut(known, font(least), width), font(least)


def _cut(text: str, in_font: ImageFont.FreeTypeFont, width: int) -> str:
    while text and in_font.getlength(text + _ELLIPSIS) > width:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS


@lru_cache(_REMEMBERED)
def _has(char: str) -> bool:
    return char.isspace() or _shape(char) != _unknown()


@cache
def _unknown() -> bytes:
    """Return what is drawn for characters that the font lacks."""
    return _shape(_UNKNOWN)


def _shape(char: str) -> bytes:
    return bytes(font(_PROBE).getmask(char))
