"""Replays: a game as a short animation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final

import numpy as np
from PIL import Image

from bot.app.screens.screen import Screen
from bot.render.picture.board_picture import looks
from bot.render.picture.encode import image
from bot.render.picture.layout import Layout
from bot.render.picture.marks import outline
from bot.render.picture.palette import Pixels
from bot.render.picture.theme import PictureTheme
from bot.render.picture.tiles import Tiles, tiles

MOST_FRAMES: Final = 120
MOST_REPLAY_BYTES: Final = 1_000_000
"""What a phone on a slow line loads within seconds; both platforms take more."""
_WIDEST: Final = 720
_LARGEST_CELL: Final = 40
_BAR, _MARGIN = 6, 6
_ALL: Final = 15_000
"""Playing time in ms, unless the times of a frame below make it longer or shorter."""
_SHORTEST, _LONGEST, _LAST = 80, 800, 3_000
"""Time in ms that a frame is shown; programs that show GIFs slow down those under 20 ms, and count
in hundredths of a second."""


def draw_replay(screens: Sequence[Screen], theme: PictureTheme) -> bytes:
    """Return a GIF file that shows ``screens`` in turn, the last one longest, again and again.

    GIF is what both Discord and Telegram (``sendAnimation``) play in place. Of more than
    MOST_FRAMES screens, or as many as fit into MOST_REPLAY_BYTES, some are left out evenly, never
    the first or last. ValueError if there are none or they differ in size.
    """
    if len({(screen.rules.rows, screen.rules.cols) for screen in screens}) != 1:
        raise ValueError("a replay is of one board")
    count, file = min(len(screens), MOST_FRAMES), b""
    while not file or (len(file) > MOST_REPLAY_BYTES and count > 1):
        file = _gif(_spread(screens, count), theme)
        count = count * 2 // 3
    return file


def _spread(screens: Sequence[Screen], count: int) -> list[Screen]:
    if count == 1:
        return [screens[-1]]
    return [screens[index * (len(screens) - 1) // (count - 1)] for index in range(count)]


def _gif(screens: list[Screen], theme: PictureTheme) -> bytes:
    layout = _layout(screens[0].rules.rows, screens[0].rules.cols)
    chances = any(screen.chances for screen in screens)
    drawn = tiles(theme, layout.cell, chances=chances)
    palette = drawn.palette.bytes()
    shares = np.linspace(0, 1, len(screens)) if len(screens) > 1 else np.ones(1)
    frames = (
        image(_frame(screen, drawn, layout, share), palette)
        for screen, share in zip(screens, shares.tolist(), strict=True)
    )
    return _saved(frames, len(screens))


def _saved(frames: Iterator[Image.Image], count: int) -> bytes:
    """Return a file of ``count`` frames, each of which is made as it is asked for."""
    each = min(max(_ALL // count, _SHORTEST), _LONGEST) // 10 * 10
    times = [each] * (count - 1) + [_LAST]
    file = BytesIO()
    next(frames).save(
        file, "GIF", save_all=True, append_images=frames, duration=times, loop=0, optimize=True
    )
    return file.getvalue()


def _layout(rows: int, cols: int) -> Layout:
    cell = min(_LARGEST_CELL, (_WIDEST - 2 * _MARGIN) // max(rows, cols))
    return Layout(rows, cols, cell, side=0, line=0, margin=_MARGIN)


def _frame(screen: Screen, drawn: Tiles, layout: Layout, share: float) -> Pixels:
    """Return a board with a bar below it that is as long as the part of the game it is at."""
    height = layout.bottom + layout.margin + _BAR
    width = layout.right + layout.margin
    ink, theme = drawn.flat, drawn.theme
    frame = np.full((height, width), ink[theme.backdrop], dtype=np.uint8)
    frame[layout.top : layout.bottom, layout.left : layout.right] = drawn.laid(looks(screen))
    outline(frame, layout, screen.changed, max(layout.cell // 10, 2), ink[theme.changed])
    frame[-_BAR:, : round(width * share)] = ink[theme.window]
    return frame
