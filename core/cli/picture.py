"""The success curve as a picture (SVG)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 40, 48
"""Margins around the plot."""

COLOURS: Final = ("#0b62a4", "#b8560f")
POINT_COLOUR: Final = "#222222"


@dataclass(frozen=True, slots=True)
class Point:
    """``rate`` percent of games won with ``mines``, give or take one standard ``error``."""

    mines: int
    rate: float
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class Curve:
    """Points by growing number of mines."""

    name: str
    points: tuple[Point, ...]


def draw(title: str, curves: Sequence[Curve], published: Sequence[Point]) -> str:
    """Return the picture of up to two ``curves`` and the ``published`` points beside them."""
    plot = _Plot([point.mines for curve in curves for point in curve.points])
    shown = [point for point in published if plot.low <= point.mines <= plot.high]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(title)}</title>",
        '<g font-family="sans-serif" font-size="12" fill="#222">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _text(WIDTH / 2, 22, title, "middle"),
        *plot.axes(),
        *(line for each in zip(curves, COLOURS, strict=False) for line in plot.curve(*each)),
        *map(plot.dot, shown),
        *_legend(curves, shown),
        "</g>",
        "</svg>\n",
    ]
    return "\n".join(lines)


class _Plot:
    """Where things are drawn: mines to the right, percent upward."""

    def __init__(self, mines: Sequence[int]) -> None:
        self.low, self.high = min(mines), max(mines)

    def x(self, mines: float) -> float:
        span = max(self.high - self.low, 1)
        return LEFT + (mines - self.low) / span * (WIDTH - LEFT - RIGHT)

    def y(self, rate: float) -> float:
        return HEIGHT - BOTTOM - rate / 100 * (HEIGHT - TOP - BOTTOM)

    def axes(self) -> Iterator[str]:
        """Yield the grid with its numbers and what they count."""
        for rate in range(0, 101, 20):
            y = self.y(rate)
            yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
            yield _text(LEFT - 8, y + 4, f"{rate} %", "end")
        for mines in range(self.low, self.high + 1, max((self.high - self.low) // 5, 1)):
            x = self.x(mines)
            yield f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>'
            yield _text(x, HEIGHT - BOTTOM + 18, str(mines), "middle")
        yield _text(WIDTH / 2, HEIGHT - 10, "mines", "middle")

    def curve(self, curve: Curve, colour: str) -> Iterator[str]:
        """Yield the band of one standard error and the line through the points."""
        line = [(p.mines, p.rate) for p in curve.points]
        upper = [(p.mines, p.rate + p.error) for p in curve.points]
        lower = [(p.mines, p.rate - p.error) for p in reversed(curve.points)]
        yield f'<path d="{self._path(upper + lower)}Z" fill="{colour}" opacity="0.25"/>'
        yield f'<path d="{self._path(line)}" fill="none" stroke="{colour}" stroke-width="2"/>'

    def _path(self, points: Sequence[tuple[int, float]]) -> str:
        return "M" + "L".join(f"{self.x(mines):.1f} {self.y(rate):.1f}" for mines, rate in points)

    def dot(self, point: Point) -> str:
        """Return the mark of a published point."""
        x, y = self.x(point.mines), self.y(point.rate)
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{POINT_COLOUR}"/>'


def _legend(curves: Sequence[Curve], published: Sequence[Point]) -> Iterator[str]:
    names = [(curve.name, colour, 0) for curve, colour in zip(curves, COLOURS, strict=False)]
    if published:
        names.append(("the first write-up, about", POINT_COLOUR, 6))
    for row, (name, colour, round_by) in enumerate(names):
        y = TOP + 18 + 20 * row
        mark = f'x="{WIDTH - 216}" y="{y - 10}" width="12" height="12" rx="{round_by}"'
        yield f'<rect {mark} fill="{colour}"/>'
        yield _text(WIDTH - 196, y, name, "start")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
