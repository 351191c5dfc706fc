"""Illustrations as text, as far as that goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from bot.app.screens.illustration import Card, Plot, Subject, shown_screen
from bot.app.screens.screen import Screen
from bot.i18n import Text

T = TypeVar("T")

_BARS: Final = "▁▂▃▄▅▆▇█"
_WIDEST: Final = 32
"""Characters that a phone shows in one line."""


def in_text(
    subject: Subject,
    board: Callable[[Screen], T],
    lines: Callable[[list[str]], T],
    say: Callable[[Text], str],
) -> T:
    """Return what ``board`` makes of the screen in ``subject``, or ``lines`` of its plot.

    The lines of a plot are its name, which ``say`` puts into words, and bars.
    """
    match subject:
        case (Plot() as plot) | Card(plot=plot):
            return lines([say(plot.name), draw_line(plot.points)])
        case _:
            return board(shown_screen(subject))


def draw_line(points: Sequence[float]) -> str:
    """Return ``points`` (0 to 1) as bars side by side, some left out evenly where they are many."""
    count = min(len(points), _WIDEST)
    chosen = [points[at * (len(points) - 1) // max(count - 1, 1)] for at in range(count)]
    return "".join(_BARS[min(int(point * len(_BARS)), len(_BARS) - 1)] for point in chosen)
