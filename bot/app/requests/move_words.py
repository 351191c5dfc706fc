"""Move words: what players write for a mark, before cells or behind them, in any language."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from bot.app.requests.actions import Action, Misread, Typed
from bot.app.requests.called import AROUND_WORDS, any_of, is_chinese
from bot.app.requests.coordinates import EXAMPLE
from bot.i18n import Text, keys_by_name
from core.typed import is_moves, mark_all, plain

# Beside what the commands are called in the catalogues.
_ALSO: Final = {
    "open": (
        *("open cell", "открой", "открываю", "открой клетку", "открыть клетку"),
        *("开", "开格", "点", "点开", "翻开", "挖", "開", "開格", "點", "點開", "翻開"),
    ),
    "flag": (
        *("flag on", "put a flag on", "флаг на", "флажок", "флажок на"),
        *("поставь флаг", "поставь флаг на", "поставить флаг", "поставить флаг на"),
        *("旗", "标旗", "标雷", "标记", "標旗", "標雷", "標記", "🚩"),
    ),
    "unflag": (
        *("remove flag", "remove the flag from", "take the flag off"),
        *("сними флаг", "сними флаг с", "снять флаг", "снять флаг с"),
        *("убери флаг", "убери флаг с", "убрать флаг", "убрать флаг с", "取消插旗", "去旗"),
    ),
    "chord": ("открой вокруг", "открыть вокруг"),
}
_BETWEEN: Final = " \t\n\u3000,:，：、"
_MARK: Final = re.compile(r"[!?@]|\b[fuc]\s")


def _marked(mark: str, command: str) -> Callable[[str], Action]:
    """Return a reader of cells that puts ``mark`` before each; without cells it shows how."""
    usage = Misread(Text("open.usage", command=command, cell=EXAMPLE))

    def reader(rest: str) -> Action:
        return Typed(mark_all(rest, mark), opening=not mark) if plain(rest) else usage

    return reader


MOVES: Final = {
    "open": _marked("", "/open"),
    "flag": _marked("!", "/flag"),
    "unflag": _marked("?", "/unflag"),
    "chord": _marked("@", "/chord"),
}
"""The commands for moves, each with the reader of the cells behind it."""


def read_move(text: str) -> Action | None:
    """Return what ``text`` asks for if it is a move word, with cells or alone; else None.

    The cells have no marks of their own: what looks like a mark may be part of a word.
    """
    # Only what is read as cells afterwards may take one letter for another.
    said = text.lower().strip()
    if command := move_called(said):
        return MOVES[command]("")
    if (found := _pattern().fullmatch(said)) is None:
        return None
    before, first, last, behind = found.groups()
    cells = (first or last).strip(_BETWEEN)
    if _MARK.search(plain(cells)) or not is_moves(cells):
        return None
    return MOVES[_commands()[before or behind]](cells)


def asks_moves(action: Action) -> bool:
    """Tell whether ``action`` is moves and nothing else, on whichever board."""
    return isinstance(action, Typed) and is_moves(action.text)


def move_called(word: str) -> str | None:
    """Return the command for a move that ``word`` means; None if it means none."""
    return _in_plain().get(plain(word).strip(AROUND_WORDS + " "))


@cache
def _in_plain() -> dict[str, str]:
    return {plain(word): command for word, command in _commands().items()}


@cache
def _commands() -> dict[str, str]:
    keys = (f"slash.{command}" for command in MOVES)
    named = keys_by_name((*keys, "choice.open", "choice.flag"))
    called = {name: key.partition(".")[2] for name, key in named.items()}
    also = {word: command for command, words in _ALSO.items() for word in words}
    return called | also


@cache
def _pattern() -> re.Pattern[str]:
    """Return what finds a word at either end; Chinese ones and emoji need no space beside them."""
    words = _commands()
    spaced = any_of(word for word in words if not _is_close(word))
    close = any_of(filter(_is_close, words))
    # Behind a number one Chinese character says something else: "3,4点" is a time.
    long = any_of(word for word in words if _is_close(word) and not _is_one_chinese(word))
    before = f"({spaced}(?=[{_BETWEEN}])|{close})(.+)"
    behind = f"[在给給把]?(.+?)((?<=[{_BETWEEN}]){spaced}|{long})"
    return re.compile(f"{before}|{behind}", re.DOTALL)


def _is_close(word: str) -> bool:
    return is_chinese(word) or not word[0].isalnum()


def _is_one_chinese(word: str) -> bool:
    return is_chinese(word) and len(word) == 1
