"""Tiles: every look of a cell, drawn once for a theme and size, as indices into one palette."""

from __future__ import annotations

from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.render.chance import CERTAIN
from bot.render.picture.palette import Paint, Palette, Pixels, blank, over
from bot.render.picture.shapes import Mask, layer_mask, text_mask
from bot.render.picture.theme import Colour, Layer, PictureTheme, contrast, load_symbols, rgb


class Tile(IntEnum):
    """The looks of a cell in the order they are kept; an open cell's is its number."""

    CLOSED = 9
    FLAG = 10
    MINE = 11
    WRONG_FLAG = 12
    EXPLODED = 13
    START = 14
    CHANCE = 15
    """The chance 0 %; the others follow, up to 100 %."""
    FLAGGED_CHANCE = 116
    """As CHANCE, on a flagged cell."""


_ORDER: Final = (
    Layer("ruler", line=((22, 20), (22, 62)), width=6),
    Layer("ruler", line=((10, 50), (22, 62), (34, 50)), width=6),
    Layer("ruler", line=((46, 41), (84, 41)), width=6),
    Layer("ruler", line=((72, 29), (84, 41), (72, 53)), width=6),
)
"""Two arrows in the corner of the names."""
_STEPS_OF_CHANCE: Final = (10, 20, 35, 60)
"""Per cent at which the background of a chance changes; 0 and 100 have their own."""
_NUMBER, _PER_CENT, _NAME = 0.78, 0.5, 0.56
"""Heights of letters, in sides of a cell."""
_SMALL, _EDGE, _LOWERED = 0.4, 0.06, 0.17
"""Size of a flag in the corner, its distance from the edges, and how far it moves a number down."""
_DARK, _WHITE = "#101418", "#ffffff"


