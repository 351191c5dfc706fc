"""Replies: what a request is answered with, without an SDK and without a human language."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from bot.app.documents.shown import Shown
from bot.app.requests.actions import Action
from bot.app.requests.button import Row
from bot.app.requests.links import Link
from bot.app.screens.illustration import Illustration
from bot.app.screens.screen import Screen
from bot.i18n import Text
from core.grid import Cell

NO_PLACES: Final[Mapping[int, Shown | None]] = MappingProxyType({})
NO_TAPS: Final[Mapping[Cell, Action]] = MappingProxyType({})


class Reply(Struct, frozen=True):
    """Texts, and a screen where the board is shown."""

    texts: tuple[Text, ...] = ()
    screen: Screen | None = None
    buttons: tuple[Row, ...] = ()
    """What can be chosen next, in rows; a screen has its controls besides."""
    private: bool = False
    """Whether it is meant for the one who asked alone."""
    places: Mapping[int, Shown | None] = field(default_factory=lambda: NO_PLACES)
    """Where the games are shown that the texts list."""
    link: Link | None = None
    """What the link to the bot does that goes with texts which are made to be sent to others."""
    begun: Screen | None = None
    """The board of a game that begins with this, where it follows as a message of its own."""
    file: bytes | None = None
    """A document to be sent along."""
    file_name: str = "minesweeper.json"
    picture: Illustration | None = None
    """A picture to be shown beside the texts, where there is no screen."""
    taps: Mapping[Cell, Action] = field(default_factory=lambda: NO_TAPS)
    """What the cells of the picture's board do when they are pressed, where they can be."""
    unfinished: bool = False
    """Whether there is more to come without being asked for: see Service.more."""
    chat: str = ""
    """What the chat is called by now: what is more to come is asked for there."""
    silent: bool = False
    """Whether it comes in quiet hours, without a sound."""
    repeated: bool = False
    """Whether the request was carried out before: then this is the current game as it is."""
    alone: bool | None = None
    """Whether no other process was still showing an earlier state of the board; None where nothing
    changed, or it is not known."""
    language: str = "en"
    """The language of whoever is to read the texts."""
    chat_language: str = "en"
    """The language of the board that goes with them, where others see it too."""

    def is_beside(self, *, private: bool) -> bool:
        """Whether the texts stay off the board that goes with them, in a ``private`` chat or not.

        Texts for one alone do. But where nobody else is, a board says them too until its game ends.
        """
        return self.private and (not private or (self.screen is not None and self.screen.over))


def in_words(reply: Reply) -> Reply:
    """Return ``reply`` with its picture as text, as far as that goes."""
    assert reply.picture is not None  # noqa: S101  # whoever calls it has looked
    return replace(reply, picture=dataclasses.replace(reply.picture, text_only=True))
