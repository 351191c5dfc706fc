"""Buttons: every action survives the way to the platform and back, and nothing else is taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app import actions, coach_actions
from bot.app.access import Access
from bot.app.button import MAX_DATA, ButtonDataError, read_button, write_button
from bot.app.menu import Page
from bot.i18n import LANGUAGES
from core.move import Chord, Flag, FlagAround, Open, Unflag
from core.rules import LEVELS

CELLS = st.integers(0, 9_999)
FLAGS = st.booleans()
ACTIONS = st.one_of(
    st.builds(
        actions.Press,
        st.sampled_from([Open, Flag, Unflag, Chord, FlagAround]).flatmap(
            lambda kind: st.builds(kind, CELLS)
        ),
        st.integers(0, 99_999),
    ),
    st.builds(actions.Begin, *[st.integers(2, 100)] * 2, st.integers(1, 9_999), CELLS),
    st.builds(actions.Inspect, CELLS),
    st.builds(actions.Look, CELLS, st.booleans()),
    st.builds(actions.TurnPage, st.sampled_from(Page)),
    st.builds(actions.SetMode, FLAGS),
    st.builds(actions.Hint, FLAGS),
    st.builds(actions.SetAccess, st.sampled_from(Access)),
    st.builds(actions.SetLanguage, st.sampled_from(LANGUAGES)),
    st.builds(actions.SetTextOnly, FLAGS),
    st.builds(actions.SetPinned, FLAGS),
    st.builds(actions.SetTheme, st.sampled_from(["classic", "high_contrast"])),
    st.builds(actions.Delete, FLAGS),
    st.builds(coach_actions.Review, st.none() | st.integers(1, 9_999), st.integers(0, 9_999)),
    st.builds(coach_actions.ShowStats, st.sampled_from(["", "custom", *LEVELS])),
    st.builds(coach_actions.SetPublic, FLAGS),
    st.builds(coach_actions.Solve, st.sampled_from(coach_actions.Solving)),
    st.builds(coach_actions.Replay, st.none() | st.integers(1, 9_999)),
    st.builds(actions.NewGame, st.builds(actions.Wish, st.none() | st.sampled_from(list(LEVELS)))),
    st.sampled_from(
        [
            actions.Greet(),
            actions.Help(),
            actions.Again(),
            actions.TakeBack(),
            actions.Resign(),
            actions.ShowBoard(),
            actions.ListGames(),
            actions.Learn(),
            actions.ChooseLanguage(),
            actions.ChooseLevel(),
            actions.ShowSettings(),
        ]
    ),
)


@given(ACTIONS, st.none() | st.integers(1, 999_999_999))
def test_there_and_back(action: actions.Action, game: int | None) -> None:
    """What a button carries is short, ASCII, and reads as what was written."""
    data = write_button(action, game)
    assert data.isascii()
    assert len(data) <= MAX_DATA
    assert read_button(data) == (action, game)


@given(st.text(max_size=80) | st.from_regex(r"[0-9]{1,3}[a-z]{1,5}(\.[a-z0-9]{0,5}){0,5}"))
def test_foreign_data(data: str) -> None:
    """Data of any other kind are refused, or mean just what one of our buttons would."""
    try:
        action, game = read_button(data)
    except ButtonDataError:
        return
    assert write_button(action, game) == data


@pytest.mark.parametrize(
    "data",
    [
        "",
        "1m.o.5",
        "1m.o.5.0.0",
        "1m.x.5.0",
        "1m.o.05.0",
        "1m.o.\u0665.0",
        "01m.o.5.0",
        "1f.2",
        "1f",
        "0start.1",
        "0n.huge",
        "0n.custom",
        "0stats.huge",
        "0try.99.1.1",
        "0train.x",
        "0rev.x.1",
        "0solve.x",
        "0lang.xx",
        "1w.all",
        "1m.o." + "9" * 60,
    ],
)
def test_forged(data: str) -> None:
    """What looks like ours and is not is refused."""
    with pytest.raises(ButtonDataError):
        read_button(data)
