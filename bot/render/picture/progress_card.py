"""Progress cards: figures of many games, and how a chance went over time, as one picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from bot.render.picture.card import (
    MARGIN,
    WIDTH,
    Figure,
    figures_height,
    titles_height,
    write_figures,
    write_titles,
)
from bot.render.picture.encode import png_of
from bot.render.picture.plot import plot_image
from bot.render.picture.theme import PictureTheme

_GAP: Final = 28


def draw_progress_card(
    titles: Sequence[str], figures: Sequence[Figure], points: Sequence[float], theme: PictureTheme
) -> bytes:
    """Return a PNG file: ``titles`` (the first one large), a plot of ``points``, ``figures``."""
    plot = plot_image(points, None, theme)
    top = MARGIN + titles_height(titles) + _GAP
    below = top + plot.height
    height = below + figures_height(figures) + MARGIN
    card = Image.new("RGB", (WIDTH, height), theme.backdrop)
    pen = ImageDraw.Draw(card)
    write_titles(pen, titles, MARGIN, MARGIN, theme)
    card.paste(plot, ((WIDTH - plot.width) // 2, top))
    write_figures(pen, figures, below, theme)
    return png_of(card)
