"""Glances: what a chat has to choose from, looked at without changing anything."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bot.app.decision import Documents
from bot.app.decisions.desk import Desk
from bot.app.documents.state import Settings
from bot.app.requests.request import Request
from bot.app.screens.screen import Screen


@dataclass(frozen=True, slots=True)
class Glance:
    """The game that the player would move on, the other games' names, and the chat's settings."""

    screen: Screen | None
    names: tuple[str, ...]
    settings: Settings
    language: str
    """What the chat is answered in."""


def glance(documents: Documents, now: int, request: Request) -> Glance:
    """Return what ``request`` could be about."""
    desk = Desk(documents, now, request, Random(0))  # noqa: S311  # nothing is drawn
    session = desk.meant
    screen = None if session is None else desk.screen(session)
    others = (each for each in desk.chat.games if screen is None or each.number != screen.number)
    names = tuple(each.name or f"#{each.number}" for each in others)
    return Glance(screen, names, desk.chat.settings, desk.language)
