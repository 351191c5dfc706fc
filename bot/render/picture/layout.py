"""Layout: where the parts of a picture of a board are, in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, repeat, takewhile
from typing import Final

WIDEST: Final = 1280
"""Telegram keeps photos of up to 1280 pixels a side as they are (type "y" of
https://core.telegram.org/api/files); it is also about three pixels to each of a phone's 400."""

MOST_RATIO: Final = 20
"""Longer side to shorter side that Telegram takes a photo with, at most (``sendPhoto``)."""

_LARGEST, _SMALLEST, _SMALLEST_OF_ALL = 72, 16, 8
_SIDE, _LINE = 0.85, 0.68
"""Width of the rows' names and height of a line of columns' names, in sides of a cell."""
_BOTH_SIDES: Final = 10
"""From this many columns (rows) on, rows (columns) are named on the far side as well."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things are, in pixels; a cell is a square of ``cell`` pixels a side."""

    rows: int
    cols: int
    cell: int
    side: int
    """Width of a row's name."""
    line: int
    """Height of a line of columns' names."""
    margin: int
    """Space between cells and names, in which a frame around the window has room."""
    lines: int = 2
    """How many names a column has, one above the other."""

    @property
    def left(self) -> int:
        """Left edge of the cells."""
        return self.side + self.margin

    @property
    def top(self) -> int:
        """Upper edge of the cells."""
        return self.lines * self.line + self.margin

    @property
    def right(self) -> int:
        """Right edge of the cells."""
        return self.left + self.cols * self.cell

    @property
    def bottom(self) -> int:
        """Lower edge of the cells."""
        return self.top + self.rows * self.cell

    @property
    def named_right(self) -> bool:
        """Whether rows are named on the right as well."""
        return self.cols >= _BOTH_SIDES

    @property
    def named_below(self) -> bool:
        """Whether columns are named below the board as well."""
        return self.rows >= _BOTH_SIDES

    @property
    def width(self) -> int:
        """Width of the picture; wider than what is on it if that is too high for MOST_RATIO."""
        return max(self._wide, -(-self._high // MOST_RATIO))

    @property
    def height(self) -> int:
        """Height of the picture; higher than what is on it if that is too wide for MOST_RATIO."""
        return max(self._high, -(-self._wide // MOST_RATIO))

    @property
    def _wide(self) -> int:
        return self.right + (self.left if self.named_right else 2 * self.margin)

    @property
    def _high(self) -> int:
        return self.bottom + (self.top if self.named_below else 2 * self.margin)


@lru_cache(maxsize=64)
def layouts_for(rows: int, cols: int, lines: int = 2) -> tuple[Layout, ...]:
    """Return the layout with the largest cells that WIDEST allows, and smaller ones after it.

    Each column has ``lines`` names. The smaller ones are for the rare board with so much on it that
    its file would be too large.
    """
    sizes = range(_LARGEST, _SMALLEST, -1)
    layouts = (_layout(rows, cols, cell, lines) for cell in sizes)
    fitting = (each for each in layouts if max(each.width, each.height) <= WIDEST)
    first = next(fitting, _layout(rows, cols, _SMALLEST, lines))
    cells = accumulate(repeat(first.cell), lambda cell, _: cell * 3 // 4)
    smaller = takewhile(lambda cell: cell >= _SMALLEST_OF_ALL, cells)
    return tuple(_layout(rows, cols, cell, lines) for cell in smaller)


def _layout(rows: int, cols: int, cell: int, lines: int) -> Layout:
    side, line, margin = round(cell * _SIDE), round(cell * _LINE), max(cell // 6, 3)
    return Layout(rows, cols, cell, side, line, margin, lines)
