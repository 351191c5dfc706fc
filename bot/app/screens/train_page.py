"""The trainer's pages: an exercise, its answer explained, and the progress pattern by pattern."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.app.documents.practice import ORDER, Practice, Task, Training
from bot.app.documents.state import Settings
from bot.app.requests.button import Button
from bot.app.requests.coach_actions import Answer, Train
from bot.app.requests.coordinates import EXAMPLE
from bot.app.screens.explain import highlights, reason_text
from bot.app.screens.illustration import BoardPicture, Illustration
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Face, Screen
from bot.i18n import Text
from core.board import Board
from core.grid import Cell
from core.rules import CUSTOM, Rules
from core.solver.reason import Conclusion
from core.trainer import Exercise

_NEXT: Final = ((Button(Text("train.next"), Train()), Button(Text("train.progress"), Train("?"))),)


def question(
    exercise: Exercise, task: Task, training: Training, settings: Settings, *, tapped: bool
) -> Reply:
    """Return an exercise, answered by a cell's name, or by a press where cells are ``tapped``."""
    at, how = ORDER.index(task.drill), "train.type" if tapped else "train.usage"
    # Who can only write is told each time: a cell without the command is a move, maybe the last.
    is_told = settings.text_only or not tapped or not training.practices
    texts = (
        Text("train.level", level=at + 1, count=len(ORDER), name=_name(task)),
        Text(f"train.find_{exercise.asked.value}", mines=exercise.board.mines),
        *([Text(how, cell=EXAMPLE)] if is_told else []),
    )
    taps = {cell: Answer(at, task.seed, cell) for cell in exercise.board.grid.cells()}
    return Reply(
        texts,
        picture=_picture(_screen(exercise.board, settings), settings),
        taps=taps,
        buttons=((Button(Text("train.progress"), Train("?")),),),
    )


def verdict(
    exercise: Exercise, task: Task, cell: Cell, practice: Practice, settings: Settings
) -> Reply:
    """Return whether ``cell`` answers the exercise, and why; the cells it turns on are marked."""
    shown = _screen(exercise.board, settings)
    marked = highlights(exercise.reason)
    screen = replace(shown, marked=marked, changed=frozenset(exercise.answer) - marked)
    names = tuple(map(exercise.board.grid.name, exercise.answer))
    said = _said(exercise, cell)
    asked = exercise.asked.value
    # Nothing has counted yet for a player who has only answered other people's exercises.
    lately = (_lately(task, practice),) if practice.lately else ()
    texts = (
        Text(f"train.{said}", cell=exercise.board.grid.name(cell)),
        reason_text(exercise.board, exercise.reason),
        Text(f"train.all_{asked}", cells=names, count=len(names)),
        *lately,
    )
    return Reply(texts, picture=_picture(screen, settings), buttons=_NEXT)


def is_choice(exercise: Exercise, cell: Cell) -> bool:
    """Tell whether ``cell`` can be an answer: closed, and without a flag."""
    return exercise.board.is_closed(cell) and not exercise.board.flagged[cell]


def is_right(exercise: Exercise, cell: Cell) -> bool:
    """Tell whether ``cell`` answers the exercise."""
    return cell in exercise.answer


def _said(exercise: Exercise, cell: Cell) -> str:
    """Return what is to be said about ``cell``: right, the opposite, or not certain."""
    if is_right(exercise, cell):
        return "right"
    return "opposite" if exercise.asked is Conclusion.SAFE else "no_mine"


def _lately(task: Task, practice: Practice) -> Text:
    return Text(
        "train.lately", name=_name(task), right=sum(practice.lately), count=len(practice.lately)
    )


def progress(training: Training) -> Reply:
    """Return how the player does, pattern by pattern."""
    lines = [
        Text(
            "train.known" if practice.is_known else "train.line",
            name=Text(_key(at)),
            right=practice.right,
            tried=practice.tried,
        )
        for at, drill in enumerate(ORDER)
        if (practice := training.practice(drill)).tried
    ]
    if not lines:
        return Reply((Text("train.nothing_yet"),), buttons=(_NEXT[0][:1],))
    return Reply((Text("train.title"), *lines), buttons=(_NEXT[0][:1],))


def _name(task: Task) -> Text:
    return Text(_key(ORDER.index(task.drill)))


def _key(at: int) -> str:
    return f"drill.{ORDER[at].name.lower()}"


def _picture(screen: Screen, settings: Settings) -> Illustration:
    return Illustration(BoardPicture(screen), settings.drawn_theme, settings.text_only)


def _screen(board: Board, settings: Settings) -> Screen:
    """Return the board of an exercise, which is no game of anybody's."""
    return Screen(
        number=0,
        revision=0,
        rules=Rules(board.grid.rows, board.grid.cols, board.mines),
        level=CUSTOM,
        board=board,
        face=Face.PLAYING,
        elapsed=0,
        lives=1,
        undone=0,
        flagging=False,
        theme=settings.drawn_theme,
        text_only=settings.text_only,
        coordinates=settings.coordinates,
    )
