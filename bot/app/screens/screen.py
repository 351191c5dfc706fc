"""Screens: games as they are drawn, without an SDK and without a human language."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from bot.app.documents.mode import RANKED, mode_of
from bot.app.documents.state import Session, Settings
from bot.app.documents.tournament import Tournament
from bot.app.documents.undecided import is_undecided, told_board
from bot.app.requests.access import Access
from bot.app.requests.coordinates import Coordinates, RowCol
from bot.app.requests.menu import Page
from bot.app.screens.blindfold import unseen
from bot.app.screens.duel import has_rematch, rival_text, verdict_texts
from bot.app.screens.earned import earned_texts
from bot.app.screens.people import opened_texts
from bot.app.screens.tournament import tournament_texts
from bot.i18n import Text
from core.board import Board
from core.game import Outcome
from core.grid import Cell
from core.lesson import FIRST, Goal, LessonStep, lesson_step
from core.rules import FirstOpen, Rules, level_name

NO_CHANCES: Final[Mapping[Cell, float]] = MappingProxyType({})


class Face(StrEnum):
    """The status face above the board."""

    READY = "ready"
    PLAYING = "playing"
    HURT = "hurt"
    WON = "won"
    LOST = "lost"
    GIVEN_UP = "given_up"

    @property
    def is_end(self) -> bool:
        """Whether it is the face of a finished game."""
        return self in {Face.WON, Face.LOST, Face.GIVEN_UP}


class Screen(Struct, frozen=True):
    """A game as it is drawn, by any renderer on any platform."""

    number: int
    """The game's number in its chat."""
    revision: int
    """How many moves have led here."""
    rules: Rules
    level: str
    board: Board
    face: Face
    elapsed: int
    """Playing time in ms."""
    lives: int
    undone: int
    flagging: bool
    page: Page = Page.PLAY
    """The page of controls to be shown."""
    access: Access = Access.OPEN
    players: tuple[str, ...] = ()
    """What those who played are called."""
    mover: str | None = None
    """What the player is called who moved last."""
    theme: str = "classic"
    text_only: bool = False
    coordinates: Coordinates = Coordinates.LETTERS
    language: str | None = None
    """The language that was chosen for the chat, if one was."""
    smart_tap: bool = True
    """Whether a tap on a number does something."""
    over: bool = False
    adjusted: bool = False
    """Whether mines were moved to make the layout one that logic solves."""
    scanned: bool = False
    """Whether the scanner was used."""
    at_stake: bool = False
    """Whether the game counts as its player's own so far, which a hint would end."""
    lesson: Text | None = None
    """What the lesson asks for, in the game that teaches how to play."""
    taught: bool = False
    """Whether it is the game that teaches how to play, left or not."""
    begun: bool = True
    """Whether a first cell was ever opened."""
    undecided: bool = False
    """Whether people still play against each other on the layout: until they are done nobody is
    helped, nor told anything of it."""
    start: Cell | None = None
    """The cell marked as a good start, before the first open; None if it has a flag."""
    changed: frozenset[Cell] = frozenset()
    """The cells that the last move changed."""
    marked: frozenset[Cell] = frozenset()
    """The cells that the text beside the board is about."""
    chances: Mapping[Cell, float] = field(default_factory=lambda: NO_CHANCES)
    """The chance of a mine for the cells of a hint's map."""
    rival: Text | None = None
    """How far the other player of a duel is."""
    rematch: bool = False
    """Whether another duel can follow."""
    verdict: tuple[Text, ...] = ()
    """How the duel ended, and whether there is to be another one."""
    round: Text | None = None
    """The round of a tournament."""
    last_round: bool = True
    opened: tuple[Text, ...] = ()
    """What each of several players has opened, once it is over."""
    earned: tuple[Text, ...] = ()
    """What was achieved with the game."""
    focus: Cell | None = None
    """The cell that a part of a board too large to show whole is shown around."""


