"""Plots: the chance of winning over a game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Final

from PIL import Image, ImageDraw

from bot.render.picture.encode import png_of
from bot.render.picture.text import font
from bot.render.picture.theme import Colour, PictureTheme, Point, rgb

_WIDTH, _HEIGHT = 1000, 440
_LEFT, _TOP, _RIGHT, _BOTTOM = 110, 36, 960, 380
_LEVELS: Final = (0.0, 0.5, 1.0)
_OVERSAMPLING: Final = 2
_TEXT: Final = 30
_LINE, _DOT, _THIN = 6, 13, 2
_BELOW: Final = _DOT + 7
"""Pixels from the axis to the numbers below it: a turning point at 0 % leaves them free."""
_DASH: Final = 10
_MOST_TICKS: Final = 6
_ROOM: Final = 70
"""Pixels from the middle of one number to that of the next, at least."""
_SHADE: Final = 0.25
"""How much of the line's colour the area below it has."""


def draw_plot(points: Sequence[float], turning: int | None, theme: PictureTheme) -> bytes:
    """Return a PNG file with the chance of winning (0 to 1) after each move, from move 1 on.

    There are LEAST_POINTS at least; ``turning`` is the index of the one to be marked. Axes are
    numbered; there are no words on it.
    """
    return png_of(plot_image(points, turning, theme))


def plot_image(points: Sequence[float], turning: int | None, theme: PictureTheme) -> Image.Image:
    """Return the picture of ``draw_plot``, to be put into another."""
    plot = _Plot(points, theme)
    plot.area()
    plot.levels()
    plot.line()
    if turning is not None:
        plot.turning_point(turning)
    return plot.finished(turning)


class _Plot:
    """A plot in the making, drawn larger than it will be, with its names written at the end."""

    def __init__(self, points: Sequence[float], theme: PictureTheme) -> None:
        self._theme = theme
        self._count = len(points)
        self._along = [self._at(index, chance) for index, chance in enumerate(points)]
        size = (_WIDTH * _OVERSAMPLING, _HEIGHT * _OVERSAMPLING)
        self._image = Image.new("RGB", size, theme.backdrop)
        self._pen = ImageDraw.Draw(self._image)
        self._pen.rectangle(self._scaled([(_LEFT, _TOP), (_RIGHT, _BOTTOM)]), theme.open)

    def levels(self) -> None:
        """Draw the lines of 0, 50 and 100 %."""
        for share in _LEVELS:
            y = self._at(0, share)[1]
            self._stroke([(_LEFT, y), (_RIGHT, y)], self._theme.line, _THIN)

    def area(self) -> None:
        """Fill what is under the line."""
        corners = [(_LEFT, _BOTTOM), *self._along, (_RIGHT, _BOTTOM)]
        shade = _mixed(self._theme.open, self._theme.changed, _SHADE)
        self._pen.polygon(self._scaled(corners), shade)

    def line(self) -> None:
        """Draw the line, with round ends."""
        self._stroke(self._along, self._theme.changed, _LINE)
        for end in (self._along[0], self._along[-1]):
            self._dot(end, _LINE / 2, self._theme.changed)

    def turning_point(self, index: int) -> None:
        """Mark a point with a dashed line down to its move and a ring."""
        x, y = self._along[index]
        for top in range(_TOP, _BOTTOM, 2 * _DASH):
            self._stroke([(x, top), (x, min(top + _DASH, _BOTTOM))], self._theme.ruler_strong, 2)
        self._dot((x, y), _DOT, self._theme.ruler_strong)
        self._dot((x, y), _DOT - 3, self._theme.window)

    def finished(self, turning: int | None) -> Image.Image:
        """Return the plot at its size, with the axes and the turning point numbered."""
        image = self._image.resize((_WIDTH, _HEIGHT), Image.Resampling.BOX)
        pen, small, ink = ImageDraw.Draw(image), font(_TEXT), self._theme.ruler
        for share in _LEVELS:
            y = self._at(0, share)[1]
            pen.text((_LEFT - 14, y), f"{share:.0%}", ink, small, anchor="rm")
        for index in self._ticks(turning):
            at = (self._at(index, 0)[0], _BOTTOM + _BELOW)
            colour = self._theme.ruler_strong if index == turning else ink
            pen.text(at, str(index + 1), colour, small, anchor="mt")
        return image

    def _ticks(self, turning: int | None) -> list[int]:
        """Return the points to be numbered: round ones with room beside the turning point."""
        steps = (step * 10**power for power in count() for step in (1, 2, 5))
        step = next(step for step in steps if self._count / step <= _MOST_TICKS)
        ticks = list(range(step - 1, self._count, step))
        if turning is None:
            return ticks
        middle = self._at(turning, 0)[0]
        return [turning, *(t for t in ticks if abs(self._at(t, 0)[0] - middle) >= _ROOM)]

    def _at(self, index: int, chance: float) -> Point:
        x = _LEFT + (_RIGHT - _LEFT) * index / (self._count - 1)
        return x, _BOTTOM - (_BOTTOM - _TOP) * chance

    def _stroke(self, points: list[Point], colour: Colour, width: int) -> None:
        self._pen.line(self._scaled(points), colour, width * _OVERSAMPLING, joint="curve")

    def _dot(self, at: Point, radius: float, colour: Colour) -> None:
        x, y = at
        box = [(x - radius, y - radius), (x + radius, y + radius)]
        self._pen.ellipse(self._scaled(box), colour)

    def _scaled(self, points: list[Point]) -> list[Point]:
        return [(x * _OVERSAMPLING, y * _OVERSAMPLING) for x, y in points]


def _mixed(under: Colour, ink: Colour, share: float) -> tuple[int, ...]:
    pairs = zip(rgb(under), rgb(ink), strict=True)
    return tuple(round(a + (b - a) * share) for a, b in pairs)
