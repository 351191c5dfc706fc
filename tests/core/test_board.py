"""Board: the text notation, read and written, and what a board can be asked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.board import Board, NotationError, State
from core.game import Game, Outcome
from core.grid import Grid
from tests.strategies import damaged, games

MARKS = "0123456789#FMRXm/x \n"

ENDED = """\
3x4/4
X2MR
F3##
0###"""


@given(games())
def test_the_notation_reads_back(game: Game) -> None:
    """The text of every board that a game can show is read back as an equal board."""
    assert Board.parse(str(game.board)) == game.board


@given(games())
def test_mines_appear_only_after_the_end(game: Game) -> None:
    """M and R are shown exactly when the game is over, on mines that were not opened."""
    board = game.board
    exploded = sum(game.exploded)
    ended = game.outcome is not None and game.minefield is not None
    assert sum(board.shown) == (game.rules.mines - exploded if ended else 0)
    assert str(board).count("X") == exploded
    if game.outcome is Outcome.WON:
        assert board.safe_left == 0


@given(games())
def test_states_are_those_of_the_notation(game: Game) -> None:
    """The state of a cell is its number, or what its mark says while mines are not shown."""
    board = replace(game.board, shown=b"")
    rest = {"#": State.CLOSED, "F": State.FLAGGED, "X": State.EXPLODED}
    marks = "".join(str(board).split()[1:])
    assert [*board.states()] == [rest[each] if each in rest else int(each) for each in marks]


def test_layers_left_out_are_empty() -> None:
    """A board of open and closed cells needs no other layers."""
    board = Board(Grid(2, 2), 1, opened=b"\0\1\0\0", numbers=b"\0\1\0\0")
    assert board == Board.parse("2x2/1 #1 ##")


def test_every_mark_is_read() -> None:
    """Open, closed, flagged, exploded and shown cells are read from their marks, row by row."""
    board = Board.parse(ENDED)
    assert (board.grid.rows, board.grid.cols, board.mines) == (3, 4, 4)
    assert board.opened == bytes([0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0])
    assert board.numbers == bytes([0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0])
    assert board.flagged == bytes([0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0])
    assert board.exploded == bytes([1, *[0] * 11])
    assert board.shown == bytes([0, 0, 1, 1, *[0] * 8])
    assert str(board) == ENDED


def test_a_board_answers_for_its_cells() -> None:
    """A board tells numbers, closed and claimed cells around one, and both counters."""
    board = Board.parse(ENDED)
    assert [board.number(cell) for cell in (0, 1, 8, 9)] == [None, 2, 0, None]
    assert board.closed() == [2, 3, 4, 6, 7, 9, 10, 11]
    assert board.closed_around(5) == [2, 4, 6, 9, 10]
    assert board.claimed_around(5) == 2
    assert (board.mines_left, board.safe_left) == (1, 5)


def test_too_many_flags_make_the_counter_negative() -> None:
    """The mine counter counts all flags as right, and can go below 0."""
    assert Board.parse("1x3/1 FFF").mines_left == -2


@pytest.mark.parametrize(
    "text",
    [
        *(
            "2x2/00 00 00",
            "2x2/01 #1 11",
            "",
            " \n",
            "3x3",
            "3x3/",
            "x3/1",
            "3/3x1",
            "-3x3/1",
            "0x3/1",
            "3x0/1",
            "03x3/1",
            "3X3/1",
        ),
        *("3x3/1", "3x3/1 ### ###", "3x3/1 ### ### ####"),
        *("2x2/1 ## #", "2x2/1 # ###", "2x2/1 ## ## ##"),
        *("2x2/1 #9 ##", "2x2/1 #f ##", "2x2/1 #１ ##", "1x1/１ #", "1x1/1 m"),
        "9" * 5000 + "x2/1 ##",
        "1000000000x1000000000/1 #",
    ],
)
def test_other_texts_are_no_boards(text: str) -> None:
    """A wrong head, number of rows or marks, or unknown mark, is a NotationError of one line."""
    with pytest.raises(NotationError) as refused:
        Board.parse(text)
    assert len(str(refused.value)) < 80


@given(st.text(MARKS, max_size=20) | damaged(games(3).map(lambda game: str(game.board)), MARKS))
def test_reading_fails_with_its_own_error_only(text: str) -> None:
    """Any text is either a board that is written back the same, or a NotationError."""
    try:
        board = Board.parse(text)
    except NotationError:
        return
    assert str(board).split() == text.split()
