"""Cards: titles, board and figures on one small picture, in any language."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as with_

from bot.app.screens.screen import Face
from bot.i18n import LANGUAGES, Text, Translator
from bot.render.picture import (
    PICTURE_THEMES,
    Figure,
    draw_card,
    load_picture_theme,
)
from bot.render.picture.text import _has, fitted, font
from bot.render.picture.tiles import Tile, tiles
from core.grid import Grid
from tests.bot.render.picture.conftest import SIZES, picture, random_board, screen_with

CLASSIC = load_picture_theme("classic")
MOST_CARD_BYTES: Final = 200_000
FIGURE_WIDTH: Final = 298
"""Pixels of each of three figures side by side."""
SHOWN = screen_with(random_board(Grid(9, 9), 1))
NAMES = [
    *("Зоя", "Олексій", "Қайрат", "Ελένη", "Łukasz", "Jiří", "Güneş", "Đặng"),
    *("さくら", "ユウキ", "陈小龙", "陳小龍"),
]
FIGURES = [Figure("Точность", "92%"), Figure("效率", "84%"), Figure("3BV", "171")]


@settings(max_examples=20, deadline=None)
@given(
    st.lists(st.text(max_size=80), min_size=1, max_size=4),
    st.lists(st.builds(Figure, st.text(max_size=30), st.text(max_size=12)), max_size=7),
    st.sampled_from(SIZES),
    st.sampled_from(PICTURE_THEMES),
)
def test_any_card(
    titles: list[str], figures: list[Figure], size: tuple[int, int], theme: str
) -> None:
    """Any texts and board make a palette PNG as wide as all cards."""
    shown = screen_with(random_board(Grid(*size), 5))
    file = draw_card(titles, figures, shown, load_picture_theme(theme))
    drawn = picture(file)
    assert (drawn.format, drawn.mode, drawn.size[0]) == ("PNG", "P", 1080)
    assert len(file) < MOST_CARD_BYTES


@pytest.mark.parametrize(
    ("face", "tile"),
    [
        (Face.WON, Tile.FLAG),
        (Face.LOST, Tile.EXPLODED),
        (Face.GIVEN_UP, Tile.MINE),
        (Face.READY, Tile.CLOSED),
    ],
)
def test_badge(face: Face, tile: Tile) -> None:
    """The badge shows how the game ended, and no title is drawn over it."""
    drawn = tiles(CLASSIC, 112)
    shown = picture(draw_card(["x" * 40] * 2, [], with_(SHOWN, face=face), CLASSIC)).convert("RGB")
    badge = np.asarray(shown)[56 : 56 + 112, 56 : 56 + 112].astype(int)
    palette = np.frombuffer(drawn.palette.bytes(), np.uint8).reshape(-1, 3).astype(int)
    assert np.abs(badge - palette[drawn.pixels[tile]]).mean() < 4


def test_every_text_changes_the_card() -> None:
    """Each title, label and value is drawn; without figures the card is lower."""
    whole = draw_card(["a", "b"], FIGURES, SHOWN, CLASSIC)
    assert draw_card(["a", "c"], FIGURES, SHOWN, CLASSIC) != whole
    for index, figure in enumerate(FIGURES):
        for other in (
            replace(figure, label="x"),
            replace(figure, value="x"),
        ):
            changed = [*FIGURES[:index], other, *FIGURES[index + 1 :]]
            assert draw_card(["a", "b"], changed, SHOWN, CLASSIC) != whole
    assert picture(whole).size[1] - picture(draw_card(["a", "b"], [], SHOWN, CLASSIC)).size[1] > 90


def test_chances_on_a_card() -> None:
    """A board with chances is drawn with them."""
    with_chances = with_(SHOWN, chances=dict.fromkeys(SHOWN.board.closed(), 0.4))
    assert draw_card([], [], with_chances, CLASSIC) != draw_card([], [], SHOWN, CLASSIC)


@given(st.text(max_size=60), st.integers(40, 900))
def test_text_fits(text: str, width: int) -> None:
    """Text is never wider than its room, nor smaller than allowed."""
    shown, in_font = fitted(text, 40, 24, width)
    assert in_font.getlength(shown) <= width
    assert 24 <= in_font.size <= 40


def test_long_text_gets_smaller_then_shorter() -> None:
    """A long text is first drawn smaller, and cut only at the smallest size."""
    assert fitted("Anna", 40, 24, 900) == ("Anna", font(40))
    text, smaller = fitted("Anna " * 7, 40, 24, 500)
    assert text == ("Anna " * 7).strip()
    assert smaller.size < 40
    cut, least = fitted("Anna " * 70, 40, 24, 500)
    assert cut.startswith("Anna Anna")
    assert cut.endswith("...")
    assert least.size == 24


def test_characters_without_a_glyph_are_left_out() -> None:
    """Characters without a glyph are left out, so no empty boxes are drawn."""
    assert fitted("Anna \U0001f408 \U00012000", 40, 24, 900)[0] == "Anna"


@pytest.mark.parametrize("name", NAMES)
def test_names_are_whole(name: str) -> None:
    """The font has Latin, Greek, Cyrillic, kana and both Chinese scripts for names."""
    assert fitted(name, 40, 24, 900)[0] == name


def test_text_is_one_line() -> None:
    """Line breaks and runs of spaces become one space."""
    assert fitted("Anna\n\tand  Bob\n", 40, 24, 900)[0] == "Anna and Bob"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_font_has_what_the_catalogues_say(language: str) -> None:
    """Every letter of every text in every language has a glyph."""
    translator = Translator()
    said = "".join(translator.pattern(key, language) for key in translator.keys(language))
    assert not {char for char in said if char.isalnum() and not _has(char)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_of_figures_can_be_read_on_a_phone(language: str) -> None:
    """Labels fit at a size of 24 of a card's 1080 pixels, which is about 9 on a phone 390 wide.

    That holds even after tens of thousands of wins.
    """
    translator = Translator()
    keys = translator.keys(language) - {"figure.value"}
    labels = [Text(key, wins=99_999) for key in keys if key.startswith("figure.")]
    said = [translator.say(label, language) for label in labels]
    assert all(font(24).getlength(label) <= FIGURE_WIDTH for label in said)
