"""Requests: what a player asks for, the same on every platform."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from bot.i18n import Text
from core.rules import FirstOpen


@dataclass(frozen=True, slots=True)
class Chat:
    """Where a request came from: ``id`` is unique over all platforms."""

    id: str
    private: bool = True
    """Whether only one person writes here."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sent a request: ``id`` is unique over all platforms, ``name`` is foreign text."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Greet:
    """Say what the bot is and how to begin."""


@dataclass(frozen=True, slots=True)
class Help:
    """List the commands."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a new game should be, as far as the player said it."""

    level: str | None = None
    size: tuple[int, int, int] | None = None
    """Rows, columns and mines."""
    first_open: FirstOpen = FirstOpen.OPENING
    lives: int = 1
    casual: bool = False


@dataclass(frozen=True, slots=True)
class NewGame:
    """Start a game."""

    wish: Wish = field(default_factory=Wish)


@dataclass(frozen=True, slots=True)
class Again:
    """Start a game with the rules of the last one."""


@dataclass(frozen=True, slots=True)
class Typed:
    """Play what the player typed; how it reads depends on the board."""

    text: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last move of a casual game."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""


@dataclass(frozen=True, slots=True)
class SetMode:
    """Choose what a cell typed or tapped without a mark means: open it, or flag it."""

    flagging: bool


@dataclass(frozen=True, slots=True)
class Hint:
    """Ask for the next step of the hint, or for all of them at once."""

    whole: bool = False


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show the current game, a large one around the cell that ``where`` names."""

    where: str = ""


@dataclass(frozen=True, slots=True)
class ListGames:
    """List the chat's unfinished games."""


@dataclass(frozen=True, slots=True)
class Save:
    """Park the current game under a name."""

    name: str


@dataclass(frozen=True, slots=True)
class Load:
    """Go on with a parked game, by its name or its number in the list."""

    name: str


@dataclass(frozen=True, slots=True)
class ShowStats:
    """Show the player's own statistics."""


@dataclass(frozen=True, slots=True)
class SetLanguage:
    """Choose the chat's language."""

    language: str


@dataclass(frozen=True, slots=True)
class Misread:
    """Something that could not be read; ``problem`` says so in a sentence."""

    problem: Text


Action: TypeAlias = (
    Greet
    | Help
    | NewGame
    | Again
    | Typed
    | TakeBack
    | Resign
    | SetMode
    | Hint
    | ShowBoard
    | ListGames
    | Save
    | Load
    | ShowStats
    | SetLanguage
    | Misread
)


@dataclass(frozen=True, slots=True)
class Request:
    """One request; ``operation`` is the platform's own id of the event, the same when repeated."""

    operation: str
    chat: Chat
    player: Player
    action: Action
    language: str | None = None
    """The language code the platform gives for the player."""
