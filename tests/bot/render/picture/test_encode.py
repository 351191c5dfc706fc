"""Encoding: what becomes of a picture that has more colours than a palette."""

from __future__ import annotations

import numpy as np
from PIL import Image

from bot.render.picture.encode import png_of
from bot.render.picture.palette import MOST_COLOURS
from tests.bot.render.picture.conftest import picture


def test_the_most_common_colours_stay() -> None:
    """Of too many colours the most common stay as they are; each other becomes the nearest."""
    rare = [(red, 1, 0) for red in range(0, 250, 10)]
    common = [(red, 0, 0) for red in range(MOST_COLOURS)]
    drawn = np.array([*rare, *common * 2], dtype=np.uint8)[None]
    shown = np.asarray(picture(png_of(Image.fromarray(drawn))).convert("RGB"))
    assert shown[0].tolist() == [[red, 0, 0] for red, *_ in (*rare, *common * 2)]
