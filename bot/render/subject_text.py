"""Illustrations as text, as far as that goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.app.screens.illustration import Card, Plot, Subject, shown_screen
from bot.app.screens.screen import Screen
from bot.i18n import Text
from bot.render.plot_text import draw_line

T = TypeVar("T")


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
