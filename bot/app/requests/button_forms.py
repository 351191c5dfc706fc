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
    """How a kind of action is written: its values as words, and back."""

    word: str
    values: Callable[[Any], tuple[object, ...]]
    read: Callable[[list[str]], actions.Action]


def _number(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise ValueError(word)
    return int(word)


def _flag(word: str) -> bool:
    return {"0": False, "1": True}[word]


def _exactly(words: list[str], count: int) -> list[str]:
    if len(words) != count:
        raise ValueError(words)
    return words


def _plain(word: str, action: actions.Action) -> tuple[type[actions.Action], Form]:
    """Return the form of an action without values."""

    def read(words: list[str]) -> actions.Action:
        _exactly(words, 0)
        return action

    return type(action), Form(word, lambda _action: (), read)


def _one(
    word: str, kind: Callable[..., actions.Action], name: str, read_value: Callable[[str], object]
) -> Form:
    """Return the form of an action with the one value ``name``."""

    def values(action: actions.Action) -> tuple[object, ...]:
        return (getattr(action, name),)

    return Form(word, values, lambda words: kind(read_value(_exactly(words, 1)[0])))


_FRONTIER: Final = "frontier"
_NO_GUESS: Final = "noguess"


def _mark(word: str, kind: Callable[..., actions.Action], name: str, mark: str) -> Form:
    """Return the form of an action whose one value ``name`` is whether ``mark`` is there."""
    return Form(
        word,
        lambda action: (mark,) if getattr(action, name) else (),
        lambda words: kind(**{name: _marked(words, mark)}),
    )


_MOVES: Final = {mark or "o": kind for kind, mark in MARKS.items()}
MOVE_WORDS: Final = {kind: word for word, kind in _MOVES.items()}
"""How the kinds of moves are written."""


def _press_values(action: actions.Press) -> tuple[object, ...]:
    return MOVE_WORDS[type(action.move)], action.move.cell, action.revision


def _press(words: list[str]) -> actions.Action:
    kind, cell, revision = _exactly(words, 3)
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
    level = action.wish.level or ""
    return (level, _NO_GUESS) if action.wish.no_guess else (level,)


def _new_game(words: list[str]) -> actions.Action:
    level, *rest = words
    named = _among("", *LEVELS)(level) or None
    return actions.NewGame(Wish(level=named, no_guess=_marked(rest, _NO_GUESS)))


def _among(*words: str) -> Callable[[str], str]:
    """Return what reads one of ``words``."""

    def read(word: str) -> str:
        if word not in words:
            raise ValueError(word)
        return word

    return read


_level: Final = _among("", *LEVELS, CUSTOM)


def _marked(words: list[str], mark: str) -> bool:
    """Return whether the one word that there may be, ``mark``, is there."""
    if words not in ([], [mark]):
        raise ValueError(words)
    return bool(words)


def _review_values(action: coach_actions.Review) -> tuple[object, ...]:
    return _game_word(action.game), action.move, action.where


def _review(words: list[str]) -> actions.Action:
    game, move, where = _exactly(words, 3)
    return coach_actions.Review(_game(game), _number(move), where)


def _of_ended(word: str, kind: Callable[[int | None, str], actions.Action]) -> Form:
    """Return the form of what shows a finished ``game``, ``where`` it is to be in sight."""

    def read(words: list[str]) -> actions.Action:
        game, where = _exactly(words, 2)
        return kind(_game(game), where)

    return Form(word, lambda action: (_game_word(action.game), action.where), read)


def _game_word(game: int | None) -> int | str:
    return "" if game is None else game


def _game(word: str) -> int | None:
    return _number(word) if word else None


def _public_values(action: coach_actions.SetPublic) -> tuple[object, ...]:
    return action.on, action.level


def _public(words: list[str]) -> actions.Action:
    on, level = _exactly(words, 2)
    return coach_actions.SetPublic(_flag(on), _level(level))


def _daily_values(action: board_actions.Daily) -> tuple[object, ...]:
    return () if action.level is None else (action.level,)


def _daily(words: list[str]) -> actions.Action:
    if words not in ([], *([level] for level in DAY_LEVELS)):
        raise ValueError(words)
    return board_actions.Daily(*words)


def _top_values(action: board_actions.ShowTop) -> tuple[object, ...]:
    return action.level or "", action.scope or "", action.last


def _top(words: list[str]) -> actions.Action:
    level, scope, last = _exactly(words, 3)
    if level not in {"", *TOP_PAGES}:
        raise ValueError(level)
    return board_actions.ShowTop(level or None, Scope(scope) if scope else None, _flag(last))


def _answer_values(action: coach_actions.Answer) -> tuple[object, ...]:
    return action.drill, action.seed, action.cell


def _answer(words: list[str]) -> actions.Action:
    drill, seed, cell = map(_number, _exactly(words, 3))
    if drill >= DRILLS:
        raise ValueError(drill)
    return coach_actions.Answer(drill, seed, cell)


def _spelled(language: str) -> str:
    return language.lower().replace("-", "_")


_LANGUAGES: Final = {_spelled(language): language for language in LANGUAGES}
"""The languages as buttons spell them, whose words have neither capitals nor hyphens."""


def _language_values(action: actions.SetLanguage) -> tuple[object, ...]:
    return (_spelled(action.language),)


def _language(words: list[str]) -> actions.Action:
    return actions.SetLanguage(_LANGUAGES[_exactly(words, 1)[0]])


def _choice_values(action: actions.SetChoice) -> tuple[object, ...]:
    return action.choice, action.value


def _choice(words: list[str]) -> actions.Action:
    choice, value = _exactly(words, 2)
    return actions.SetChoice(actions.Choice(choice), value)


PRESS, INSPECT = "m", "i"
"""The words of a press and of a question about a number: a board has many of them."""

FORMS: Final[dict[type[actions.Action], Form]] = {
    actions.Press: Form(PRESS, _press_values, _press),
    actions.Begin: Form("b", _begin_values, _begin),
    actions.NewGame: Form("n", _new_game_values, _new_game),
    actions.ChooseLevel: _mark("levels", actions.ChooseLevel, "no_guess", _NO_GUESS),
    actions.Inspect: _one(INSPECT, actions.Inspect, "cell", _number),
    actions.Look: Form("l", _look_values, _look),
    actions.TurnPage: _one("p", actions.TurnPage, "page", Page),
    board_actions.Daily: Form("daily", _daily_values, _daily),
    board_actions.DailyTables: _mark("today", board_actions.DailyTables, "server", "server"),
    board_actions.ShowTop: Form("top", _top_values, _top),
    board_actions.Scan: _one("scan", board_actions.Scan, "where", str),
    board_actions.JoinDuel: _one("duel", board_actions.JoinDuel, "code", str),
    actions.SetMode: _one("f", lambda on: actions.SetMode(flagging=on), "flagging", _flag),
    actions.Hint: _one("h", lambda whole: actions.Hint(whole=whole), "whole", _flag),
    actions.SetAccess: _one("w", actions.SetAccess, "access", Access),
    actions.SetLanguage: Form("lang", _language_values, _language),
    actions.SetTextOnly: _one("text", actions.SetTextOnly, "on", _flag),
    actions.SetPinned: _one("pin", actions.SetPinned, "on", _flag),
    actions.SetChoice: Form("choose", _choice_values, _choice),
    actions.SetTheme: _one("theme", actions.SetTheme, "theme", str),
    coach_actions.ShowStats: _one("stats", coach_actions.ShowStats, "level", _level),
    coach_actions.SetPublic: Form("public", _public_values, _public),
    coach_actions.Train: _one("train", coach_actions.Train, "answer", _among("", "?")),
    coach_actions.Answer: Form("try", _answer_values, _answer),
    coach_actions.Solve: _one("solve", coach_actions.Solve, "how", coach_actions.Solving),
    coach_actions.Review: Form("rev", _review_values, _review),
    coach_actions.Replay: _of_ended("replay", coach_actions.Replay),
    board_actions.ShowCard: _of_ended("card", board_actions.ShowCard),
    actions.Resign: _one("end", lambda sure: actions.Resign(sure=sure), "sure", _flag),
    actions.Delete: _one("del", lambda sure: actions.Delete(sure=sure), "sure", _flag),
    **dict(
        (
            _plain("start", actions.Greet()),
            _plain("help", actions.Help()),
            _plain("again", actions.Again()),
            _plain("undo", actions.TakeBack()),
            _plain("show", actions.ShowBoard()),
            _plain("games", actions.ListGames()),
            _plain("learn", actions.Learn()),
            _plain("langs", actions.ChooseLanguage()),
            _plain("prove", board_actions.Prove()),
            _plain("set", actions.ShowSettings()),
            _plain("next", board_actions.NextRound()),
            _plain("rematch", board_actions.Rematch()),
            _plain("share", board_actions.Share()),
        )
    ),
}
"""The form of each kind of action."""
FORMS_BY_WORD: Final = {form.word: form for form in FORMS.values()}
