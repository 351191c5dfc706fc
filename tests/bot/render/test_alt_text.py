"""Alt text: what a picture shows, in words, as far as the limit allows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.requests.coordinates import Coordinates
from bot.app.screens.screen import Face, Screen, screen_of
from bot.i18n import LANGUAGES, Arg, Text, Translator
from bot.platforms.discord.limits import ALT_TEXT as LIMIT
from bot.render.alt_text import Detail, _sentences, alt_text
from bot.render.fitting import in_line
from bot.render.window import Window, window_around
from core.board import Board
from core.game import Game
from core.rules import Rules
from tests.bot.render.picture.conftest import screen_with
from tests.strategies import games, random_game, seeded

TRANSLATOR = Translator()
BOARD = "3x5/3 01F## 01211 00000"


def english(text: Text) -> str:
    """Return ``text`` in English."""
    return TRANSLATOR.say(text, "en")


def screen(board: str, face: Face = Face.PLAYING) -> Screen:
    """Return a screen that shows ``board``."""
    return replace(screen_with(Board.parse(board)), face=face)


def said(shown: Screen, window: Window | None = None) -> list[str]:
    """Return everything that is said about ``shown``, in English."""
    return [english(text) for text in _sentences(shown, window, Detail.CELLS)]


def test_small_board() -> None:
    """Size, state and mines come first, then the numbers that matter, flags and closed cells."""
    assert said(screen(BOARD)) == [
        "Minesweeper board, 3 rows by 5 columns, 3 mines.",
        "100% open.",
        "Mines left to flag: 2.",
        "Row 1: c flag and d to e closed.",
        "Row 2: c 2, d 1 and e 1.",
    ]


def test_columns_by_numbers() -> None:
    """A column that is a number is in brackets, unlike the number on a cell; rows count as well."""
    shown = replace(screen(BOARD), coordinates=Coordinates.ZERO)
    assert said(shown)[3:] == [
        "Row 0: (2) flag and (3) to (4) closed.",
        "Row 1: (2) 2, (3) 1 and (4) 1.",
    ]


def test_an_opening_with_a_closed_cell_beside_it() -> None:
    """A 0 beside a closed cell, whose flag was taken off, is told like a number."""
    assert said(screen("3x2/1 0# 11 ##"))[3:] == [
        "Row 1: a 0 and b closed.",
        "Row 2: a 1 and b 1.",
        "Row 3: a to b closed.",
    ]


def test_window_comes_first() -> None:
    """Cells with buttons are told before the others."""
    assert said(screen(BOARD), Window(0, 3, 2, 2))[3:] == [
        "The buttons show rows 1 to 2, columns d to e.",
        "Row 1: d to e closed.",
        "Row 2: d 1 and e 1.",
        "Outside the buttons:",
        "Row 1: c flag.",
        "Row 2: c 2.",
    ]
    assert said(screen("4x5/3 01F## 01211 00000 00000"), Window(1, 2, 3, 3))[3:] == [
        "The buttons show rows 2 to 4, columns c to e.",
        "Row 2: c 2, d 1 and e 1.",
        "Outside the buttons:",
        "Row 1: c flag and d to e closed.",
    ]


def test_closed_cells_apart_are_said_apart() -> None:
    """A run of closed cells ends at any other cell; none far from numbers is told."""
    shown = screen("2x7/3 #1##### #######")
    assert said(shown)[3:] == [
        "Row 1: a closed, b 1 and c closed.",
        "Row 2: a to c closed.",
    ]
    assert said(screen("2x7/3 1#####1 #######"))[3:] == [
        "Row 1: a 1, b closed, f closed and g 1.",
        "Row 2: a to b closed and f to g closed.",
    ]


def test_numbers_without_closed_cells() -> None:
    """With less detail closed cells are left out."""
    assert [english(text) for text in _sentences(screen(BOARD), None, Detail.NUMBERS)][3:] == [
        "Row 1: c flag.",
        "Row 2: c 2, d 1 and e 1.",
    ]


def test_end_of_a_game() -> None:
    """At the end mines and right and wrong flags are told, but no more numbers."""
    assert said(screen("2x4/3 MRF1 X3##", Face.LOST)) == [
        "Minesweeper board, 2 rows by 4 columns, 3 mines.",
        "The game is lost.",
        "Mines left to flag: 0.",
        "Row 1: a mine, b flag and c wrong flag.",
        "Row 2: a exploded mine.",
    ]


def test_wrong_flag_where_all_mines_have_exploded() -> None:
    """A flag is wrong, too, where no mine is left to be shown since all have exploded."""
    told = said(screen("2x4/1 1XF1 1111", Face.LOST))
    assert told[3] == "Row 1: b exploded mine and c wrong flag."


def test_given_up() -> None:
    """A game that was given up is not called lost, and its numbers are no longer told."""
    assert said(screen("2x4/3 MRF1 M3##", Face.GIVEN_UP))[1:4] == [
        "The game was given up. 40% open.",
        "Mines left to flag: 1.",
        "Row 1: a mine, b flag and c wrong flag.",
    ]


def test_marks_start_and_chances() -> None:
    """A start, highlighted cells and the safest cells are named; of many only the first."""
    shown = replace(screen("4x4/3 #### #### #### ####", Face.READY), start=5)
    assert "A good place to start: b2." in said(shown)
    some = replace(shown, marked=frozenset({1, 0}), chances={3: 0.25, 2: 0.125, 1: 0.125})
    assert "Highlighted: a1 and b1." in said(some)
    assert "Chances of a mine are shown; lowest, at 12%: b1 and c1." in said(some)
    even = replace(shown, chances={2: 0.1 + 0.2, 1: 0.3})  # equal but for rounding
    assert "Chances of a mine are shown; lowest, at 30%: b1 and c1." in said(even)
    dozen = replace(shown, marked=frozenset(range(12)))
    assert said(dozen)[-1].endswith("c3 and d3.")
    every = replace(shown, marked=frozenset(range(16)))
    assert said(every)[-1].endswith("d3 and 4 more.")


@pytest.mark.parametrize("face", Face)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_said(face: Face, language: str) -> None:
    """Every state can be told in every language."""
    text = alt_text(screen(BOARD, face), None, lambda text: TRANSLATOR.say(text, language), LIMIT)
    assert 30 < len(text) <= LIMIT


@settings(deadline=None)
@given(games(9), st.integers(0, 1_100), st.sampled_from(LANGUAGES))
def test_limit(game: Game, limit: int, language: str) -> None:
    """No text is longer than its limit; when cut it keeps its first sentences."""
    shown = screen_of(Session(1, "a", game), 0, Settings())

    def say(text: Text) -> str:
        return TRANSLATOR.say(text, language)

    text = alt_text(shown, None, say, limit)
    assert len(text) <= limit
    whole = [in_line(map(say, _sentences(shown, None, detail))) for detail in Detail]
    cut = text.removesuffix(say(Text("alt.more"))).strip()
    assert text in whole or whole[-1].startswith(cut)


def test_all_is_said_where_it_fits() -> None:
    """If there is just room for every detail nothing is left out, nor said to be."""
    shown, whole = screen(BOARD), " ".join(said(screen(BOARD)))
    for limit in (LIMIT, len(whole)):
        assert alt_text(shown, None, english, limit) == whole
    for limit in range(len(whole)):
        assert len(alt_text(shown, None, english, limit)) <= limit


def test_large_boards_fit() -> None:
    """A half-played 30x16 board is told as far as the limit allows, and that it is cut."""
    game = random_game(seeded(5), Rules(16, 30, 99, lives=9), 60)
    shown = screen_of(Session(1, "a", game), 0, Settings())
    text = alt_text(shown, window_around(game.rules.grid, 90, 8, 8), english, LIMIT)
    assert LIMIT - 150 < len(text) <= LIMIT
    assert text.endswith("The other rows are left out here.")


def keys_in(arg: Arg) -> Iterator[str]:
    """Yield the keys of every text in ``arg``."""
    if isinstance(arg, Text):
        yield arg.key
    inner = [value for _, value in arg.args] if isinstance(arg, Text) else arg
    for item in inner if isinstance(inner, list | tuple) else ():
        yield from keys_in(item)


@given(games(7), st.data())
def test_every_flag_and_frontier_number_is_said_once(game: Game, data: st.DataObject) -> None:
    """Each flag, and each number beside an unflagged closed cell, is told once."""
    shown = replace(screen_of(Session(1, "a", game), 0, Settings()), face=Face.PLAYING)
    board, grid = shown.board, shown.board.grid
    focus = data.draw(st.sampled_from(grid.cells()))
    window = data.draw(st.sampled_from([None, window_around(grid, focus, 3, 3)]))
    keys = [key for text in _sentences(shown, window, Detail.CELLS) for key in keys_in(text)]
    numbers = [
        cell
        for cell in grid.cells()
        if board.opened[cell] and any(not board.flagged[n] for n in board.closed_around(cell))
    ]
    assert keys.count("alt.number") == len(numbers)
    if not any(board.shown):
        kind = "wrong_flag" if board.mines_known else "flag"
        assert keys.count(f"alt.{kind}") == board.flagged.count(1)
