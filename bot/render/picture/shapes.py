"""Shapes: masks of symbols and of text, with a few steps between outside and inside."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, radians, sin
from typing import Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from bot.render.picture.theme import Layer, Point

Mask: TypeAlias = NDArray[np.float64]
"""How much of each pixel a shape covers: 0 to 1, shape (height, width)."""

STEPS: Final = 5
"""Steps from outside to inside; more make smoother edges and longer palettes."""
_OVERSAMPLING: Final = 8
_UNITS: Final = 100
_CORNERS: Final = 72
_PER_SPAN: Final = 12


def _stepped(mask: Mask) -> Mask:
    """Return ``mask`` rounded to whole steps."""
    return np.rint(mask * STEPS) / STEPS


def layer_mask(layer: Layer, size: int) -> Mask:
    """Return the mask of ``layer`` on a cell of ``size`` pixels."""
    scale = size * _OVERSAMPLING / _UNITS
    image = Image.new("L", (size * _OVERSAMPLING,) * 2)
    pen = ImageDraw.Draw(image)
    points = [_scaled(_turned(point, layer.turn), scale) for point in _outline(layer)]
    if layer.line:
        _stroke(pen, points, layer.width * scale)
    else:
        pen.polygon(points, fill=255)
    return _shrunk(image, size)


def text_mask(text: str, points: float, width: int, height: int, weight: float = 0) -> Mask:
    """Return the mask of ``text`` in the middle of a field; ``weight`` pixels make it bolder.

    The text stands on the same line whatever its letters: the middle is that of a digit's height.
    """
    image = Image.new("L", (width, height))
    font = _font(points)
    _, top, _, bottom = font.getbbox("0", anchor="ls", stroke_width=weight)
    left, _, right, _ = font.getbbox(text, anchor="ls", stroke_width=weight)
    at = ((width - left - right) / 2, (height - top - bottom) / 2)
    pen = ImageDraw.Draw(image)
    pen.text(at, text, fill=255, font=font, anchor="ls", stroke_width=weight)
    return _stepped(np.asarray(image) / 255)


@lru_cache(maxsize=128)
def _font(points: float) -> ImageFont.FreeTypeFont:
    # With a size this is Aileron, which Pillow brings along: pictures need no font of the system.
    return cast("ImageFont.FreeTypeFont", ImageFont.load_default(points))


def _shrunk(image: Image.Image, size: int) -> Mask:
    return _stepped(np.asarray(image.resize((size, size), Image.Resampling.BOX)) / 255)


def _outline(layer: Layer) -> list[Point]:
    if layer.ellipse:
        return _ellipse(*layer.ellipse)
    return _curve(layer.curve) if layer.curve else list(layer.polygon or layer.line)


def _ellipse(left: float, top: float, right: float, bottom: float) -> list[Point]:
    x, y, a, b = (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2
    angles = (2 * pi * step / _CORNERS for step in range(_CORNERS))
    return [(x + a * cos(angle), y + b * sin(angle)) for angle in angles]


def _curve(points: tuple[Point, ...]) -> list[Point]:
    """Return corners along the closed Catmull-Rom spline through ``points``."""
    count = len(points)
    spans = [[points[(start + step) % count] for step in range(4)] for start in range(count)]
    return [_on_span(span, step / _PER_SPAN) for span in spans for step in range(_PER_SPAN)]


def _on_span(span: list[Point], t: float) -> Point:
    # E. Catmull, R. Rom, A class of local interpolating splines (1974), with tension 1/2.
    weights = (
        (-t + 2 * t**2 - t**3) / 2,
        (2 - 5 * t**2 + 3 * t**3) / 2,
        (t + 4 * t**2 - 3 * t**3) / 2,
        (-(t**2) + t**3) / 2,
    )
    x, y = (sum(w * p[axis] for w, p in zip(weights, span, strict=True)) for axis in (0, 1))
    return x, y


def _turned(point: Point, degrees: float) -> Point:
    x, y = point[0] - _UNITS / 2, point[1] - _UNITS / 2
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return x * c - y * s + _UNITS / 2, x * s + y * c + _UNITS / 2


def _scaled(point: Point, scale: float) -> Point:
    return point[0] * scale, point[1] * scale


def _stroke(pen: ImageDraw.ImageDraw, points: list[Point], width: float) -> None:
    pen.line(points, fill=255, width=round(width), joint="curve")
    for x, y in points:
        radius = width / 2
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
