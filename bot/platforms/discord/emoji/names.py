"""Names: which emoji of the application shows which look of a cell in which theme."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bot.render.picture import LOOKS, PICTURE_THEMES, Tile

_WORDS: Final = {number: str(number) for number in range(9)} | {
    Tile.CLOSED: "c",
    Tile.FLAG: "flag",
    Tile.MINE: "mine",
    Tile.WRONG_FLAG: "bad",
    Tile.EXPLODED: "boom",
    Tile.START: "go",
}
"""Short, since a board holds a name for every cell, and shortest for what most cells are."""
_LOOKS: Final = {_WORDS[look]: look for look in LOOKS}
_THEMES: Final = {theme[:2]: theme for theme in PICTURE_THEMES}
_DIGEST: Final = 4
"""Hexadecimal digits that tell a drawing from an older one."""
_NAME: Final = re.compile(
    rf"(?P<word>{'|'.join(_LOOKS)})_(?P<theme>{'|'.join(_THEMES)})(?P<digest>[0-9a-f]{{{_DIGEST}}})",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Depicted:
    """What an emoji shows."""

    theme: str
    look: int
    """A look of a cell, one of LOOKS."""


def name_of(depicted: Depicted, digest: str) -> str:
    """Return the name of the emoji that shows ``depicted`` as the drawing with ``digest`` does.

    Discord takes 2 to 32 letters, digits and underscores; docs, create application emoji.
    """
    return f"{_WORDS[depicted.look]}_{depicted.theme[:2]}{digest[:_DIGEST]}"


def read_name(name: str) -> Depicted | None:
    """Return what the emoji called ``name`` shows; None for one that is not ours."""
    found = _NAME.fullmatch(name)
    return Depicted(_THEMES[found["theme"]], _LOOKS[found["word"]]) if found else None
