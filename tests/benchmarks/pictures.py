"""How long pictures and alt texts take, and how large the files are.

``python -m tests.benchmarks.pictures`` prints, for each size of board, the time the first picture
takes (its tiles are drawn once per process), the median of the next 50, and the bytes of the file;
then the same for the alt text, a card, a plot and a replay of 120 frames of a 30x16 board.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from statistics import median

from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.screens.screen import Screen, screen_of
from bot.i18n import Text, Translator
from bot.platforms.discord.limits import ALT_TEXT
from bot.render.alt_text import alt_text
from bot.render.picture import (
    PICTURE_THEMES,
    Figure,
    PictureTheme,
    draw_card,
    draw_picture,
    draw_plot,
    draw_replay,
    load_picture_theme,
)
from bot.render.window import window_around
from core.rules import Rules
from tests.strategies import random_game, seeded, tries

SIZES = ((9, 9, 10), (16, 16, 40), (16, 30, 99), (24, 24, 99), (24, 30, 150), (30, 50, 300))
PICTURES = 50
OPENS = 30


def screen(rows: int, cols: int, mines: int) -> Screen:
    """Return a game in its middle, with a few marked cells."""
    rng = seeded(rows * cols)
    game = random_game(rng, Rules(rows, cols, mines, lives=9), OPENS)
    return replace(screen_of(Session(1, "a", game), 0, Settings()), marked=frozenset({0, 5}))


def measure(name: str, draw: Callable[[], bytes], times: int = PICTURES) -> None:
    """Print the figures of ``draw`` in a line."""
    took, file = [], b""
    for _ in range(times + 1):
        began = time.perf_counter()
        file = draw()
        took.append((time.perf_counter() - began) * 1000)
    first, *others = took
    print(f"{name}: first {first:.0f} ms, then {median(others):.1f} ms, {len(file):,} bytes")


def main(theme: PictureTheme) -> None:
    """Measure every kind of picture."""
    for rows, cols, mines in SIZES:
        shown = screen(rows, cols, mines)
        window = window_around(shown.board.grid, 0, 8, 8)
        measure(f"{rows}x{cols}", partial(draw_picture, shown, theme, window))
    shown, translator = screen(16, 30, 99), Translator()
    window = window_around(shown.board.grid, 0, 8, 8)

    def say(text: Text) -> str:
        return translator.say(text, "en")

    measure("alt text", lambda: alt_text(shown, window, say, ALT_TEXT).encode())
    measure("card", partial(draw_card, ["You won", "x"], [Figure("3BV", "9")] * 6, shown, theme), 9)
    measure("plot", partial(draw_plot, [n % 10 / 10 for n in range(150)], 70, theme), 9)
    measure("replay", partial(draw_replay, replay_of(16, 30, 99), theme), 3)


def replay_of(rows: int, cols: int, mines: int) -> list[Screen]:
    """Return the screens of a game of 300 tries."""
    rules = Rules(rows, cols, mines, lives=9)
    played = tries(seeded(1), rules, 300)
    return [screen_of(Session(1, "a", game), 0, Settings()) for game, _, _ in played]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--theme", default="classic", choices=PICTURE_THEMES)
    main(load_picture_theme(parser.parse_args().theme))
