"""Palette: the colours of a picture in the order they were first used."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bot.render.picture.shapes import STEPS, Mask
from bot.render.picture.theme import Colour, Rgb, rgb

Pixels: TypeAlias = NDArray[np.uint8]
"""Indices into a palette, shape (height, width)."""
Paint: TypeAlias = NDArray[np.float64]
"""Red, green and blue, 0 to 255, shape (height, width, 3)."""

MOST_COLOURS: Final = 256


def blank(colour: Colour, width: int, height: int) -> Paint:
    """Return a field of one colour."""
    return np.full((height, width, 3), rgb(colour), dtype=np.float64)


def over(paint: Paint, mask: Mask, colour: Colour) -> Paint:
    """Return ``paint`` with ``colour`` put over it through ``mask``."""
    share = mask[:, :, None]
    return paint * (1 - share) + np.array(rgb(colour), dtype=np.float64) * share


class Palette:
    """Colours and their indices; once it is full, new colours become the nearest one there is."""

    def __init__(self) -> None:
        """Start with no colour."""
        self._indices: dict[Rgb, int] = {}

    def index(self, colour: Rgb) -> int:
        """Return the index of ``colour``, given out now if it is new."""
        if colour not in self._indices:
            full = len(self._indices) >= MOST_COLOURS
            self._indices[colour] = self._nearest(colour) if full else len(self._indices)
        return self._indices[colour]

    def pixels(self, paint: Paint) -> Pixels:
        """Return the indices of the colours of ``paint``, rounded to whole values."""
        values = np.rint(paint).astype(np.uint32)
        packed = values[:, :, 0] << 16 | values[:, :, 1] << 8 | values[:, :, 2]
        colours, where = np.unique(packed, return_inverse=True)
        indices = [self.index((c >> 16, c >> 8 & 255, c & 255)) for c in colours.tolist()]
        return np.array(indices, dtype=np.uint8)[where].reshape(packed.shape)

    def ramp(self, under: Colour, ink: Colour) -> Pixels:
        """Return the indices of the steps from ``under`` to ``ink``, STEPS + 1 of them."""
        shares = np.linspace(0, 1, STEPS + 1)[None, :]
        return self.pixels(over(blank(under, STEPS + 1, 1), shares, ink)).ravel()

    def bytes(self) -> bytes:
        """Return the colours as a picture file wants them: three bytes each."""
        colours = islice(self._indices, MOST_COLOURS)
        return bytes(value for colour in colours for value in colour)

    def _nearest(self, colour: Rgb) -> int:
        return int(((self._all - colour) ** 2).sum(axis=1).argmin())

    @cached_property
    def _all(self) -> NDArray[np.int64]:
        """The colours of a palette that is full, shape (MOST_COLOURS, 3)."""
        return np.frombuffer(self.bytes(), np.uint8).reshape(-1, 3).astype(np.int64)
