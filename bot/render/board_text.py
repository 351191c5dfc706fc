"""Boards as lines of text, with the names of rows and columns around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from bot.app.requests.coordinates import Coordinates
from bot.app.screens.screen import Screen
from bot.render.chance import CERTAIN, per_cent
from bot.render.theme import Theme
from bot.render.window import Window
from core.grid import Cell, Grid

Paint: TypeAlias = Callable[[str, Cell], str]
"""Puts colours around the glyph of a cell; that takes no columns."""

_TO_FULL_WIDTH: Final = ord("ａ") - ord("a")
_BOTH_SIDES: Final = 16
"""From this many columns on, rows are named on the right as well."""
CHANCE_WIDTH: Final = 3
"""Columns that a cell of the map of chances takes."""
SAFE, MINE, OPEN = "+", "*", "."
"""Marks of the map of chances."""


def no_paint(glyph: str, _cell: Cell) -> str:
    """Return the glyph as it is."""
    return glyph


def draw_board(screen: Screen, theme: Theme, window: Window, paint: Paint = no_paint) -> list[str]:
    """Return the lines of the board; the cells that the screen marks stand in brackets."""

    def glyph(cell: Cell) -> str:
        is_start = cell == screen.start
        return paint(theme.start if is_start else theme.glyph(screen.board, cell), cell)

    grid = screen.board.grid
    names = _full_width_names if theme.column_names == "full_width" else _stacked_names
    named = names(screen.coordinates, window, theme.width + 1)
    lines = [_margin(grid) + line for line in named]
    return lines + [_line(screen, row, window, glyph) for row in window.row_range()]


def draw_chances(screen: Screen, window: Window) -> list[str]:
    """Return the map of the chances of a mine: per cent, or a mark where there is no doubt."""
    grid = screen.board.grid
    lines = [
        _margin(grid) + line for line in _stacked_names(screen.coordinates, window, CHANCE_WIDTH)
    ]
    for row in window.row_range():
        cells = (grid.cell(row, col) for col in window.col_range())
        marks = "".join(f"{_chance_mark(screen.chances, cell):>{CHANCE_WIDTH}}" for cell in cells)
        lines.append(f"{_row_name(screen, row)}{marks}")
    return lines


def _chance_mark(chances: Mapping[Cell, float], cell: Cell) -> str:
    chance = chances.get(cell)
    if chance is None:
        return OPEN
    whole = per_cent(chance)
    return {0: SAFE, CERTAIN: MINE}.get(whole, str(whole))


def _line(screen: Screen, row: int, window: Window, glyph: Callable[[Cell], str]) -> str:
    cells = [screen.board.grid.cell(row, col) for col in window.col_range()]
    line, before = _row_name(screen, row), False
    for cell in cells:
        line += _between(before=before, after=cell in screen.marked) + glyph(cell)
        before = cell in screen.marked
    name = screen.coordinates.row(row) if window.cols >= _BOTH_SIDES else ""
    return f"{line}{_between(before=before, after=False)}{name}".rstrip()


def _between(*, before: bool, after: bool) -> str:
    """Return what stands between two cells, either of which may be marked."""
    if after:
        return "|" if before else "["
    return "]" if before else " "


def _row_name(screen: Screen, row: int) -> str:
    return f"{screen.coordinates.row(row):>{len(str(screen.board.grid.rows))}} "


def _margin(grid: Grid) -> str:
    return " " * (len(str(grid.rows)) + 1)


def _stacked_names(coordinates: Coordinates, window: Window, width: int) -> Iterator[str]:
    """Return the columns' letters, then their numbers, each name written downwards."""
    for names in zip(*map(coordinates.columns, window.col_range()), strict=True):
        height = max(map(len, names))
        for level in range(height):
            yield "".join(f"{n.rjust(height)[level]:>{width}}" for n in names).rstrip()


def _full_width_names(coordinates: Coordinates, window: Window, _width: int) -> Iterator[str]:
    """Return the columns' names as wide as an emoji, the first of two characters above."""
    names = [coordinates.columns(col)[0] for col in window.col_range()]
    height = max(map(len, names))
    for level in range(height):
        yield "".join(f" {_wide(n.rjust(height)[level])}" for n in names).rstrip()


def _wide(letter: str) -> str:
    return "\u3000" if letter == " " else chr(_TO_FULL_WIDTH + ord(letter))
