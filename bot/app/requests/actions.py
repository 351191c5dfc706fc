"""Actions: what a player asks for, the same on every platform."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from bot.app.requests.access import Access
from bot.app.requests.board_actions import BoardAction
from bot.app.requests.coach_actions import CoachAction
from bot.app.requests.menu import Page
from bot.app.requests.wish import Wish
from bot.i18n import Text
from core.grid import Cell
from core.move import CellMove


@dataclass(frozen=True, slots=True)
class Greet:
    """Say what the bot is and how to begin; ``language`` is that of a greeting in words."""

    language: str = ""
    another: bool = False
    """Whether the greeting asks for a new game."""


@dataclass(frozen=True, slots=True)
class Thank:
    """Answer thanks; ``language`` is that of the words, empty if they could be of several."""

    language: str = ""
    for_game: bool = False
    """Whether the thanks are for a good game."""


@dataclass(frozen=True, slots=True)
class Help:
    """List the commands."""


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
    opening: bool = False
    """Whether a closed cell without a mark is opened in flag mode, too."""


@dataclass(frozen=True, slots=True)
class Press:
    """Play a move that was chosen when the board was drawn, after ``revision`` moves."""

    move: CellMove
    revision: int


@dataclass(frozen=True, slots=True)
class Begin:
    """Open ``cell`` on a board that was sent before there was a game: it begins with this."""

    rows: int
    cols: int
    mines: int
    cell: Cell
    wish: Wish = field(default_factory=Wish)
    """What else the game is to be; its size is given above, and it has no level."""


@dataclass(frozen=True, slots=True)
class Inspect:
    """Ask about a number that a tap can do nothing with."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Look:
    """Show a large board around ``cell`` from now on."""

    cell: Cell
    is_frontier: bool = False
    """Whether the cell was chosen to show closed cells beside a number."""


@dataclass(frozen=True, slots=True)
class TurnPage:
    """Show another page of the controls beside the board."""

    page: Page


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last move of a casual game."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up; ``sure``: the player has confirmed that, where others are concerned too."""

    sure: bool = False
    asks: bool = False
    """Whether to ask for confirmation in any case, since something else may be meant."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Answer the question that a board asks, with a plain yes or no."""

    yes: bool


@dataclass(frozen=True, slots=True)
class SetMode:
    """Choose what a cell typed or tapped without a mark means: open it, or flag it."""

    flagging: bool


@dataclass(frozen=True, slots=True)
class Hint:
    """Ask for the next step of the hint, for all of them at once, or for the last one again.

    ``alone``: nobody but the player is told.
    """

    whole: bool = False
    again: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show the current game, a large one around the cell that ``where`` names.

    ``again``: as it was left, because the player's request was carried out before.
    """

    where: str = ""
    again: bool = False


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
class SetLanguage:
    """Choose the chat's language."""

    language: str


@dataclass(frozen=True, slots=True)
class ChooseLanguage:
    """List the languages to choose from."""


@dataclass(frozen=True, slots=True)
class ChooseLevel:
    """List the levels to choose from."""

    no_guess: bool = False


@dataclass(frozen=True, slots=True)
class Learn:
    """Start the lesson."""


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """Show the chat's settings, and what they can be set to."""


class Choice(StrEnum):
    """The settings beside the language, by the words they are typed with."""

    TEXT = "text"
    """Whether boards are shown as text, without pictures and buttons for cells."""
    THEME = "theme"
    """How pictures of boards look."""
    PIN = "pin"
    """Whether new boards are pinned."""
    COORDINATES = "coordinates"
    SMART_TAP = "tap"
    CAREFUL = "confirm"
    ACCESS = "players"
    DAILY = "daily"
    TABLE = "table"
    BOARDS = "boards"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class SetChoice:
    """Choose ``value`` for a ``choice``; the decision that sets it reads the word."""

    choice: Choice
    value: str


SETTINGS: Final = (ChooseLanguage, SetLanguage, SetChoice)
"""What in a group only administrators choose."""


@dataclass(frozen=True, slots=True)
class SetAccess:
    """Choose who may play on a game."""

    access: Access


@dataclass(frozen=True, slots=True)
class Invite:
    """Let another player play on a game."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Make a game that its owner has left alone one's own."""


@dataclass(frozen=True, slots=True)
class Left:
    """Note that a player has left the chat."""

    player: str


@dataclass(frozen=True, slots=True)
class ShowPrivacy:
    """Say what is kept of a player, for how long, and what for."""


@dataclass(frozen=True, slots=True)
class Export:
    """Give the player what is kept of them, with their games of this chat."""


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete what is kept of the player here and in tables; ``sure``: the player has confirmed."""

    sure: bool = False


@dataclass(frozen=True, slots=True)
class Misread:
    """Something that could not be read; ``problem`` says so in a sentence."""

    problem: Text


INVITE_USAGE: Final = Text("access.invite_usage")
"""Nobody was invited: platforms tell apart from the text who is mentioned in it."""
BOT_INVITED: Final = Text("access.invite_bot")
"""A bot was invited, this one or another."""
SETTINGS_USAGE: Final = Text("settings.usage_group")
"""There is no such setting. What is said of this depends on the chat."""
SWITCHES: Final = {"on": True, "off": False}

Action: TypeAlias = (
    Greet | Thank | Help | NewGame | Again | Typed | Press | Begin | Inspect | Look | TurnPage
    | TakeBack | Resign | Confirm | SetMode | Hint | ShowBoard | ListGames | Save | Load
    | SetLanguage | ChooseLanguage | ChooseLevel | Learn | ShowSettings | SetChoice | SetAccess
    | Invite | TakeOver | Left | ShowPrivacy | Export | Delete | BoardAction | CoachAction | Misread
)  # fmt: skip
