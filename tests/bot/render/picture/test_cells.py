"""Cells as pictures of their own."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from bot.render.picture import LOOKS, PICTURE_THEMES, draw_cells, load_picture_theme
from bot.render.picture.tiles import tiles

SIZE = 48


@pytest.mark.parametrize("name", PICTURE_THEMES)
def test_every_look(name: str) -> None:
    """Each look of a cell is a picture as on a board, different from every other."""
    theme = load_picture_theme(name)
    cells = draw_cells(theme, SIZE)
    assert list(cells) == [int(look) for look in LOOKS]
    assert len({each.digest for each in cells.values()}) == len(LOOKS)
    drawn = tiles(theme, SIZE)
    colours = np.frombuffer(drawn.palette.bytes(), np.uint8).reshape(-1, 3)
    for look, cell in cells.items():
        seen = np.asarray(Image.open(BytesIO(cell.file)).convert("RGB"))
        assert (seen == colours[drawn.pixels[look]]).all()


def test_digest() -> None:
    """A digest depends on what is seen: it is the same again, and another by theme or size."""
    classic, dark = (load_picture_theme(name) for name in ("classic", "dark"))
    first, again = (draw_cells(classic, SIZE) for _ in range(2))
    assert first == again
    assert first[0].digest != draw_cells(dark, SIZE)[0].digest
    assert first[0].digest != draw_cells(classic, SIZE * 2)[0].digest
