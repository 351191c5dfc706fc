"""Tiles, palettes and themes: everything on a board looks different, in every theme."""

from __future__ import annotations

import pickle
from itertools import combinations

import numpy as np
import pytest

from bot.render.chance import CERTAIN
from bot.render.picture import PICTURE_THEMES, load_picture_theme
from bot.render.picture.palette import MOST_COLOURS, Palette, blank
from bot.render.picture.theme import load_symbols, rgb
from bot.render.picture.tiles import Tile, ink_on, tiles

LOOKS = [*range(9), *Tile, Tile.CHANCE + 50, Tile.CHANCE + CERTAIN, Tile.FLAGGED_CHANCE + CERTAIN]


@pytest.mark.parametrize("size", [16, 40])
@pytest.mark.parametrize("name", PICTURE_THEMES)
def test_tiles_differ(name: str, size: int) -> None:
    """Any two looks of a cell differ clearly in colour in a fortieth of their pixels."""
    drawn = tiles(load_picture_theme(name), size, chances=True)
    colours = np.frombuffer(drawn.palette.bytes(), np.uint8).reshape(-1, 3).astype(int)
    assert len(drawn.pixels) == Tile.FLAGGED_CHANCE + CERTAIN + 1
    for one, other in combinations(LOOKS, 2):
        apart = np.abs(colours[drawn.pixels[one]] - colours[drawn.pixels[other]]).sum(axis=2)
        assert (apart > 60).mean() > 0.025, (one, other)


@pytest.mark.parametrize("name", PICTURE_THEMES)
def test_tiles_do_not_rely_on_hue(name: str) -> None:
    """Any two looks but chances also differ in lightness, for people who see no colours."""
    drawn = tiles(load_picture_theme(name), 40, chances=True)
    colours = np.frombuffer(drawn.palette.bytes(), np.uint8).reshape(-1, 3)
    luma = colours @ np.array([0.299, 0.587, 0.114])
    for one, other in combinations([*range(9), *Tile][: Tile.CHANCE + 1], 2):
        apart = np.abs(luma[drawn.pixels[one]] - luma[drawn.pixels[other]])
        assert (apart > 25).mean() > 0.02, (one, other)


@pytest.mark.parametrize("name", PICTURE_THEMES)
def test_text_is_readable(name: str) -> None:
    """Numbers and names have a contrast of at least 3:1 to their ground (WCAG 2.2, large text)."""
    theme = load_picture_theme(name)
    pairs = [(theme.open, ink) for ink in theme.numbers]
    pairs += [(theme.backdrop, theme.ruler), (theme.backdrop, theme.ruler_strong)]
    assert {pair: contrast(*pair) for pair in pairs if contrast(*pair) < 3} == {}


@pytest.mark.parametrize("name", PICTURE_THEMES)
def test_marks_are_seen(name: str) -> None:
    """Every mark has an ink of 3:1 contrast to its ground (WCAG 2.2, 1.4.11)."""
    theme = load_picture_theme(name)
    symbols = load_symbols(theme.symbols)
    marks = {
        "flag": ({theme.inks[each.ink] for each in symbols.flag}, [theme.closed]),
        "start": ({theme.inks[each.ink] for each in symbols.start}, [theme.closed]),
        "mine": ({theme.inks[each.ink] for each in symbols.mine}, [theme.open]),
        "changed": ({theme.changed}, [theme.open, theme.closed]),
        "marked": ({theme.marked, theme.edge}, [theme.open, theme.closed]),
        "window": ({theme.window, theme.edge}, [theme.open, theme.closed]),
    }
    faint = {
        mark: ground
        for mark, (inks, grounds) in marks.items()
        for ground in grounds
        if max(contrast(ink, ground) for ink in inks) < 3
    }
    assert faint == {}


@pytest.mark.parametrize("name", PICTURE_THEMES)
def test_chances_are_readable(name: str) -> None:
    """Chances have a contrast of 4.5:1 to their ground (WCAG 2.2, text of any size)."""
    _, *grounds, _ = load_picture_theme(name).chances
    assert [ground for ground in grounds if contrast(ground, ink_on(ground)) < 4.5] == []


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours (WCAG 2.2)."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    shares = [value / 255 for value in rgb(colour)]
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_full_palette_gives_the_nearest_colour() -> None:
    """Once the palette is full a colour becomes the nearest one; no place is used twice."""
    palette = Palette()
    for value in range(MOST_COLOURS):
        assert palette.index((value, 0, 0)) == value
    assert palette.index((0x10, 3, 0)) == 0x10
    assert (palette.pixels(blank("#fefe00", 2, 1)) == [[0xFE, 0xFE]]).all()
    assert len(palette.bytes()) == 3 * MOST_COLOURS


@pytest.mark.parametrize("name", PICTURE_THEMES)
def test_what_is_certain_has_colours_of_its_own(name: str) -> None:
    """Certainly safe cells and certain mines each have an end colour of the scale."""
    theme = load_picture_theme(name)
    drawn = tiles(theme, 40, chances=True)
    for per_cent, colour, other in ((0, 0, -1), (CERTAIN, -1, 0)):
        has, has_not = (drawn.palette.index(rgb(theme.chances[each])) for each in (colour, other))
        assert (drawn.pixels[Tile.CHANCE + per_cent] == has).mean() > 0.2
        assert not (drawn.pixels[Tile.CHANCE + per_cent] == has_not).any()


@pytest.mark.parametrize("size", [7, 8])
def test_smallest_tiles_of_chances(size: int) -> None:
    """Chances are drawn as small as cards, replays and boards of 100 rows may have them."""
    drawn = tiles(load_picture_theme("classic"), size, chances=True)
    assert not np.array_equal(*drawn.pixels[[Tile.CHANCE + 50, Tile.FLAGGED_CHANCE + 50]])


def test_what_tiles_keep() -> None:
    """The largest tiles keep their pixels, and little of what these are made of."""
    drawn = tiles(load_picture_theme("classic"), 72, chances=True)
    assert len(pickle.dumps(vars(drawn))) < 1.5 * drawn.pixels.nbytes
