"""Screens and replies: what is shown, without an SDK and without a human language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.app.state import Session
from bot.i18n import Text
from core.board import Board
from core.game import Outcome
from core.grid import Cell
from core.rules import FirstOpen, Rules, level_name

NO_CHANCES: Final[Mapping[Cell, float]] = MappingProxyType({})


class Face(StrEnum):
    """The status face above the board."""

    READY = "ready"
    PLAYING = "playing"
    HURT = "hurt"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Screen:
    """A game as it is drawn, by any renderer on any platform."""

    number: int
    rules: Rules
    level: str
    board: Board
    face: Face
    elapsed: int
    """Playing time in ms."""
    lives: int
    undone: int
    flagging: bool
    start: Cell | None = None
    """The cell marked as a good start, before the first open."""
    changed: frozenset[Cell] = frozenset()
    """The cells that the last move changed."""
    marked: frozenset[Cell] = frozenset()
    """The cells that the text beside the board is about."""
    chances: Mapping[Cell, float] = field(default_factory=lambda: NO_CHANCES)
    """The chance of a mine for the cells of a hint's map."""
    focus: Cell | None = None
    """The cell that a part of a board too large to show whole is shown around."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a request is answered with: texts, and a screen where the board is shown."""

    texts: tuple[Text, ...] = ()
    screen: Screen | None = None
    language: str = "en"


def screen_of(session: Session, now: int) -> Screen:
    """Return how ``session`` looks at ``now``."""
    game = session.game
    return Screen(
        number=session.number,
        rules=game.rules,
        level=level_name(game.rules),
        board=game.board,
        face=_face(session),
        elapsed=game.elapsed(session.clock.at(now)),
        lives=max(game.lives_left, 0),
        undone=game.undone,
        flagging=session.flagging,
        start=good_start(game.rules) if game.started_at is None and not game.outcome else None,
    )


def _face(session: Session) -> Face:
    game = session.game
    if game.outcome:
        return Face.WON if game.outcome is Outcome.WON else Face.LOST
    if any(game.exploded):
        return Face.HURT
    return Face.READY if game.started_at is None else Face.PLAYING


def good_start(rules: Rules) -> Cell:
    """Return a start that wins often: (3, 3) where an opening is promised, else a corner.

    Source: Tu et al., Exploring Efficient Strategies for Minesweeper (AAAI-17 workshop), whose
    best starts these are on the classic levels.
    """
    if rules.first_open is FirstOpen.SAFE:
        return 0
    return rules.grid.cell(min(2, (rules.rows - 1) // 2), min(2, (rules.cols - 1) // 2))


def duration(ms: int) -> str:
    """Return a time as "1:02:03" or "2:03", in whole seconds, rounded down."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
