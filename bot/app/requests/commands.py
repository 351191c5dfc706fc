"""Commands: the text a player writes, read into an action."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from typing import Final

from bot.app.requests.access import Access
from bot.app.requests.actions import (
    INVITE_USAGE,
    SETTINGS_USAGE,
    Action,
    Again,
    Choice,
    ChooseLanguage,
    Delete,
    Export,
    Greet,
    Help,
    Hint,
    Learn,
    ListGames,
    Load,
    Misread,
    NewGame,
    Resign,
    Save,
    SetAccess,
    SetChoice,
    SetLanguage,
    SetMode,
    SetTextOnly,
    SetTheme,
    ShowBoard,
    ShowPrivacy,
    ShowSettings,
    TakeBack,
    TakeOver,
    Typed,
)
from bot.app.requests.board_actions import (
    Challenge,
    Daily,
    DailyTables,
    JoinDuel,
    NextRound,
    PlayCode,
    PlayShared,
    Prove,
    Rematch,
    Scan,
    SetListed,
    Share,
    ShowCard,
    ShowCode,
    ShowReplayFile,
    ShowTop,
    Tournament,
)
from bot.app.requests.called import called
from bot.app.requests.coach_actions import (
    Replay,
    Review,
    SetPublic,
    ShowStats,
    Solve,
    Solving,
    Train,
)
from bot.app.requests.coordinates import EXAMPLE, NUMBERS
from bot.app.requests.day import DAY_LEVELS
from bot.app.requests.links import read_link
from bot.app.requests.scope import TOP_PAGES, Scope
from bot.app.requests.short_code import is_code
from bot.app.requests.wish import WishError, read_wish
from bot.i18n import LANGUAGES, Text
from core.rules import CUSTOM, LEVELS
from core.typed import mark_all, plain

_MAX_DIGITS: Final = 6
_MOVE_LIKE: Final = re.compile(r"[!?@]|[0-9]", re.ASCII)
_SOLVING: Final = {
    "": Solving.SHOW,
    "step": Solving.STEP,
    "all": Solving.ALL,
    "stop": Solving.STOP,
    "new": Solving.FRESH,
}


def read(text: str) -> Action:
    """Return the action that ``text`` asks for; Misread names the nearest command if none."""
    text = text.strip()
    if not text.startswith(("/", "／")):
        return _read_words(text)
    word, rest = _first_word(text[1:])
    name = plain(word).partition("@")[0]
    if reader := COMMANDS.get(name):
        return reader(rest)
    return _unknown(name)


def _read_words(text: str) -> Action:
    """Read what is not a command: typed moves, or a command whose slash was forgotten."""
    word, _ = _first_word(plain(text))
    if word in COMMANDS:
        return read(f"/{text}")
    if _MOVE_LIKE.search(plain(text)):
        return Typed(text)
    return _unknown(word)


def _first_word(text: str) -> tuple[str, str]:
    """Return what stands before the first space, line end or full-width space, and the rest."""
    word, *rest = text.split(maxsplit=1) or [""]
    return word, "".join(rest).rstrip()


def _unknown(word: str) -> Misread:
    near = get_close_matches(word, COMMANDS, n=1, cutoff=0.6)
    if near:
        return Misread(Text("unknown.near", command=f"/{near[0]}"))
    return Misread(Text("unknown.nothing", numbers=NUMBERS))


def _new_game(rest: str) -> Action:
    """Read what stands behind /newgame; the default level if nothing does."""
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
    if not plain(rest):
        return ChooseLanguage()
    code = called(rest, {f"language.{each}": each for each in LANGUAGES})
    return SetLanguage(code) if code else Misread(Text("language.usage"))


def _hint(rest: str) -> Action:
    return Hint(whole=plain(rest) == "all")


def _marked(mark: str, command: str) -> Callable[[str], Action]:
    """Return the reader of cells, which puts ``mark`` before each; without any it shows how."""
    usage = Misread(Text("open.usage", command=command, cell=EXAMPLE))

    def reader(rest: str) -> Action:
        return Typed(mark_all(rest, mark), opening=not mark) if plain(rest) else usage

    return reader


def _access(rest: str) -> Action:
    word = plain(rest)
    return SetAccess(Access(word)) if word in list(Access) else Misread(Text("access.usage"))


def _daily(rest: str) -> Action:
    level = plain(rest)
    if level in {"table", "server"}:
        return DailyTables(server=level == "server")
    return Daily(level or None) if level in {"", *DAY_LEVELS} else Misread(Text("daily.usage"))


def _listed(rest: str) -> Action:
    choices = {"on": SetListed(on=True), "off": SetListed(on=False)}
    return choices.get(plain(rest)) or Misread(Text("listed.usage"))


def _top(rest: str) -> Action:
    """Read what stands behind /top: what is to be shown, whose, and of which month."""
    asked = ShowTop()
    for word in plain(rest).split():
        if word == "last":
            asked = replace(asked, last=True)
        elif word in list(Scope):
            asked = replace(asked, scope=Scope(word))
        elif word in TOP_PAGES and asked.level is None:
            asked = replace(asked, level=word)
        else:
            return Misread(Text("top.usage"))
    return asked


def _play_shared(rest: str) -> Action:
    code = plain(rest)
    if ":" in code or "b=" in code:
        return PlayCode(code)
    return PlayShared(code) if code else Misread(Text("share.usage"))


def _duel(rest: str) -> Action:
    """Read what stands behind /duel: the code of one to join, or what the board is to be."""
    if is_code(plain(rest)):
        return JoinDuel(plain(rest))
    try:
        return Challenge(read_wish(rest))
    except WishError:
        return Misread(Text("duel.usage"))


def _tournament(rest: str) -> Action:
    """Read what stands behind /tournament: how many rounds, and what the boards are to be."""
    rounds, wish = _first_word(plain(rest))
    if not rounds.isdecimal() or len(rounds) > 1:
        return Misread(Text("cup.usage"))
    try:
        return Tournament(int(rounds), read_wish(wish))
    except WishError:
        return Misread(Text("cup.usage"))


def _review(rest: str) -> Action:
    """Read what stands behind /review: nothing, the number of a move, or that a replay is asked."""
    word = plain(rest)
    if word == "replay":
        return Replay()
    if not word or (word.isdecimal() and len(word) <= _MAX_DIGITS):
        return Review(move=int(word or 0))
    return Misread(Text("review.usage"))


def _stats(rest: str) -> Action:
    """Read what stands behind /stats: nothing, a level, who may see them, or somebody's name."""
    word = plain(rest)
    if word in {"public", "private"}:
        return SetPublic(on=word == "public")
    return ShowStats(level=word) if word in {*LEVELS, CUSTOM} else ShowStats(name=rest)


