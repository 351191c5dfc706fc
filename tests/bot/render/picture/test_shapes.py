"""Shapes: where things are drawn."""

from __future__ import annotations

import numpy as np
import pytest

from bot.render.picture.shapes import text_mask


@pytest.mark.parametrize("text", ["0", "8", "50", "n", "zz"])
@pytest.mark.parametrize("weight", [0, 1])
def test_text_stands_in_the_middle(text: str, weight: float) -> None:
    """A number or a column's name is as far from the left edge as from the right one."""
    mask = text_mask(text, 20, 60, 40, weight)
    inked = np.flatnonzero(mask.any(axis=0))
    assert abs(inked[0] - (59 - inked[-1])) <= 2


@pytest.mark.parametrize("text", ["0", "p", "y"])
def test_text_stands_on_one_line(text: str) -> None:
    """A digit is as far from the top as from the bottom; only letters reach below the line."""
    digit, mask = (np.flatnonzero(text_mask(each, 20, 60, 40).any(axis=1)) for each in ("0", text))
    assert abs(digit[0] - (39 - digit[-1])) <= 2
    assert mask[0] >= digit[0]
    assert (mask[-1] > digit[-1]) == (text != "0")
