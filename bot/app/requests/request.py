"""Requests: who asks for what, and where."""

from __future__ import annotations

from msgspec import Struct

from bot.app.requests.actions import Action
from bot.i18n import best_language, near_language


class Chat(Struct, frozen=True):
    """Where a request came from: ``id`` is unique over all platforms."""

    id: str
    private: bool = True
    """Whether only one person writes here."""
    thread: str | None = None
    """The part of the chat, where a platform divides chats."""
    in_place: bool = False
    """Whether boards are messages that are changed in place: one that was not is caught up."""
    server: str | None = None
    """The server that the chat is a channel of, where a platform has such; unique like ``id``."""
    passing: bool = False
    """Whether it is a single message, which nobody comes back to once it has scrolled by."""
    only_answers: bool = False
    """Whether the bot can do no more here than answer: nothing is sent that nobody asks for."""
    may_pin: bool = True
    """Whether the bot may pin messages here, as far as the platform tells."""
    language: str | None = None
    """The language code the platform gives for the chat, for players whose own says nothing."""
    perhaps: str | None = None
    """A part that it may be instead, where the platform does not say: it is if a game is there."""


class Player(Struct, frozen=True):
    """Who sent a request: ``id`` is unique over all platforms, ``name`` is foreign text."""

    id: str
    name: str


class Request(Struct, frozen=True):
    """One request; ``operation`` is the platform's own id of the event, the same when repeated."""

    operation: str
    chat: Chat
    player: Player
    action: Action
    language: str | None = None
    """The language code the platform gives for the player."""
    game: int | None = None
    """The number of the game whose board was pressed or answered; None: the chat's current one."""
    may_set: bool = True
    """Whether the player may choose the chat's settings: in a group only administrators may."""
    in_person: bool = True
    """Whether no group or channel asks: who writes in its name presses buttons in their own."""
    below: tuple[Action, ...] = ()
    """What the same message asks for after that, in turn."""

    @property
    def spoken(self) -> str:
        """The language to answer in where nobody has chosen one."""
        return near_language(self.language) or best_language(self.chat.language)

    @property
    def is_language_known(self) -> bool:
        """Whether the platform names a language that the bot speaks, or one near to it."""
        return any(map(near_language, (self.language, self.chat.language)))