def _solve(rest: str) -> Action:
    chosen = _SOLVING.get(plain(rest))
    return Solve(chosen) if chosen else Misread(Text("watch.usage"))


def _settings(rest: str) -> Action:
    """Read what stands behind /settings: nothing, or what is to be set and to what."""
    word, value = _first_word(plain(rest))
    switches = {"on": True, "off": False}
    match word:
        case "":
            return ShowSettings()
        case "theme" if value:
            return SetTheme(value)
        case "text" if value in switches:
            return SetTextOnly(on=switches[value])
        case _ if word in list(Choice) and value:
            return SetChoice(Choice(word), value)
    return Misread(SETTINGS_USAGE)


def _always(action: Action) -> Callable[[str], Action]:
    return lambda _rest: action


COMMANDS: Final[dict[str, Callable[[str], Action]]] = {
    "start": lambda rest: read_link(rest) or Greet(),
    "help": _always(Help()),
    "newgame": _new_game,
    "again": _always(Again()),
    "hint": _hint,
    "board": ShowBoard,
    "resume": ShowBoard,
    "open": _marked("", "/open"),
    "flag": _marked("!", "/flag"),
    "unflag": _marked("?", "/unflag"),
    "chord": _marked("@", "/chord"),
    "mode": _mode,
    "undo": _always(TakeBack()),
    "giveup": lambda rest: Resign(sure=plain(rest) == "yes"),
    "proof": _always(Prove()),
    "scan": Scan,
    "daily": _daily,
    "listed": _listed,
    "top": _top,
    "card": _always(ShowCard()),
    "code": _always(ShowCode()),
    "evf": _always(ShowReplayFile()),
    "share": _always(Share()),
    "play": _play_shared,
    "duel": _duel,
    "rematch": _always(Rematch()),
    "tournament": _tournament,
    "next": _always(NextRound()),
    "save": _save,
    "load": _load,
    "games": _always(ListGames()),
    "stats": _stats,
    "review": _review,
    "solve": _solve,
    "train": lambda rest: Train("?" if plain(rest) == "?" else rest),
    "learn": _always(Learn()),
    "access": _access,
    "invite": _always(Misread(INVITE_USAGE)),
    "takeover": _always(TakeOver()),
    "language": _language,
    "settings": _settings,
    "privacy": _always(ShowPrivacy()),
    "export": _always(Export()),
    "delete": lambda rest: Delete(sure=plain(rest) == "yes"),
}
"""The commands by name, each with the reader of what stands behind it."""
