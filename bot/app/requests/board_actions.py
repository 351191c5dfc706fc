"""Actions on boards that are more than a chat's own game: shared, of the day, scanned, proved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from bot.app.requests.scope import Scope
from bot.app.requests.wish import Wish


@dataclass(frozen=True, slots=True)
class Share:
    """Give others a code with which they play the same board."""


@dataclass(frozen=True, slots=True)
class PlayShared:
    """Start a game on the board that was shared under ``code``."""

    code: str


@dataclass(frozen=True, slots=True)
class Prove:
    """Ask whether logic alone solves a finished board."""


@dataclass(frozen=True, slots=True)
class Scan:
    """Look at 3x3 cells around the one that ``where`` names, once a game; "": choose, or again."""

    where: str = ""


@dataclass(frozen=True, slots=True)
class Daily:
    """Play the board of the day of ``level``; None: say what there is to play today."""

    level: str | None = None


@dataclass(frozen=True, slots=True)
class DailyTables:
    """Show who was how fast at the boards of the day, in the chat or its whole ``server``."""

    server: bool = False


@dataclass(frozen=True, slots=True)
class SetListed:
    """Choose whether the player is in tables that others see."""

    on: bool


@dataclass(frozen=True, slots=True)
class ShowTop:
    """Show the tables of the month: best times, or what ``level`` names of them."""

    level: str | None = None
    scope: Scope | None = None
    """Whose; the chat's where it is None, or everybody's in a private chat."""
    last: bool = False
    """Whether it is about the month before."""


@dataclass(frozen=True, slots=True)
class ShowCode:
    """Write a finished board as a code that other programs read."""


@dataclass(frozen=True, slots=True)
class ShowCard:
    """Show a finished game as a picture with its figures; the fields are as of ``Replay``."""

    game: int | None = None
    where: str = ""


@dataclass(frozen=True, slots=True)
class PlayCode:
    """Play the board that a code of another program stands for."""

    text: str


@dataclass(frozen=True, slots=True)
class Challenge:
    """Invite somebody to a duel on a board as it is wished."""

    wish: Wish = field(default_factory=Wish)


@dataclass(frozen=True, slots=True)
class JoinDuel:
    """Play against the one who has begun the duel ``code``."""

    code: str


@dataclass(frozen=True, slots=True)
class Rematch:
    """Play another duel against the same player."""


@dataclass(frozen=True, slots=True)
class NewTournament:
    """Play so many rounds together, each player for points of their own."""

    rounds: int
    wish: Wish = field(default_factory=Wish)


@dataclass(frozen=True, slots=True)
class NextRound:
    """Go on with the tournament."""


@dataclass(frozen=True, slots=True)
class ShowReplayFile:
    """Give a finished game as a file that other programs replay."""


BoardAction: TypeAlias = (
    ShowReplayFile
    | Share
    | NewTournament
    | NextRound
    | Challenge
    | JoinDuel
    | Rematch
    | PlayShared
    | Prove
    | Scan
    | Daily
    | DailyTables
    | SetListed
    | ShowTop
    | ShowCode
    | ShowCard
    | PlayCode
)
