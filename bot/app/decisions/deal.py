"""Deals: boards that a decision needs and cannot get itself, because it is pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.app.documents.duel import Duellist
from bot.app.needed import Question
from bot.app.requests.day import OnDay
from core.game import Game
from core.grid import Cell
from core.rules import Rules

OF_DUEL: Final = "share.duel"
"""Why there is no board with a code that is a duel's."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """What came of a deal: a game after its first open, or else why there is none."""

    game: Game | None = None
    refusal: str = ""
    """The key of the sentence that says why there is no game."""
    adjusted: bool = False
    """Whether mines were moved to make the board one that logic solves."""
    is_turned: bool = False
    """Whether the board of a duel is turned round."""
    duellists: tuple[Duellist, ...] = ()
    """Those who play the duel that is joined or looked at."""
    won_in: int | None = None
    """The time in ms to beat, on a shared board that was won."""


class Deal(Question[Dealt]):
    """A board to be fetched or made."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class FromCode(Deal):
    """The board that was shared under ``code``."""

    code: str


@dataclass(frozen=True, slots=True)
class NoGuess(Deal):
    """A new board that logic solves when ``first`` is opened first."""

    rules: Rules
    first: Cell
    goes_on: bool = False
    """Whether it should not be solved by that already, as in a duel: it is if nearly all are."""
    command: str = "/newgame"
    """What another such game is begun with, where there is no such board."""


@dataclass(frozen=True, slots=True)
class OfTheDay(Deal):
    """A board of the day, claimed for a player's one ranked try, which is in ``chat``."""

    on: OnDay
    player: str
    chat: str


@dataclass(frozen=True, slots=True)
class FromDuel(Deal):
    """The board of the duel ``code``, with a seat that ``player`` claims by ``operation``.

    In the ``chat`` of the other one it is turned round, since both boards can be seen there.
    """

    code: str
    player: str
    chat: str
    operation: str


@dataclass(frozen=True, slots=True)
class RematchKnown:
    """Who begins a rematch, or else why the player who asks is in none."""

    refusal: str = ""
    """The key of the sentence that says why."""
    is_first: bool = False
    """Whether it is the player who asks."""
    duellists: tuple[Duellist, ...] = ()
    """Those who play the duel before it."""


@dataclass(frozen=True, slots=True)
class OfRematch(Question[RematchKnown]):
    """Who begins the rematch of the duel ``code``: whoever asks first."""

    code: str
    player: str
    operation: str
