"""Game IDs of Simon Tatham's program: written ones are read back, foreign ones refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.board import NotationError
from core.game import Game
from core.record import begun
from core.rules import FirstOpen, Rules
from core.tatham import begin, read_tatham, write_tatham
from tests.strategies import damaged, games, minefields

IDS = minefields().map(
    lambda field: write_tatham(begin(field.grid.rows, field.grid.cols, field.mines, 0))
)
"""IDs of any layouts; the first cell of each is free."""


@given(games())
def test_back_and_forth(game: Game) -> None:
    """A layout and its first cell are read back, and give the same ID again."""
    start = begun(game)
    if start is None or start.outcome is not None:
        return
    text = write_tatham(game)
    read = read_tatham(text)
    assert (read.minefield, read.opened) == (start.minefield, start.opened)
    assert write_tatham(read) == text


def test_form() -> None:
    """Columns come before rows, the first cell counts from 0, and a digit holds four cells."""
    game = read_tatham("5x3n2:4,2,u8010")
    assert (game.rules.rows, game.rules.cols, game.rules.mines) == (3, 5, 2)
    assert game.minefield
    assert game.minefield.mines == bytes([1] + [0] * 10 + [1] + [0] * 3)
    assert write_tatham(game) == "5x3n2:4,2,u8010"
    assert game.rules.first_open is FirstOpen.OPENING


def test_safe_only() -> None:
    """If the first cell has mines around it, only the cell itself is promised safe."""
    assert read_tatham("3x3:0,0,u400").rules.first_open is FirstOpen.SAFE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "9x9",
        "3x3:0,0,m400",
        "3x3:0,0,u4",
        "3x3:3,0,u400",
        "3x3:0,3,u400",
        "3x3n2:0,0,u400",
        "3x3:0,0,u800",
        "3x3:0,0,u000",
        "1x1:0,0,u0",
        "999x999:0,0,u0",
        "3x3:0,0,u40g",
        "3x3:0,0,u401",
    ],
)
def test_foreign(text: str) -> None:
    """A text that is no ID, or fits no board, is refused."""
    with pytest.raises(NotationError):
        read_tatham(text)


@given(st.text(max_size=30) | damaged(IDS, "0123456789abcdefnu:,x"))
def test_any_text(text: str) -> None:
    """Any text is refused, or is a board whose own ID reads back as the same board."""
    try:
        game = read_tatham(text)
    except NotationError:
        return
    assert read_tatham(write_tatham(game)) == game


def test_no_layout() -> None:
    """Without a layout there is no ID."""
    with pytest.raises(ValueError, match="no layout"):
        write_tatham(Game.new(Rules(5, 5, 3)))
