"""Commands: the text a player writes, read into an action."""

from __future__ import annotations

import re
from collections.abc import Callable
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
    Confirm,
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
    ShowBoard,
    ShowPrivacy,
    ShowSettings,
    TakeBack,
    TakeOver,
    Typed,
)
from bot.app.requests.board_actions import (
    NextRound,
    Prove,
    Rematch,
    Scan,
    Share,
    ShowCard,
    ShowCode,
    ShowReplayFile,
)
from bot.app.requests.board_commands import (
    find_code,
    read_code,
    read_duel,
    read_play_shared,
    read_tournament,
)
from bot.app.requests.called import AROUND_WORDS, first_word
from bot.app.requests.coach_actions import Replay, Review, Solve, Solving, Train
from bot.app.requests.coordinates import NUMBERS
from bot.app.requests.language_names import language_called
from bot.app.requests.level_names import level_called
from bot.app.requests.links import linked, read_link
from bot.app.requests.meant import ASKING, asked_for, command_begun, command_meant
from bot.app.requests.move_words import MOVES, move_called, read_move
from bot.app.requests.setting_words import Kind, read_setting, said
from bot.app.requests.small_talk import read_small_talk, without_courtesy
from bot.app.requests.table_commands import read_daily, read_listed, read_stats, read_top
from bot.app.requests.wish import WishError, read_wish
from bot.i18n import Text
from core.rules import LEVELS
from core.typed import is_moves, is_talk, plain

_MAX_DIGITS: Final = 6
_SHORT: Final = 2
"""A word of so many letters, or fewer, is not taken for a misspelt command."""
_SHORT_IN_TALK: Final = 3
"""The same without a slash, where any word may be meant: "tap" is no misspelt "top"."""
_LIKE, _LIKE_IN_TALK = 0.6, 0.8
"""How similar, by difflib, a misspelt command is to the right one, with and without a slash."""
_MOVE_LIKE: Final = re.compile(r"[0-9]|^\W*[!?@]\W*$")
"""Numbers, or a mark alone: the answer says how moves are typed. Words with marks are talk."""
AFTER_A_NAME: Final = ",:，： "
"""What stands between the bot's name and what is said to it."""
_SOLVING: Final = {
    "": Solving.SHOW,
    "step": Solving.STEP,
    "all": Solving.ALL,
    "stop": Solving.STOP,
    "new": Solving.FRESH,
}
_MODES: Final = frozenset({"open", "flag"})


def read(text: str) -> Action:
    """Return the action that ``text`` asks for; Misread names the nearest command if none."""
    text = text.strip().lstrip(AFTER_A_NAME)
    if not text.startswith(("/", "／")):
        if (command := text.strip(AROUND_WORDS)).startswith(("/", "／")):
            return read(command)
        return read_move(text) or _read_words(text)
    word, rest = first_word(text[1:])
    name = plain(word).partition("@")[0].rstrip(AROUND_WORDS)
    if reader := COMMANDS.get(name):
        return _read_behind(reader, rest)
    return read_move(text[1:]) or _unknown(name, text[1:])


def _read_behind(reader: Callable[[str], Action], rest: str) -> Action:
    return reader(without_courtesy(rest, is_name=reader in (_save, _load)))


def _read_words(text: str) -> Action:
    """Read what is not a command: typed moves, or a command whose slash was forgotten."""
    written, rest = first_word(text)
    word = plain(written).strip(AROUND_WORDS)
    if reader := COMMANDS.get(word):  # quotes that open before the word close behind the line
        return _read_behind(reader, rest if written[0].isalnum() else rest.rstrip(AROUND_WORDS))
    if "start=" in text and (link := linked(plain(text))) is not None:
        return link
    if (code := read_code(text)) is not None:
        return code
    if (answer := said(Kind.ANSWER, without_courtesy(text))) is not None:
        return Confirm(yes=answer == "yes")
    if (talk := read_small_talk(text)) is not None:
        return talk
    is_move = is_moves(text) or (_MOVE_LIKE.search(plain(text)) and not command_begun(text))
    return Typed(text) if is_move else _unknown(word, text, in_talk=True)


def _unknown(word: str, text: str, *, in_talk: bool = False) -> Misread:
    near = _near(word, text, in_talk=in_talk)
    asked = plain((asked_for(text) or [word])[0]).strip(AROUND_WORDS)
    if (level := level_called(asked)) in LEVELS:
        near = [f"newgame {level}"]
    if language := language_called(asked):
        near = [f"language {language}"]
    if near:
        return Misread(Text("unknown.near", command=f"/{near[0]}"))
    return Misread(Text("unknown.nothing", numbers=NUMBERS))