def screen_of(session: Session, now: int, settings: Settings) -> Screen:
    """Return how ``session`` looks at ``now`` in a chat with ``settings``."""
    game = session.game
    is_taught = session.lesson and game.outcome is not Outcome.GIVEN_UP
    step = lesson_step(game.board) if is_taught else None
    is_blind = game.rules.blindfold and not game.outcome
    return Screen(
        number=session.number,
        revision=len(game.history),
        rules=game.rules,
        level=level_name(game.rules),
        board=unseen(game.board) if is_blind else told_board(session, now),
        face=_face(session),
        elapsed=game.elapsed(session.time(now)),
        lives=max(game.lives_left, 0),
        undone=game.undone,
        flagging=session.flagging,
        page=session.page,
        access=session.access,
        players=session.names,
        mover=session.names[game.history[-1].by] if game.history and session.names else None,
        theme=settings.drawn_theme,
        text_only=settings.text_only or game.rules.blindfold,
        coordinates=settings.coordinates,
        language=settings.language,
        smart_tap=settings.smart_tap or not session.private,
        over=game.outcome is not None,
        adjusted=session.adjusted,
        scanned=session.scanned is not None,
        at_stake=game.outcome is None and mode_of(session) in RANKED,
        lesson=settings.coordinates.spell(_lesson_text(session, step, settings)) if step else None,
        taught=session.lesson,
        begun=game.started_at is not None,
        undecided=is_undecided(session, now),
        marked=frozenset(step.cells) if step and not game.outcome else frozenset(),
        rival=rival_text(session.duel) if session.duel else None,
        rematch=has_rematch(session),
        opened=opened_texts(session, now),
        earned=tuple(earned_texts(session)),
        verdict=_verdict(session, now),
        round=_round_text(session.tournament) if session.tournament else None,
        last_round=not session.has_next_round,
        focus=session.focus,
        start=_marked_start(session),
    )


def _round_text(tournament: Tournament) -> Text:
    return Text("tournament.short", round=tournament.round, rounds=tournament.rounds)


def _verdict(session: Session, now: int) -> tuple[Text, ...]:
    """Return how a duel ended, or how a tournament stands."""
    if session.duel is not None:
        texts = verdict_texts(session, session.duel)
        is_hidden = session.game.outcome is not None and is_undecided(session, now)
        is_to_come = is_hidden and not session.duel.missed
        return (Text("duel.mines_later"), *texts) if is_to_come else texts
    if session.tournament is not None and session.game.outcome is not None:
        return tuple(tournament_texts(session, session.tournament))
    return ()


_MARKED: Final = {Goal.FLAG: "!", Goal.UNFLAG: "?", Goal.CHORD: "@"}
"""The marks before the cell with which the moves of these goals are typed."""


def _lesson_text(session: Session, step: LessonStep, settings: Settings) -> Text:
    """Return what the lesson asks for, and how that is done here."""
    grid = session.game.board.grid
    cells = tuple(map(grid.name, step.cells))
    way, mark = _lesson_way(session, step.goal, settings)
    return Text(
        f"lesson.{step.goal}{way}",
        cells=cells,
        cell=cells[0] if cells else "",  # to be written as it stands, which a list cannot be
        clue="" if step.clue is None else grid.name(step.clue),
        numbers=RowCol.of(*grid.row_col(step.cells[0])) if step.cells else "",
        mark=mark,
    )


def _lesson_way(session: Session, goal: Goal, settings: Settings) -> tuple[str, str]:
    """Return the end of the key of the text that says how ``goal`` is reached here, and a mark.

    The mark is what is written before a cell, where cells are no buttons.
    """
    is_tapped = session.in_place and not settings.text_only
    if session.private or not session.in_place:  # what is written is heard
        return "" if is_tapped or goal is Goal.DONE else "_typed", _MARKED.get(goal, "")
    # Among others it is a move only where it answers a board, or is a command.
    if goal is Goal.TYPE:
        return "_answer", ""
    if goal in _MARKED:
        return "_command" if is_tapped else "_typed", f"/{goal} "
    return "", ""


def _face(session: Session) -> Face:
    game = session.game
    if game.outcome:
        return Face(game.outcome)
    if any(game.exploded):
        return Face.HURT
    return Face.READY if game.started_at is None else Face.PLAYING


def _marked_start(session: Session) -> Cell | None:
    game, cell = session.game, first_cell(session)
    is_past = game.started_at is not None or game.outcome or game.flagged[cell]
    return None if is_past else cell


def first_cell(session: Session) -> Cell:
    """Return the cell to begin a game with: what its lesson asks for, or else a good start."""
    return FIRST if session.lesson else good_start(session.game.rules)


def good_start(rules: Rules) -> Cell:
    """Return a start that wins often: (3, 3) where an opening is promised, else a corner.

    Source: Tu et al., Exploring Efficient Strategies for Minesweeper (AAAI-17 workshop), whose
    best starts these are on the classic levels.
    """
    if rules.first_open is FirstOpen.SAFE:
        return 0
    return rules.grid.cell(min(2, (rules.rows - 1) // 2), min(2, (rules.cols - 1) // 2))
