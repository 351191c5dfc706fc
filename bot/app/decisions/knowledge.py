"""Knowledge: what was found out for a decision, which is pure and cannot ask for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.app.counsel import Counsel
from bot.app.decisions.deal import Dealt
from bot.app.documents.dailies import Dailies
from bot.app.documents.skill import Skill
from bot.app.documents.solved import Solved
from bot.app.documents.table import Table
from bot.app.needed import Needed
from core.board import Board
from core.game import Game
from core.generate import Proof
from core.grid import Cell

CellOf: TypeAlias = tuple[int, int, Cell]
"""The number of a game, how many moves it had if its mines drift, else 0, and a cell of it."""
_NO_CELLS: Final[Mapping[CellOf, bool]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DayKnown:
    """What a day looks like to a player: their own part, and the tables by level."""

    day: int
    dailies: Dailies
    tables: dict[str, Table]
    before: dict[str, Table]
    """The tables of the day before."""
    group: str | None = None
    """Whose tables they are; everybody's where it is None."""


@dataclass(frozen=True, slots=True)
class OfMonth:
    """The tables of a month: of a chat or a server, or overall where ``group`` is None."""

    month: str
    group: str | None


@dataclass(frozen=True, slots=True)
class TopKnown:
    """The tables that were asked for by name, and those of the month before."""

    of: OfMonth
    tables: dict[str, Table]
    before: dict[str, Table]
    skill: Skill
    solved: Solved


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known so far, each about the board, day or month that it names."""

    counsel: Counsel | None = None
    certain_mines: Mapping[CellOf, bool] = field(default_factory=lambda: _NO_CELLS)
    """Of cells that were looked at before they are opened: whether each is certainly a mine."""
    dealt: Dealt | None = None
    """A board that was fetched or made for the decision."""
    rematch: Dealt | None = None
    """Who begins a rematch."""
    day: DayKnown | None = None
    """What the day looks like to the player."""
    top: TopKnown | None = None
    """The best times of a month."""
    proved: tuple[Game, Proof | None] | None = None
    """A finished game, and the proof that logic solves its board, if it does."""
    replay: tuple[Game, bytes | None] | None = None
    """A finished game, and its replay for other programs, if they know such games."""


NOTHING_KNOWN: Final = Knowledge()


class NeedsCounsel(Needed):
    """Raised by a decision that needs counsel on ``board``; it is then called again with it."""

    def __init__(self, board: Board) -> None:
        """Keep the board."""
        super().__init__()
        self.board = board


class NeedsLook(Needed):
    """Raised by a decision that needs to know whether the cell ``at`` is certainly a mine."""

    def __init__(self, board: Board, at: CellOf) -> None:
        """Keep the board and the cell."""
        super().__init__()
        self.board, self.at = board, at


class NeedsProof(Needed):
    """Raised by a decision that needs to know whether logic solves the board of ``game``."""

    later = "proof.later"

    def __init__(self, game: Game) -> None:
        """Keep the game."""
        super().__init__()
        self.game = game


class NeedsReplay(Needed):
    """Raised by a decision that needs the replay of ``game`` for other programs.

    That of 100x100 takes 20 ms, which others would wait for.
    """

    def __init__(self, game: Game) -> None:
        """Keep the game."""
        super().__init__()
        self.game = game


class NeedsDay(Needed):
    """Raised by a decision that needs to know what ``day`` looks like to the player who asks.

    With the tables of ``group``, or everybody's where it is None; who asks is in those of
    ``joins`` from then on.
    """

    def __init__(self, day: int, group: str | None, joins: tuple[str, ...]) -> None:
        """Keep the day and the groups."""
        super().__init__()
        self.day, self.group, self.joins = day, group, joins


class NeedsTop(Needed):
    """Raised by a decision that needs the tables ``of`` a month."""

    def __init__(self, of: OfMonth) -> None:
        """Keep which month's, and whose."""
        super().__init__()
        self.of = of
