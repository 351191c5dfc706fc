"""How long a picture of a board takes, and how large its file is.

``python -m tests.benchmarks.pictures`` prints, for each size, the time the tiles take once per
process, the time a picture takes after that (median of 50), and the bytes of its file.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from statistics import median

from bot.app.screen import Screen, screen_of
from bot.app.state import Session, Settings
from bot.render.picture import PICTURE_THEMES, draw_picture, load_picture_theme
from bot.render.window import window_around
from core.rules import Rules
from tests.strategies import random_game, seeded

SIZES = ((9, 9, 10), (16, 16, 40), (16, 30, 99), (24, 24, 99), (24, 30, 150), (30, 50, 300))
PICTURES = 50
OPENS = 30


def screen(rows: int, cols: int, mines: int) -> Screen:
    """Return a game in its middle, with a few marked cells."""
    rng = seeded(rows * cols)
    game = random_game(rng, Rules(rows, cols, mines, lives=9), OPENS)
    return replace(screen_of(Session(1, "a", game), 0, Settings()), marked=frozenset({0, 5}))


def measure(theme_name: str, rows: int, cols: int, mines: int) -> str:
    """Return the figures of one size in a line."""
    shown, theme = screen(rows, cols, mines), load_picture_theme(theme_name)
    window = window_around(shown.board.grid, 0, 8, 8)
    took = []
    file = b""
    for _ in range(PICTURES + 1):
        began = time.perf_counter()
        file = draw_picture(shown, theme, window)
        took.append((time.perf_counter() - began) * 1000)
    first, *others = took
    return (
        f"{rows}x{cols}: tiles {first:.0f} ms, picture {median(others):.1f} ms, {len(file):,} bytes"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--theme", default="classic", choices=PICTURE_THEMES)
    theme_of = parser.parse_args().theme
    for size in SIZES:
        print(measure(theme_of, *size))
