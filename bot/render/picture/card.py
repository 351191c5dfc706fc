"""Cards: the result of a game as one picture to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from bot.app.screens.screen import Face, Screen
from bot.render.picture.board_picture import looks
from bot.render.picture.encode import image, png_of
from bot.render.picture.text import fitted
from bot.render.picture.theme import Colour, PictureTheme
from bot.render.picture.tiles import Tile, tiles

Box: TypeAlias = tuple[int, int, int, int]

WIDTH: Final = 1080
MARGIN: Final = 56
_INNER: Final = WIDTH - 2 * MARGIN
_BADGE: Final = 112
_GAP: Final = 36
_TITLE, _SUBTITLE = 64, 36
"""Font sizes of the first title line and of the others."""
_TALLEST: Final = 760
"""Height of the board, at most."""
_LARGEST_CELL: Final = 64
_A_ROW: Final = 3
"""Figures side by side."""
_VALUE, _LABEL = 52, 28
_FIGURE_HEIGHT: Final = 132
_BADGES: Final = {
    Face.WON: Tile.FLAG,
    Face.LOST: Tile.EXPLODED,
    Face.GIVEN_UP: Tile.MINE,
}


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a card: what it is called, and its value, both in the reader's language."""

    label: str
    value: str


def draw_card(
    titles: Sequence[str], figures: Sequence[Figure], screen: Screen, theme: PictureTheme
) -> bytes:
    """Return a PNG file: ``titles`` (the first one large), the board, and ``figures``.

    The texts are in the reader's language already; what is too wide is made smaller, then cut.
    """
    board = _board(screen, theme)
    top = MARGIN + max(_BADGE, titles_height(titles)) + _GAP
    height = top + board.height + figures_height(figures) + MARGIN
    card = Image.new("RGB", (WIDTH, height), theme.backdrop)
    card.paste(_badge(screen, theme), (MARGIN, MARGIN))
    left, room = MARGIN + _BADGE + _GAP, max(_BADGE - titles_height(titles), 0) // 2
    write_titles(ImageDraw.Draw(card), titles, left, MARGIN + room, theme)
    card.paste(board, ((WIDTH - board.width) // 2, top))
    write_figures(ImageDraw.Draw(card), figures, top + board.height, theme)
    return png_of(card)


def titles_height(titles: Sequence[str]) -> int:
    """Return how high ``titles`` are below each other, in pixels."""
    return _line_height(_TITLE) + _line_height(_SUBTITLE) * (len(titles) - 1)


def figures_height(figures: Sequence[Figure]) -> int:
    """Return how high ``figures`` are in their rows, in pixels."""
    return -(-len(figures) // _A_ROW) * _FIGURE_HEIGHT


def _line_height(size: int) -> int:
    return round(size * 1.3)


def _board(screen: Screen, theme: PictureTheme) -> Image.Image:
    rows, cols = screen.rules.rows, screen.rules.cols
    cell = min(_LARGEST_CELL, _INNER // cols, _TALLEST // rows)
    drawn = tiles(theme, cell, chances=bool(screen.chances))
    return image(drawn.laid(looks(screen)), drawn.palette.bytes())


def _badge(screen: Screen, theme: PictureTheme) -> Image.Image:
    drawn, tile = tiles(theme, _BADGE), _BADGES.get(screen.face, Tile.CLOSED)
    return image(drawn.pixels[tile], drawn.palette.bytes())


def write_titles(
    pen: ImageDraw.ImageDraw, titles: Sequence[str], left: int, y: int, theme: PictureTheme
) -> None:
    """Write ``titles`` one below the other from ``left`` and ``y`` on."""
    for number, title in enumerate(titles):
        size, ink = (_SUBTITLE, theme.ruler) if number else (_TITLE, theme.ruler_strong)
        _write(pen, title, (left, y, WIDTH - MARGIN, y + _line_height(size)), size, ink)
        y += _line_height(size)


def write_figures(
    pen: ImageDraw.ImageDraw, figures: Sequence[Figure], top: int, theme: PictureTheme
) -> None:
    """Write ``figures`` side by side and in rows from ``top`` on."""
    columns = min(len(figures), _A_ROW) or 1
    width = (_INNER - _GAP * (columns - 1)) // columns
    for number, figure in enumerate(figures):
        row, column = divmod(number, columns)
        left = MARGIN + column * (width + _GAP)
        y = top + _GAP + row * _FIGURE_HEIGHT
        middle = y + _line_height(_VALUE)
        _write(pen, figure.value, (left, y, left + width, middle), _VALUE, theme.ruler_strong)
        box = (left, middle, left + width, middle + _line_height(_LABEL))
        _write(pen, figure.label, box, _LABEL, theme.ruler)


def _write(pen: ImageDraw.ImageDraw, text: str, box: Box, size: int, ink: Colour) -> None:
    left, top, right, bottom = box
    shown, in_font = fitted(text, size, size * 2 // 3, right - left)
    pen.text((left, (top + bottom) / 2), shown, ink, in_font, anchor="lm")
