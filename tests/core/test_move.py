"""Moves: their one-line text form, both ways."""

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
    MoveNotationError,
    Open,
    Undo,
    Unflag,
    move_text,
    parse_move,
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
    """Each kind of move has its mark, and reads back."""
    assert move_text(move, BOARD) == text
    assert parse_move(text, BOARD) == move


@given(rules(most=100), st.data())
def test_every_move_reads_back(rules: Rules, data: st.DataObject) -> None:
    """The text form of any move on any board is read back as that move."""
    move = data.draw(moves(rules))
    assert parse_move(move_text(move, rules.grid), rules.grid) == move


@pytest.mark.parametrize(
    "text",
    [
        *("", "c", "4", "c0", "c04", "c11", "ae1", "zzz1", "C4", "!!c4", "@!c4", "c1000", "-c4"),
        *("c4 ", "c4\n", "Undo", "give up", "c４", "ｃ4", "с4", "c" + "9" * 50),
    ],
)
def test_other_texts_are_no_moves(text: str) -> None:
    """Anything else, or off the board, is a MoveNotationError."""
    with pytest.raises(MoveNotationError):
        parse_move(text, BOARD)


@given(st.text(max_size=8) | st.from_regex(r"[!?@]{0,2}[a-z]{0,3}[0-9]{0,4}", fullmatch=True))
def test_reading_fails_with_its_own_error_only(text: str) -> None:
    """Any text at all is either a move that writes back as the same text, or that error."""
    try:
        move = parse_move(text, BOARD)
    except MoveNotationError:
        return
    assert move_text(move, BOARD) == text
