"""Cells: each look of a cell as a small picture of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

import numpy as np

from bot.render.picture.encode import png
from bot.render.picture.theme import PictureTheme
from bot.render.picture.tiles import Tile, tiles

LOOKS: Final = (*range(9), *range(Tile.CLOSED, Tile.CHANCE))
"""The looks of a cell outside a map of chances: the numbers, then those that have a name."""


@dataclass(frozen=True, slots=True)
class CellPicture:
    """One look of a cell as a PNG file."""

    file: bytes
    digest: str
    """Hexadecimal; the same wherever the same pixels are drawn, however they are compressed."""


def draw_cells(theme: PictureTheme, size: int) -> Mapping[int, CellPicture]:
    """Return a picture of each of LOOKS, ``size`` pixels wide and high."""
    drawn = tiles(theme, size)
    palette = drawn.palette.bytes()
    colours = np.frombuffer(palette, np.uint8).reshape(-1, 3)

    def picture(look: int) -> CellPicture:
        pixels = drawn.pixels[look]
        digest = sha256(colours[pixels].tobytes()).hexdigest()
        return CellPicture(png(pixels, palette), digest)

    return {int(look): picture(look) for look in LOOKS}
