"""Illustrations as text, as far as that goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.app.screens.illustration import Animation, BoardPicture, Card, Plot, ResultCard, Subject
from bot.app.screens.screen import Screen
from bot.render.plot_text import draw_line

T = TypeVar("T")


def in_text(subject: Subject, board: Callable[[Screen], T], line: Callable[[str], T]) -> T:
    """Return what ``board`` makes of the screen in ``subject``, or ``line`` of its plot."""
    match subject:
        case BoardPicture(screen) | ResultCard(screen=screen):
            return board(screen)
        case Plot(points) | Card(plot=Plot(points)):
            return line(draw_line(points))
        case Animation(screens):
            return board(screens[-1])
