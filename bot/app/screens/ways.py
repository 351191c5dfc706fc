"""Ways: how a new game says that its cells are opened, by pressing them or in words alone."""

from __future__ import annotations

from typing import Final

from bot.app.requests.coordinates import EXAMPLE, NUMBERS
from bot.app.requests.request import Chat
from bot.i18n import Text

_IN_WORDS: Final = {"newgame.tap": "newgame.how", "newgame.tap_or_answer": "newgame.answer"}
"""What is said where the cells are buttons, and what where they are not."""
_BY_BUTTONS: Final = {words: tapped for tapped, words in _IN_WORDS.items()}


def is_heard(here: Chat) -> bool:
    """Tell whether moves that are typed ``here`` need not answer a board."""
    return not here.in_place or (here.private and not here.only_answers)


def way(here: Chat, *, tapped: bool) -> Text:
    """Say how a cell is opened here: tapped, typed, or written as an answer to the board."""
    if here.passing:
        return Text("inline.how")
    if is_heard(here):
        return _said("newgame.tap" if tapped and here.in_place else "newgame.how")
    return _said("newgame.tap_or_answer" if tapped else "newgame.answer")


def other_way(text: Text, *, tapped: bool) -> Text:
    """Return ``text``; if it is a way, then that for cells that are ``tapped``, or are not."""
    key = (_BY_BUTTONS if tapped else _IN_WORDS).get(text.key)
    return text if key is None else _said(key)


def _said(key: str) -> Text:
    return Text(key, numbers=NUMBERS, cell=EXAMPLE)
