"""Buttons: an action with a label, and its short text form that a platform sends back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from msgspec import Struct

from bot.app.requests import actions
from bot.app.requests.button_forms import FORMS, FORMS_BY_WORD, INSPECT, MOVE_WORDS, PRESS
from bot.i18n import Text
from core.grid import Cell
from core.move import CellMove

MAX_DATA: Final = 64
"""Bytes of the text form: Telegram's limit, the least of the platforms'."""
_REMEMBERED: Final = 1024
"""Numbers of games; most chats have few."""
_FORM: Final = re.compile(r"(0|[1-9][0-9]{0,8})([a-z]+)((?:\.[0-9a-z_!?@]{0,16}){0,5})", re.ASCII)


class Button(Struct, frozen=True):
    """What a player can choose: ``action`` on the game ``game``, or on none."""

    label: Text
    action: actions.Action
    game: int | None = None


Row: TypeAlias = tuple[Button, ...]
"""Buttons side by side."""


class ButtonDataError(ValueError):
    """Raised for a text that no button of ours carries."""


def write_button(action: actions.Action, game: int | None = None) -> str:
    """Return the text form of ``action`` on ``game``: ASCII, at most MAX_DATA bytes."""
    form = FORMS[type(action)]
    words = "".join(f".{_word(value)}" for value in form.values(action))
    return f"{game or 0}{form.word}{words}"


def _word(value: object) -> object:
    if value is None:
        return ""
    return int(value) if isinstance(value, bool) else value


def write_presses(
    kinds: Iterable[type[CellMove] | None], cells: Iterable[Cell], revision: int, game: int
) -> list[str]:
    """Return what ``write_button`` does for a press on each of ``cells``.

    It is a move of the kind that is given with the cell, an Inspect where there is none.
    A keyboard has up to a hundred of them, and is made anew for every move.
    """
    inspect, end = f"{game}{INSPECT}.", f".{revision}"
    presses = _presses(game)
    return [
        f"{presses[kind]}{cell}{end}" if kind else f"{inspect}{cell}"
        for kind, cell in zip(kinds, cells, strict=True)
    ]


@lru_cache(_REMEMBERED)
def _presses(game: int) -> dict[type[CellMove], str]:
    """Return what a press of each kind of move on ``game`` begins with."""
    return {kind: f"{game}{PRESS}.{word}." for kind, word in MOVE_WORDS.items()}


def read_button(data: str) -> tuple[actions.Action, int | None]:
    """Return the action and the game of a text form; ButtonDataError when it is none."""
    found = _FORM.fullmatch(data) if len(data) <= MAX_DATA else None
    form = FORMS_BY_WORD.get(found[2]) if found else None
    if found is None or form is None:
        raise ButtonDataError("no button carries this")
    words = found[3].split(".")[1:]
    try:
        return form.read(words), int(found[1]) or None
    except (ValueError, KeyError) as error:
        raise ButtonDataError("no button carries this") from error