class Tiles:
    """The tiles of a theme at one size, and the palette they share."""

    def __init__(self, theme: PictureTheme, size: int, *, chances: bool) -> None:
        """Draw every tile ``size`` pixels wide and high, those of chances only when wanted."""
        self.theme, self.size, self.palette = theme, size, Palette()
        self.flat = {colour: self.palette.index(rgb(colour)) for colour in _flat_colours(theme)}
        """The indices of the colours that are put on a board as they are."""
        self._symbols = load_symbols(theme.symbols)
        self._names: dict[tuple[str, int, int, bool], Pixels] = {}
        self._ramps = [self.palette.ramp(theme.backdrop, ink) for ink in self._name_inks]
        paints = [*self._plain(), *(self._with_chances() if chances else ())]
        self.pixels: NDArray[np.uint8] = np.stack([self.palette.pixels(p) for p in paints])
        """The tiles, shape (tiles, size, size)."""

    def laid(self, found: NDArray[np.uint8]) -> Pixels:
        """Return the tiles named in ``found`` (rows, columns) laid side by side."""
        rows, cols = found.shape
        cells = self.pixels[found].transpose(0, 2, 1, 3)
        return cells.reshape(rows * self.size, cols * self.size)

    def name(self, text: str, width: int, height: int, *, strong: bool) -> Pixels:
        """Return the name of a row or column on the backdrop, drawn once."""
        key = (text, width, height, strong)
        if key not in self._names:
            weight = self.size * 0.02 if strong else 0.0
            mask = text_mask(text, self.size * _NAME, width, height, weight)
            self._names[key] = _stepped_pixels(self._ramps[strong], mask)
        return self._names[key]

    @cached_property
    def order(self) -> Pixels:
        """An arrow down and, after it, an arrow to the right, on the backdrop."""
        masks = [layer_mask(layer, self.size) for layer in _ORDER]
        return _stepped_pixels(self._ramps[0], np.maximum.reduce(masks))

    @property
    def _name_inks(self) -> tuple[Colour, Colour]:
        return self.theme.ruler, self.theme.ruler_strong

    def _plain(self) -> list[Paint]:
        marks = self._symbols
        return [
            *(self._number(number) for number in range(9)),
            self._closed,
            self._drawn(self._closed, marks.flag),
            self._drawn(self._open, marks.mine),
            self._drawn(self._closed, marks.flag + marks.cross),
            self._drawn(self._flat(self.theme.exploded), marks.burst + marks.mine),
            self._drawn(self._closed, marks.start),
        ]

    def _with_chances(self) -> list[Paint]:
        fields = {colour: self._raised(colour) for colour in self.theme.chances}
        weight = self.size * 0.015
        texts = [self._text(str(per_cent), _PER_CENT, weight) for per_cent in range(CERTAIN)]
        lowered = [np.roll(mask, round(self.size * _LOWERED), axis=0) for mask in texts]
        chances, beside_flags = (
            [self._chance(per_cent, fields, masks) for per_cent in range(CERTAIN + 1)]
            for masks in (texts, lowered)
        )
        return chances + self._flagged(beside_flags)

    def _flat(self, colour: Colour) -> Paint:
        paint = blank(self.theme.line, self.size, self.size)
        paint[: self.size - self.gap, : self.size - self.gap] = rgb(colour)
        return paint

    @property
    def gap(self) -> int:
        """Width of the line between cells."""
        return max(self.size // 36, 1)

    @cached_property
    def _open(self) -> Paint:
        return self._flat(self.theme.open)

    @cached_property
    def _closed(self) -> Paint:
        return self._raised(self.theme.closed)

    def _raised(self, colour: Colour) -> Paint:
        """Return a field whose upper left edges are lit and whose lower right ones are not."""
        lit, middle = self._raised_masks
        paint = over(self._flat(self.theme.closed_dark), lit, self.theme.closed_light)
        return over(paint, middle, colour)

    @cached_property
    def _raised_masks(self) -> tuple[Mask, Mask]:
        side, bevel = self.size - self.gap, max(round(self.size * 0.07), 1)
        x, y = np.meshgrid(np.arange(self.size), np.arange(self.size))
        lit = (x + y < side) & (np.maximum(x, y) < side)
        middle = (np.minimum(x, y) >= bevel) & (np.maximum(x, y) < side - bevel)
        return lit.astype(np.float64), middle.astype(np.float64)

    def _number(self, number: int) -> Paint:
        if not number:
            return self._open
        weight = self.size * 0.026
        mask = self._text(str(number), _NUMBER, weight)
        return over(self._open, mask, self.theme.numbers[number - 1])

    def _text(self, text: str, height: float, weight: float) -> Mask:
        return text_mask(text, self.size * height, self.size, self.size, weight)

    def _drawn(self, paint: Paint, layers: tuple[Layer, ...]) -> Paint:
        for layer in layers:
            paint = over(paint, layer_mask(layer, self.size), self.theme.inks[layer.ink])
        return paint

    def _chance(self, per_cent: int, fields: dict[Colour, Paint], texts: list[Mask]) -> Paint:
        colour = self._chance_colour(per_cent)
        paint = fields[colour]
        if per_cent in {0, CERTAIN}:
            return self._drawn(paint, self._symbols.mine if per_cent else self._symbols.safe)
        return over(paint, texts[per_cent], ink_on(colour))

    def _chance_colour(self, per_cent: int) -> Colour:
        first, *between, last = self.theme.chances
        if per_cent in {0, CERTAIN}:
            return last if per_cent else first
        return between[sum(per_cent >= step for step in _STEPS_OF_CHANCE)]

    def _flagged(self, paints: list[Paint]) -> list[Paint]:
        """Return ``paints`` with a small flag in the upper right corner."""
        small, edge = round(self.size * _SMALL), max(round(self.size * _EDGE), 1)
        flag = blank(self.theme.closed, small, small)
        for layer in self._symbols.flag:
            flag = over(flag, layer_mask(layer, small), self.theme.inks[layer.ink])
        flagged = [paint.copy() for paint in paints]
        for paint in flagged:
            paint[edge : edge + small, -edge - small : -edge] = flag
        return flagged


def _flat_colours(theme: PictureTheme) -> tuple[Colour, ...]:
    marks = (theme.changed, theme.marked, theme.window, theme.edge)
    return (theme.backdrop, theme.line, *marks)


def _stepped_pixels(ramp: Pixels, mask: Mask) -> Pixels:
    """Return the indices in ``ramp`` for the steps of ``mask``."""
    return ramp[np.rint(mask * (len(ramp) - 1)).astype(np.uint8)]


def ink_on(colour: Colour) -> Colour:
    """Return dark or white, whichever reads better on ``colour``."""
    return max(_DARK, _WHITE, key=lambda ink: contrast(ink, colour))


# A theme's tiles at one size take up to 1.5 MB.
@lru_cache(maxsize=32)
def tiles(theme: PictureTheme, size: int, *, chances: bool = False) -> Tiles:
    """Return the tiles of ``theme`` at ``size`` pixels, drawn once.

    Those with chances have a palette of their own, so that no file depends on what was drawn
    before it.
    """
    return Tiles(theme, size, chances=chances)
