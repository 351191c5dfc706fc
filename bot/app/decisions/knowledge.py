"""Knowledge: what a decision, which is pure, asks for, and the answers that were found out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Final, TypeAlias

from bot.app.counsel import Counsel
from bot.app.documents.dailies import Dailies
from bot.app.documents.skill import Skill
from bot.app.documents.solved import Solved
from bot.app.documents.table import Table
from bot.app.needed import Question
from core.board import Board
from core.game import Game
from core.generate import Proof
from core.grid import Cell

Knowledge: TypeAlias = Mapping[Question[object], object]
"""The answers so far."""
NOTHING_KNOWN: Final[Knowledge] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class CounselOn(Question[Counsel]):
    """What the solver makes of ``board``."""

    board: Board


@dataclass(frozen=True, slots=True)
class IsCertainMine(Question[bool]):
    """Whether a cell of the game ``number`` is certainly a mine on ``board``."""

    number: int
    moves: int
    """How many moves the game had if its mines drift, else 0: the answer then holds on."""
    cell: Cell
    board: Board = field(compare=False)


@dataclass(frozen=True, slots=True)
class ProofOf(Question[Proof | None]):
    """The proof that logic solves the board of a finished ``game``, if it does."""

    later: ClassVar[str] = "proof.later"

    game: Game


@dataclass(frozen=True, slots=True)
class ReplayOf(Question[bytes | None]):
    """A finished ``game`` as a replay for other programs, if they know such games.

    That of 100x100 takes 20 ms, which others would wait for.
    """

    game: Game


@dataclass(frozen=True, slots=True)
class DayKnown:
    """What a day looks like to a player: their own part, and the tables by level."""

    day: int
    dailies: Dailies
    tables: dict[str, Table]
    before: dict[str, Table]
    """The tables of the day before."""


@dataclass(frozen=True, slots=True)
class OfDay(Question[DayKnown]):
    """What ``day`` looks like to the player who asks, with the tables of ``group``.

    With everybody's where it is None. Who asks is in the tables of ``joins`` from then on.
    """

    day: int
    group: str | None = None
    joins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TopKnown:
    """The tables that were asked for by name, and those of the month before."""

    of: OfMonth
    tables: dict[str, Table]
    before: dict[str, Table]
    skill: Skill
    solved: Solved


@dataclass(frozen=True, slots=True)
class OfMonth(Question[TopKnown]):
    """The tables of a month: of a chat or a server, or overall where ``group`` is None."""

    month: str
    group: str | None
