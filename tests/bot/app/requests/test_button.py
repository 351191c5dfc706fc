"""Buttons: every action survives the way to the platform and back; other data are refused."""

from __future__ import annotations

import pytest
from hypothesis import given

from bot.app.requests import actions
from bot.app.requests.button import MAX_DATA, ButtonDataError, read_button, write_button
from tests.bot.buttons import ACTIONS, FOREIGN, GAMES


@given(ACTIONS, GAMES)
def test_there_and_back(action: actions.Action, game: int | None) -> None:
    """What a button carries is short, ASCII, and reads as what was written."""
    data = write_button(action, game)
    assert data.isascii()
    assert len(data) <= MAX_DATA
    assert read_button(data) == (action, game)


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
        "0stats.huge",
        "0try.99.1.1",
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
