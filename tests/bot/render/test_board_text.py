"""Boards as text: every cell in its place, with names for rows and columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.screens.screen import Screen, screen_of
from bot.render import THEMES, Window, draw_board, draw_chances, load_theme, window_around
from core.board import Board
from core.game import Game
from core.grid import Grid
from core.rules import Rules

PLAIN, EMOJI = load_theme("plain"), load_theme("emoji")


def screen(board: str) -> Screen:
    """Return a screen that shows ``board``."""
    parsed = Board.parse(board)
    rules = Rules(parsed.grid.rows, parsed.grid.cols, parsed.mines)
    return replace(
        screen_of(Session(1, "a", Game.new(rules)), 0, Settings()), board=parsed, start=None
    )


def whole(shown: Screen) -> Window:
    """Return the window of the whole board."""
    return Window(0, 0, shown.rules.rows, shown.rules.cols)


def test_plain_board() -> None:
    """A small board is drawn with letters and numbers above it and row numbers beside it."""
    shown = screen("2x3/2 1F# 01#")
    assert draw_board(shown, PLAIN, whole(shown)) == [
        "   a b c",
        "   1 2 3",
        "1  1 F #",
        "2  . 1 #",
    ]


def test_marked_cells_stand_in_brackets() -> None:
    """Marked cells are in brackets, and neighbours share one."""
    shown = replace(screen("2x3/2 1F# 01#"), marked=frozenset({0, 1, 5}))
    assert draw_board(shown, PLAIN, whole(shown))[2:] == ["1 [1|F]#", "2  . 1[#]"]


def test_end_of_a_game() -> None:
    """At the end mines, right flags, wrong flags and the fatal mine look different."""
    shown = screen("2x3/3 MRF X3#")
    assert draw_board(shown, PLAIN, whole(shown))[2:] == ["1  * F x", "2  X 3 #"]
    exploded = screen("2x3/1 X1F 11#")
    assert draw_board(exploded, PLAIN, whole(exploded))[2:] == ["1  X 1 x", "2  1 1 #"]


def test_start_is_marked() -> None:
    """Before the first open a good start is marked."""
    shown = replace(screen("2x3/2 ### ###"), start=1)
    assert draw_board(shown, PLAIN, whole(shown))[2] == "1  # S #"


def test_names_of_wide_boards_are_written_downwards() -> None:
    """Longer names stay above their columns; wide boards name rows on both sides."""
    shown = screen("2x28/1 " + " ".join(["#" * 28] * 2))
    lines = draw_board(shown, PLAIN, whole(shown))
    assert lines[0] == " " * 55 + "a a"
    assert lines[1].split() == [*"abcdefghijklmnopqrstuvwxyzab"]
    assert lines[2].replace(" ", "") == "1" * 10 + "2" * 9
    assert lines[4].startswith("1  #")
    assert lines[4].endswith("# 1")
    for cols in (15, 16):
        shown = screen(f"2x{cols}/1 " + " ".join(["#" * cols] * 2))
        assert draw_board(shown, PLAIN, whole(shown))[-1].endswith("# 2") == (cols == 16)


def test_emoji_board() -> None:
    """The emoji theme names columns with letters as wide as its glyphs."""
    shown = screen("2x3/2 1F# 01#")
    assert draw_board(shown, EMOJI, whole(shown)) == [
        "   ａ ｂ ｃ",
        "1  1️⃣ 🚩 ⬜",
        "2  ▪️ 1️⃣ ⬜",
    ]
    wide = screen("2x28/1 " + " ".join(["#" * 28] * 2))
    assert draw_board(wide, EMOJI, whole(wide))[0].endswith("\u3000 ａ ａ")


def test_chances() -> None:
    """The map shows per cent, 0 and 100 never for what is uncertain, and marks certainty."""
    shown = replace(screen("2x3/2 1## ##0"), chances={1: 0.0, 2: 1.0, 3: 0.001, 4: 0.999})
    assert draw_chances(shown, whole(shown))[2:] == ["1   .  +  *", "2   1 99  ."]
    rounded = replace(shown, chances={1: 0.494, 2: 0.496})
    assert draw_chances(rounded, whole(rounded))[2:] == ["1   . 49 50", "2   .  .  ."]


@pytest.mark.parametrize("name", THEMES)
def test_glyphs_differ(name: str) -> None:
    """All glyphs of a theme are different."""
    theme = load_theme(name)
    glyphs = [
        *theme.numbers,
        theme.closed,
        theme.flag,
        theme.mine,
        theme.wrong_flag,
        theme.exploded,
        theme.start,
    ]
    assert len(set(glyphs)) == len(glyphs)


@given(
    st.integers(2, 100), st.integers(2, 100), st.integers(1, 120), st.integers(1, 120), st.data()
)
def test_window(rows: int, cols: int, most_rows: int, most_cols: int, data: st.DataObject) -> None:
    """A window lies within the board, as large as allowed, its cell in the middle if it can be."""
    grid = Grid(rows, cols)
    focus = data.draw(st.sampled_from(grid.cells()))
    window = window_around(grid, focus, most_rows, most_cols)
    assert (window.rows, window.cols) == (min(rows, most_rows), min(cols, most_cols))
    row, col = grid.row_col(focus)
    assert row in window.row_range()
    assert col in window.col_range()
    assert window.row_range()[-1] < rows
    assert window.col_range()[-1] < cols
    assert focus in window.cells(grid)
    assert len(window.cells(grid)) == window.rows * window.cols
    assert row - window.top == window.rows // 2 or window.top in {0, rows - window.rows}
    assert col - window.left == window.cols // 2 or window.left in {0, cols - window.cols}