def _near(word: str, text: str, *, in_talk: bool) -> list[str]:
    """Return the command that ``text`` begins with by another name, or its ``word`` misspells.

    A word of two letters misspells none: half of "undo" is in "no"; nor does one that asks, such as
    "give". ``in_talk`` it has no slash; then its first letter has to be right, and nearly all
    others, or all of them in another order.
    """
    if (meant := command_begun(text) or command_meant(word)) in COMMANDS:
        return [meant]
    if word in ASKING or len(word) <= (_SHORT_IN_TALK if in_talk else _SHORT):
        return []
    if not in_talk:
        return get_close_matches(word, COMMANDS, n=1, cutoff=_LIKE)
    like = [each for each in COMMANDS if each[0] == word[0]]
    swapped = [each for each in like if sorted(each) == sorted(word)]
    return swapped or get_close_matches(word, like, n=1, cutoff=_LIKE_IN_TALK)


def _new_game(rest: str) -> Action:
    """Read what stands behind /newgame; the default level if nothing does, the board of a code."""
    try:
        return NewGame(read_wish(rest))
    except WishError as error:
        return find_code(rest) or Misread(error.text)


def _save(rest: str) -> Action:
    return Save(rest) if rest else Misread(Text("save.usage"))


def _load(rest: str) -> Action:
    return Load(rest) if rest else ListGames()


def _mode(rest: str) -> Action:
    mode = move_called(rest)
    return SetMode(flagging=mode == "flag") if mode in _MODES else Misread(Text("mode.usage"))


def _language(rest: str) -> Action:
    if not plain(rest):
        return ChooseLanguage()
    code = language_called(rest)
    return SetLanguage(code) if code else Misread(Text("language.usage"))


def _give_up(rest: str) -> Action:
    """Read what stands behind /giveup; who answers no to its question plays on."""
    word = first_word(plain(rest))[0].strip(AROUND_WORDS)
    answer = said(Kind.ANSWER, word)
    if answer == "no":
        return ShowBoard()
    # Another word may be the name of a game, or a question.
    return Resign(sure=answer == "yes", asks=bool(word) and answer is None)


def _delete(rest: str) -> Action:
    """Read what stands behind /delete; who answers no to its question is told that all stays."""
    answer = said(Kind.ANSWER, rest)
    return Misread(Text("delete.kept")) if answer == "no" else Delete(sure=answer == "yes")


def _hint(rest: str) -> Action:
    return Hint(whole=said(Kind.WHOLE, rest) is not None)


def _board(rest: str) -> Action:
    """Read what stands behind /board: the cell to show a part of it around; words are none."""
    return ShowBoard("" if is_talk(rest) else rest)


def _access(rest: str) -> Action:
    word = said(Kind.ACCESS, rest)
    return SetAccess(Access(word)) if word else Misread(Text("access.usage"))


def _review(rest: str) -> Action:
    """Read what stands behind /review: the number of a move, "replay" or nothing, and a cell."""
    word, where = first_word(rest)
    name = plain(word)
    if not where or is_moves(where):
        if said(Kind.REPLAY, word):
            return Replay(where=where)
        if name.isdecimal() and len(name) <= _MAX_DIGITS and int(name):
            return Review(move=int(name), where=where)
    is_cell = not plain(rest) or is_moves(rest)
    return Review(where=rest) if is_cell else Misread(Text("review.usage"))


def _solve(rest: str) -> Action:
    chosen = _SOLVING.get(said(Kind.SOLVING, rest) or plain(rest))
    return Solve(chosen) if chosen else Misread(Text("watch.usage"))


def _settings(rest: str) -> Action:
    """Read what stands behind /settings: nothing, or what is to be set and to what."""
    word, value = read_setting(rest)
    if not word:
        return ShowSettings()
    if word == "language":  # which stands among their buttons
        return _language(value)
    return SetChoice(Choice(word), value) if word in list(Choice) else Misread(SETTINGS_USAGE)


def _always(action: Action) -> Callable[[str], Action]:
    return lambda _rest: action


COMMANDS: Final[dict[str, Callable[[str], Action]]] = {
    "start": lambda rest: read_link(rest) or Greet(),
    "help": _always(Help()),
    "newgame": _new_game,
    "again": _always(Again()),
    "hint": _hint,
    "board": _board,
    "resume": _board,
    **MOVES,
    "mode": _mode,
    "undo": _always(TakeBack()),
    "giveup": _give_up,
    "proof": _always(Prove()),
    "scan": Scan,
    "daily": read_daily,
    "listed": read_listed,
    "top": read_top,
    "card": lambda rest: ShowCard(where="" if is_talk(rest) else rest),
    "code": _always(ShowCode()),
    "evf": _always(ShowReplayFile()),
    "share": _always(Share()),
    "play": read_play_shared,
    "duel": read_duel,
    "rematch": _always(Rematch()),
    "tournament": read_tournament,
    "next": _always(NextRound()),
    "save": _save,
    "load": _load,
    "games": _always(ListGames()),
    "stats": read_stats,
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
    "delete": _delete,
}
"""The commands by name, each with the reader of what stands behind it."""
