"""Plots: every chance at its height, the turning point shown."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from bot.app.screens.illustration import LEAST_POINTS
from bot.render.picture import MOST_BYTES, PICTURE_THEMES, draw_plot, load_picture_theme
from bot.render.picture.plot import _BOTTOM, _LEFT, _RIGHT, _TOP
from bot.render.picture.theme import rgb
from tests.bot.render.picture.conftest import picture

CLASSIC = load_picture_theme("classic")
MIDDLE = (_TOP + _BOTTOM) // 2


def near(file: bytes, colour: str) -> NDArray[np.bool_]:
    """Return where a picture has (nearly) ``colour``, as rows of pixels."""
    drawn = np.asarray(picture(file).convert("RGB")).astype(int)
    return np.asarray(np.abs(drawn - rgb(colour)).max(axis=2) < 12)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.floats(0, 1), min_size=LEAST_POINTS, max_size=300),
    st.data(),
    st.sampled_from(PICTURE_THEMES),
)
def test_any_game_has_a_plot(points: list[float], data: st.DataObject, theme: str) -> None:
    """Any chances make a small palette PNG of one size."""
    turning = data.draw(st.none() | st.integers(0, len(points) - 1))
    file = draw_plot(points, turning, load_picture_theme(theme))
    drawn = picture(file)
    assert (drawn.format, drawn.mode, drawn.size) == ("PNG", "P", (1000, 440))
    assert len(file) < MOST_BYTES / 2


def test_a_game_of_any_length_has_a_plot() -> None:
    """A game of tens of thousands of moves has a plot as well."""
    assert picture(draw_plot([0.5] * 30_001, None, CLASSIC)).size == (1000, 440)


@pytest.mark.parametrize(("chance", "row"), [(0.0, _BOTTOM), (0.5, MIDDLE), (1.0, _TOP)])
def test_line_is_at_its_height(chance: float, row: int) -> None:
    """A chance that never changes is a level line."""
    line = near(draw_plot([chance] * 5, None, CLASSIC), CLASSIC.changed)
    assert line[row - 1 : row + 1, _LEFT + 5 : _RIGHT - 5].all()
    assert not line[_TOP + 8 : row - 8].any()


def test_turning_point() -> None:
    """The turning point is marked where it is."""
    middle = (_LEFT + _RIGHT) // 2
    marked = near(draw_plot([1.0, 0.5, 0.0], 1, CLASSIC), CLASSIC.window)
    assert marked[MIDDLE, middle]
    assert not marked[:, : middle - 20].any()


@pytest.mark.parametrize("theme", PICTURE_THEMES)
def test_number_of_a_lost_move_is_read(theme: str) -> None:
    """A turning point at 0 %, common in lost games, leaves room above its move's number."""
    drawn = load_picture_theme(theme)
    inked = near(draw_plot([1.0, 0.5, 0.0], 2, drawn), drawn.ruler_strong)
    rows = np.flatnonzero(inked[_BOTTOM:, _RIGHT - 20 :].any(axis=1)).tolist()
    assert max(after - before for before, after in pairwise(rows)) > 2
