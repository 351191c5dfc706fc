"""Buttons: every action survives the way to the platform and back; other data are refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.requests import actions
from bot.app.requests.button import MAX_DATA, ButtonDataError, read_button, write_button
from bot.app.requests.button_forms import DRILLS, FORMS
from tests.bot.buttons import BUILT, FOREIGN, GAMES


@pytest.mark.parametrize("kind", FORMS)
@settings(max_examples=20)
@given(st.data(), GAMES)
def test_there_and_back(kind: type[actions.Action], data: st.DataObject, game: int | None) -> None:
    """What a button carries is short, ASCII, and reads as what was written."""
    action = data.draw(BUILT[kind])
    text = write_button(action, game)
    assert text.isascii()
    assert len(text) <= MAX_DATA
    assert read_button(text) == (action, game)


@given(FOREIGN)
def test_foreign_data(data: str) -> None:
    """Data not from our buttons are refused, unless they are exactly what a button has."""
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
        "0n..huge",
        "0l.5.huge",
        "0daily.huge",
        "0levels.huge",
        "0today.huge",
        "0top.huge..0",
        "0stats.huge",
        f"0try.{DRILLS}.1.1",
        "0train.x",
        "0rev.x.1.",
        "0solve.x",
        "0lang.xx",
        "1w.all",
        "1m.o." + "9" * 60,
    ],
)
def test_forged(data: str) -> None:
    """Forged data in our form are refused."""
    with pytest.raises(ButtonDataError):
        read_button(data)
