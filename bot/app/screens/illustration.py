"""Illustrations: pictures as data, to be drawn by whoever has a renderer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.app.requests.board_actions import ShowCard
from bot.app.requests.coach_actions import Replay, Review
from bot.app.screens.screen import Screen
from bot.i18n import Text

LEAST_POINTS: Final = 2
"""Points that a plot has to have: a single one says nothing of how it went."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board, with its chances and marks."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Plot:
    """Chances (0 to 1) one after the other; ``turning`` is the index of the one to be marked.

    ``name`` says what they are the chances of.
    """

    name: Text
    points: tuple[float, ...]
    turning: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """Titles, figures (what each is called, and its value), and a plot of chances."""

    titles: tuple[Text, ...]
    figures: tuple[tuple[Text, Text], ...]
    plot: Plot


@dataclass(frozen=True, slots=True)
class ResultCard:
    """Titles, figures (what each is called, and its value), and how a finished game looks."""

    titles: tuple[Text, ...]
    figures: tuple[tuple[Text, Text], ...]
    screen: Screen


@dataclass(frozen=True, slots=True)
class Animation:
    """A game from its first screen to its last."""

    screens: tuple[Screen, ...]


Subject: TypeAlias = BoardPicture | Plot | Card | ResultCard | Animation
EndedPage: TypeAlias = Review | Replay | ShowCard
"""What shows a finished game; with another cell as its ``where``, another part of the board."""


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture of ``subject``; as text, as far as that goes, where the chat wants text only."""

    subject: Subject
    theme: str = "classic"
    text_only: bool = False
    page: EndedPage | None = None
    """What asks for it, and for the other parts of a board that does not fit."""


def shown_screen(subject: BoardPicture | ResultCard | Animation) -> Screen:
    """Return the screen of which the board is shown where ``subject`` is text."""
    return subject.screens[-1] if isinstance(subject, Animation) else subject.screen
