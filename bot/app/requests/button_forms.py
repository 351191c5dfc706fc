"""Button forms: how each action that a button can carry is written in words, and read back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from bot.app.requests import actions, board_actions, coach_actions
from bot.app.requests.access import Access
from bot.app.requests.day import DAY_LEVELS
from bot.app.requests.menu import Page
from bot.app.requests.scope import TOP_PAGES, Scope
from bot.app.requests.wish import Wish, read_kind, write_kind
from bot.i18n import LANGUAGES
from core.move import MARKS
from core.rules import CUSTOM, LEVELS
from core.trainer import Drill

DRILLS: Final = len(Drill)
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,6}", re.ASCII)


class Form(Struct, frozen=True):
    """How actions of a ``kind`` are written: their values as words, and back."""

    word: str
    kind: type[Any]
    values: Callable[[Any], tuple[object, ...]]
    """None is written as no letters, a truth value as 1 or 0."""
    read: Callable[[list[str]], actions.Action]
    """Raises ValueError or KeyError for words that are none of such an action."""


def _with(word: str, kind: type[Any], **fields: Callable[[str], object]) -> Form:
    """Return the form of an action with a word for each of ``fields``, by what reads it."""

    def values(action: actions.Action) -> tuple[object, ...]:
        return tuple(getattr(action, name) for name in fields)

    def read(words: list[str]) -> actions.Action:
        named = zip(fields.items(), words, strict=True)
        action: actions.Action = kind(**{name: value(written) for (name, value), written in named})
        return action

    return Form(word, kind, values, read)


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise ValueError(word)
    return int(word)


def _flag(word: str) -> bool:
    return {"0": False, "1": True}[word]


def _among(*words: str) -> Callable[[str], str]:
    """Return what reads one of ``words``."""

    def read(word: str) -> str:
        if word not in words:
            raise ValueError(word)
        return word

    return read


def _or_none(read: Callable[[str], object]) -> Callable[[str], object]:
    """Return what reads as ``read`` does, and no letters as None."""
    return lambda word: read(word) if word else None


def _drill(word: str) -> int:
    drill = _number(word)
    if drill >= DRILLS:
        raise ValueError(word)
    return drill


_level: Final = _among("", *LEVELS, CUSTOM)

_FRONTIER: Final = "frontier"
_NO_GUESS: Final = "noguess"


def _mark(word: str, kind: type[Any], name: str, mark: str) -> Form:
    """Return the form of an action whose one value ``name`` is whether ``mark`` is there."""
    return Form(
        word,
        kind,
        lambda action: (mark,) if getattr(action, name) else (),
        lambda words: kind(**{name: _marked(words, mark)}),
    )


def _marked(words: list[str], mark: str) -> bool:
    """Return whether the one word that there may be, ``mark``, is there."""
    if words not in ([], [mark]):
        raise ValueError(words)
    return bool(words)


_MOVES: Final = {mark or "o": kind for kind, mark in MARKS.items()}
MOVE_WORDS: Final = {kind: word for word, kind in _MOVES.items()}
"""How the kinds of moves are written."""


def _press_values(action: actions.Press) -> tuple[object, ...]:
    return MOVE_WORDS[type(action.move)], action.move.cell, action.revision


def _press(words: list[str]) -> actions.Action:
    kind, cell, revision = words
    return actions.Press(_MOVES[kind](_number(cell)), _number(revision))


def _look_values(action: actions.Look) -> tuple[object, ...]:
    return (action.cell, _FRONTIER) if action.is_frontier else (action.cell,)


def _look(words: list[str]) -> actions.Action:
    cell, *rest = words
    return actions.Look(_number(cell), is_frontier=_marked(rest, _FRONTIER))


def _begin_values(action: actions.Begin) -> tuple[object, ...]:
    return action.rows, action.cols, action.mines, action.cell, *write_kind(action.wish)


def _begin(words: list[str]) -> actions.Action:
    rows, cols, mines, cell = map(_number, words[:4])
    return actions.Begin(rows, cols, mines, cell, read_kind(words[4:]))


def _new_game_values(action: actions.NewGame) -> tuple[object, ...]:
    level = action.wish.level
    return (level, _NO_GUESS) if action.wish.no_guess else (level,)


def _new_game(words: list[str]) -> actions.Action:
    level, *rest = words
    named = _among("", *LEVELS)(level) or None
    return actions.NewGame(Wish(level=named, no_guess=_marked(rest, _NO_GUESS)))


def _daily_values(action: board_actions.Daily) -> tuple[object, ...]:
    return () if action.level is None else (action.level,)


def _daily(words: list[str]) -> actions.Action:
    if words not in ([], *([level] for level in DAY_LEVELS)):
        raise ValueError(words)
    return board_actions.Daily(*words)


def _spelled(language: str) -> str:
    return language.lower().replace("-", "_")


_LANGUAGES: Final = {_spelled(language): language for language in LANGUAGES}
"""The languages as buttons spell them, whose words have neither capitals nor hyphens."""


def _language_values(action: actions.SetLanguage) -> tuple[object, ...]:
    return (_spelled(action.language),)


def _language(words: list[str]) -> actions.Action:
    (language,) = words
    return actions.SetLanguage(_LANGUAGES[language])


PRESS, INSPECT = "m", "i"
"""The words of a press and of a question about a number: a board has many of them."""

_FORMS: Final = (
    Form(PRESS, actions.Press, _press_values, _press),
    Form("b", actions.Begin, _begin_values, _begin),
    Form("n", actions.NewGame, _new_game_values, _new_game),
    _mark("levels", actions.ChooseLevel, "no_guess", _NO_GUESS),
    _with(INSPECT, actions.Inspect, cell=_number),
    Form("l", actions.Look, _look_values, _look),
    _with("p", actions.TurnPage, page=Page),
    Form("daily", board_actions.Daily, _daily_values, _daily),
    _mark("today", board_actions.DailyTables, "server", "server"),
    _with(
        "top",
        board_actions.ShowTop,
        level=_or_none(_among(*TOP_PAGES)),
        scope=_or_none(Scope),
        last=_flag,
    ),
    _with("scan", board_actions.Scan, where=str),
    _with("duel", board_actions.JoinDuel, code=str),
    _with("f", actions.SetMode, flagging=_flag),
    _with("h", actions.Hint, whole=_flag),
    _with("w", actions.SetAccess, access=Access),
    Form("lang", actions.SetLanguage, _language_values, _language),
    _with("choose", actions.SetChoice, choice=actions.Choice, value=str),
    _with("stats", coach_actions.ShowStats, level=_level),
    _with("public", coach_actions.SetPublic, on=_flag, level=_level),
    _with("train", coach_actions.Train, answer=_among("", "?")),
    _with("try", coach_actions.Answer, drill=_drill, seed=_number, cell=_number),
    _with("solve", coach_actions.Solve, how=coach_actions.Solving),
    _with("rev", coach_actions.Review, game=_or_none(_number), move=_number, where=str),
    _with("replay", coach_actions.Replay, game=_or_none(_number), where=str),
    _with("card", board_actions.ShowCard, game=_or_none(_number), where=str),
    _with("end", actions.Resign, sure=_flag),
    _with("del", actions.Delete, sure=_flag),
    _with("start", actions.Greet),
    _with("help", actions.Help),
    _with("again", actions.Again),
    _with("undo", actions.TakeBack),
    _with("show", actions.ShowBoard),
    _with("games", actions.ListGames),
    _with("learn", actions.Learn),
    _with("langs", actions.ChooseLanguage),
    _with("prove", board_actions.Prove),
    _with("set", actions.ShowSettings),
    _with("next", board_actions.NextRound),
    _with("rematch", board_actions.Rematch),
    _with("share", board_actions.Share),
)
FORMS: Final[dict[type[actions.Action], Form]] = {form.kind: form for form in _FORMS}
"""The form of each kind of action."""
FORMS_BY_WORD: Final = {form.word: form for form in _FORMS}
