"""Smart tap: the move that a tap means on the board as it is drawn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.board import Board
from core.game import Game
from core.move import CellMove, Chord, Flag, FlagAround, Open, Unflag
from core.tap import tap, tap_kinds
from tests.strategies import games

OPENING, FLAGGING = False, True


@pytest.mark.parametrize(
    ("rows", "cell", "flagging", "move"),
    [
        ("#1 11", 0, OPENING, Open(0)),
        ("#1 11", 0, FLAGGING, Flag(0)),
        ("F1 11", 0, FLAGGING, Unflag(0)),
        ("F1 11", 0, OPENING, Open(0)),  # which the game refuses: flags block opening
        ("F1 ##", 1, OPENING, Chord(1)),
        ("F1 ##", 1, FLAGGING, Chord(1)),
        ("X1 ##", 1, OPENING, Chord(1)),  # an exploded mine counts like a flag
        ("#1 11", 1, OPENING, FlagAround(1)),
        ("X2 #1", 1, OPENING, FlagAround(1)),
        ("F2 #1", 1, OPENING, FlagAround(1)),
        ("F1 11", 1, OPENING, None),  # all is flagged
        ("#1 ##", 1, OPENING, None),  # neither flagged nor forced
        ("FF #1", 3, OPENING, None),  # too many flags
        ("00 00", 0, OPENING, None),
        ("00 #0", 0, OPENING, None),  # a flag there was taken off again
        ("X# ##", 0, OPENING, None),  # a mine that went off has no number
    ],
)
def test_tap(rows: str, cell: int, *, flagging: bool, move: CellMove | None) -> None:
    """Closed cells open or take flags by mode; numbers chord, or flag what they force."""
    assert tap(Board.parse(f"2x2/1 {rows}"), cell, flagging=flagging) == move


@given(games(), st.booleans())
def test_all_at_once(game: Game, flagging: bool) -> None:  # noqa: FBT001  # a mode
    """What taps on all cells of a board mean is what a tap on each of them does."""
    board, cells = game.board, game.rules.grid.cells()
    one_by_one = [tap(board, cell, flagging=flagging) for cell in cells]
    kinds = tap_kinds(board, cells, flagging=flagging)
    at_once = [kind and kind(cell) for kind, cell in zip(kinds, cells, strict=True)]
    assert at_once == one_by_one
