"""Strategies of buttons' data: any action on any game, and data from outside, perhaps damaged."""

from __future__ import annotations

from dataclasses import fields
from string import ascii_lowercase, digits
from typing import Final, get_args, get_type_hints

from hypothesis import strategies as st

from bot.app.requests import actions, board_actions, coach_actions
from bot.app.requests.button import write_button
from bot.app.requests.button_forms import DRILLS, FORMS
from bot.app.requests.day import DAY_LEVELS
from bot.app.requests.scope import TOP_PAGES
from bot.app.requests.wish import Wish
from bot.i18n import LANGUAGES
from core.move import CellMove
from core.rules import CUSTOM, LEVELS, FirstOpen
from tests.strategies import damaged

GAMES = st.none() | st.integers(1, 999_999_999)
_ALPHABET: Final = f"{digits}{ascii_lowercase}_!?@"
_WORDS: Final = st.text(_ALPHABET, max_size=16)
_CELLS: Final = st.integers(0, 9_999)
_REVISIONS: Final = st.integers(0, 99_999)
_SIDES: Final = st.integers(2, 100)
_OLD_GAMES: Final = st.none() | st.integers(1, 9_999)
_NAMED: Final[dict[str, st.SearchStrategy[object]]] = {
    "cell": _CELLS,
    "code": _WORDS,
    "game": _OLD_GAMES,
    "language": st.sampled_from(LANGUAGES),
    "mines": st.integers(1, 9_999),
    "move": st.one_of(*(st.builds(kind, _CELLS) for kind in get_args(CellMove))),
    "revision": _REVISIONS,
    "rows": _SIDES,
    "cols": _SIDES,
    "value": _WORDS,
    "where": _WORDS,
    "wish": st.builds(Wish, level=st.none() | st.sampled_from([*LEVELS]), no_guess=st.booleans()),
}
"""Strategies by a field's name; fields with other names have the strategy of their type."""
_OF_ITS_KIND: Final[dict[tuple[type, str], st.SearchStrategy[object]]] = {
    (actions.Begin, "wish"): st.builds(
        Wish,
        first_open=st.sampled_from(FirstOpen),
        lives=st.none() | st.integers(1, 9),
        casual=st.booleans(),
        no_guess=st.booleans(),
        drifting=st.booleans(),
    ),
    (board_actions.Daily, "level"): st.none() | st.sampled_from(DAY_LEVELS),
    (board_actions.ShowTop, "level"): st.none() | st.sampled_from(TOP_PAGES),
    (coach_actions.Answer, "drill"): st.integers(0, DRILLS - 1),
    (coach_actions.Answer, "seed"): _REVISIONS,
    (coach_actions.Review, "move"): st.integers(0, 9_999),
    (coach_actions.SetPublic, "level"): st.sampled_from(["", CUSTOM, *LEVELS]),
    (coach_actions.ShowStats, "level"): st.sampled_from(["", CUSTOM, *LEVELS]),
    (coach_actions.Train, "answer"): st.sampled_from(["", "?"]),
}
_NOT_CARRIED: Final = {
    (actions.Greet, "another"),
    (actions.Greet, "language"),
    (actions.Hint, "again"),
    (actions.Hint, "alone"),
    (actions.Resign, "asks"),
    (actions.ShowBoard, "again"),
    (actions.ShowBoard, "where"),
    (coach_actions.SetPublic, "for_all"),
    (coach_actions.ShowStats, "for_all"),
    (coach_actions.ShowStats, "name"),
    (coach_actions.ShowStats, "player"),
    (coach_actions.Solve, "revision"),
    (coach_actions.Train, "exercise"),
}
"""Fields that only typed text, a platform or the service sets, never a button."""


def _built(kind: type[actions.Action]) -> st.SearchStrategy[actions.Action]:
    types = get_type_hints(kind)
    names = [each.name for each in fields(kind) if (kind, each.name) not in _NOT_CARRIED]
    return st.builds(kind, **{name: _value(kind, name, types[name]) for name in names})


def _value(kind: type, name: str, its_type: type) -> st.SearchStrategy[object]:
    if (kind, name) in _OF_ITS_KIND:
        return _OF_ITS_KIND[kind, name]
    return _NAMED[name] if name in _NAMED else st.from_type(its_type)


BUILT: Final = {kind: _built(kind) for kind in FORMS}
"""What makes actions of each kind as a button can carry them."""
ACTIONS = st.sampled_from([*FORMS]).flatmap(BUILT.__getitem__)
"""Every action that a button can carry."""
FOREIGN = st.text(max_size=100) | damaged(st.builds(write_button, ACTIONS, GAMES), f".{_ALPHABET}")
"""Untrusted data: any text, or the data of the bot's own buttons, which may be damaged."""
