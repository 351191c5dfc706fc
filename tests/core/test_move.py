"""Moves: their one-line text form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.grid import Grid
from core.move import (
    Chord,
    Flag,
    FlagAround,
    GiveUp,
    Move,
    Open,
    Undo,
    Unflag,
    move_text,
)
from core.rules import Rules
from tests.strategies import moves, rules

BOARD = Grid(10, 30)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("c4", Open(92)),
        ("!c4", Flag(92)),
        ("?c4", Unflag(92)),
        ("@c4", Chord(92)),
        ("!@c4", FlagAround(92)),
        ("ad10", Open(299)),
        ("undo", Undo()),
        ("giveup", GiveUp()),
    ],
)
def test_the_text_form_of_a_move(text: str, move: Move) -> None:
    """Each kind of move has its own mark."""
    assert move_text(move, BOARD) == text


@given(rules(most=100), st.data())
def test_every_move_has_a_text_of_its_own(rules: Rules, data: st.DataObject) -> None:
    """Only equal moves have the same text form, on any board."""
    one, other = data.draw(moves(rules)), data.draw(moves(rules))
    assert (move_text(one, rules.grid) == move_text(other, rules.grid)) is (one == other)
