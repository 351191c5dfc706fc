"""Commands: the text a player writes, read into an action."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from typing import Final

from bot.app.actions import (
    Action,
    Again,
    Greet,
    Help,
    Hint,
    ListGames,
    Load,
    Misread,
    NewGame,
    Resign,
    Save,
    SetLanguage,
    SetMode,
    ShowBoard,
    ShowStats,
    TakeBack,
    Typed,
)
from bot.app.wish import WishError, read_wish
from bot.i18n import LANGUAGES, Text
from core.typed import plain

_MOVE_LIKE: Final = re.compile(r"[!?@]|[0-9]", re.ASCII)


def read(text: str) -> Action:
    """Return the action that ``text`` asks for; Misread names the nearest command if none."""
    text = text.strip()
    if not text.startswith(("/", "／")):
        return _read_words(text)
    word, _, rest = text[1:].partition(" ")
    name = plain(word).partition("@")[0]
    if reader := COMMANDS.get(name):
        return reader(rest.strip())
    return _unknown(name)


def _read_words(text: str) -> Action:
    """Read what is not a command: typed moves, or a command whose slash was forgotten."""
    word = plain(text).partition(" ")[0]
    if word in COMMANDS:
        return read(f"/{text}")
    if _MOVE_LIKE.search(plain(text)):
        return Typed(text)
    return _unknown(word)


def _unknown(word: str) -> Misread:
    near = get_close_matches(word, COMMANDS, n=1, cutoff=0.6)
    if near:
        return Misread(Text("unknown.near", command=f"/{near[0]}"))
    return Misread(Text("unknown.nothing"))


def _new_game(rest: str) -> Action:
    try:
        return NewGame(read_wish(rest))
    except WishError as error:
        return Misread(error.text)


def _save(rest: str) -> Action:
    return Save(rest) if rest else Misread(Text("save.usage"))


def _load(rest: str) -> Action:
    return Load(rest) if rest else ListGames()


def _mode(rest: str) -> Action:
    modes = {"open": SetMode(flagging=False), "flag": SetMode(flagging=True)}
    return modes.get(plain(rest)) or Misread(Text("mode.usage"))


def _language(rest: str) -> Action:
    code = plain(rest)
    return SetLanguage(code) if code in LANGUAGES else Misread(Text("language.usage"))


def _hint(rest: str) -> Action:
    return Hint(whole=plain(rest) == "all")


def _always(action: Action) -> Callable[[str], Action]:
    return lambda _rest: action


COMMANDS: Final[dict[str, Callable[[str], Action]]] = {
    "start": _always(Greet()),
    "help": _always(Help()),
    "newgame": _new_game,
    "again": _always(Again()),
    "hint": _hint,
    "board": ShowBoard,
    "mode": _mode,
    "undo": _always(TakeBack()),
    "giveup": _always(Resign()),
    "save": _save,
    "load": _load,
    "games": _always(ListGames()),
    "stats": _always(ShowStats()),
    "language": _language,
}
"""The commands by name, each with the reader of what stands behind it."""
