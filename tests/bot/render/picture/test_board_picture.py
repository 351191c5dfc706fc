"""Boards as pictures: small files that show every cell in its place and nothing more."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.requests.coordinates import Coordinates
from bot.render import Window
from bot.render.picture import MOST_BYTES, PICTURE_THEMES, draw_picture, load_picture_theme
from bot.render.picture.board_picture import board_pixels, looks
from bot.render.picture.layout import WIDEST, Layout, layouts_for
from bot.render.picture.palette import Pixels
from bot.render.picture.tiles import Tile, tiles
from core.board import Board
from core.game import Game, Outcome
from core.grid import Grid
from tests.bot.app.test_secrecy import TWINS
from tests.bot.render.picture.conftest import (
    SIZES,
    busy_screens,
    picture,
    random_board,
    screen_with,
    windows,
)

CLASSIC = load_picture_theme("classic")
EXAMPLE = Board.parse("3x4/3 1F#0 ##X2 ####")


def cell_pixels(pixels: Pixels, layout: Layout, row: int, col: int) -> Pixels:
    """Return the pixels of a cell."""
    top, left = layout.top + row * layout.cell, layout.left + col * layout.cell
    return pixels[top : top + layout.cell, left : left + layout.cell]


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_files_are_small(data: st.DataObject) -> None:
    """Any board of up to 50x50 makes a palette PNG within the size limit."""
    shown = data.draw(busy_screens())
    window = data.draw(st.none() | windows(shown.board.grid))
    theme = load_picture_theme(data.draw(st.sampled_from(PICTURE_THEMES)))
    file = draw_picture(shown, theme, window)
    drawn = picture(file)
    assert len(file) <= MOST_BYTES
    assert (drawn.format, drawn.mode, drawn.info) == ("PNG", "P", {})
    assert max(drawn.size) <= WIDEST


def test_file_is_what_was_drawn() -> None:
    """A decoder gets back the pixels and colours that were drawn."""
    shown = screen_with(random_board(Grid(9, 9), 1))
    layout = layouts_for(9, 9)[0]
    drawn = tiles(CLASSIC, layout.cell)
    pixels = board_pixels(shown, drawn, layout, None)
    decoded = picture(draw_picture(shown, CLASSIC))
    assert (np.asarray(decoded) == pixels).all()
    assert bytes(decoded.palette.tobytes() if decoded.palette else b"") == drawn.palette.bytes()


def test_no_metadata() -> None:
    """The file has only the chunks that a picture needs."""
    file, at, chunks = draw_picture(screen_with(EXAMPLE), CLASSIC), 8, []
    while at < len(file):
        chunks.append(file[at + 4 : at + 8])
        at += 12 + int.from_bytes(file[at : at + 4], "big")
    assert chunks == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]


@pytest.mark.parametrize("pair", TWINS[:10], ids=lambda pair: str(pair[0].board).split()[0])
def test_twins_have_the_same_picture(pair: tuple[Game, Game]) -> None:
    """Two layouts with the same visible board give the same bytes, until the mines are shown."""
    assert len({draw_picture(screen_with(each.board), CLASSIC) for each in pair}) == 1


def test_pictures_do_not_tell_the_time() -> None:
    """The clock is not drawn, so an unchanged board makes an unchanged picture."""
    shown = screen_with(EXAMPLE)
    assert draw_picture(shown, CLASSIC) == draw_picture(replace(shown, elapsed=9_000), CLASSIC)


@pytest.mark.parametrize("size", SIZES)
def test_every_cell_shows_its_tile(size: tuple[int, int]) -> None:
    """On a board without marks every cell is its tile, at its row and column."""
    shown, layout = screen_with(random_board(Grid(*size), 7)), layouts_for(*size)[0]
    drawn = tiles(CLASSIC, layout.cell)
    pixels, found = board_pixels(shown, drawn, layout, None), looks(shown)
    for row, col in np.ndindex(size):
        assert (cell_pixels(pixels, layout, row, col) == drawn.pixels[found[row, col]]).all()


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("2x3/3 0F# 8X#", [0, Tile.FLAG, Tile.CLOSED, 8, Tile.EXPLODED, Tile.CLOSED]),
        ("2x3/3 MRF 1X#", [Tile.MINE, Tile.FLAG, Tile.WRONG_FLAG, 1, Tile.EXPLODED, Tile.CLOSED]),
        ("2x3/1 X1F 11#", [Tile.EXPLODED, 1, Tile.WRONG_FLAG, 1, 1, Tile.CLOSED]),
    ],
)
def test_looks(board: str, expected: list[int]) -> None:
    """Numbers, flags, mines, wrong flags and exploded mines each have their tile."""
    assert looks(screen_with(Board.parse(board))).ravel().tolist() == expected


def test_looks_of_chances() -> None:
    """Chances are on closed cells only, and 0 or 100 only if certain."""
    chances = dict(enumerate([0.5, 0.0, 1.0, 0.001, 0.999, 0.256]))
    shown = replace(screen_with(Board.parse("2x3/2 1## ##F")), chances=chances)
    first, flagged = Tile.CHANCE, Tile.FLAGGED_CHANCE
    expected = [1, first, first + 100, first + 1, first + 99, flagged + 26]
    assert looks(shown).ravel().tolist() == expected


def test_look_of_the_start() -> None:
    """A good start is marked."""
    shown = replace(screen_with(EXAMPLE), start=2)
    assert looks(shown)[0, 2] == Tile.START


def test_marks() -> None:
    """Changed cells are outlined as one region, marked cells one by one; their middles are kept."""
    plain = screen_with(EXAMPLE)
    layout = layouts_for(3, 4)[0]
    drawn = tiles(CLASSIC, layout.cell)
    shown = replace(plain, changed=frozenset({5, 6}), marked=frozenset({8, 9}))
    before, after = (board_pixels(each, drawn, layout, None) for each in (plain, shown))
    middle, last = layout.cell // 2, layout.cell - 1
    left, right = cell_pixels(after, layout, 1, 1), cell_pixels(after, layout, 1, 2)
    changed, marked = drawn.flat[CLASSIC.changed], drawn.flat[CLASSIC.marked]
    assert left[middle, 0] == left[0, middle] == right[last, middle] == right[middle, last]
    assert left[0, middle] == changed
    assert changed not in {left[middle, last], right[middle, 0]}
    for col in (0, 1):
        assert cell_pixels(after, layout, 2, col)[middle, [0, last]].tolist() == [marked] * 2
    differ = before != after
    assert not cell_pixels(differ, layout, 1, 1)[10:-10, 10:-10].any()
    assert not cell_pixels(differ, layout, 0, 0).any()


def test_window_is_framed() -> None:
    """A window is framed and its rows and columns are emphasised, unless it is the whole board."""
    shown = screen_with(random_board(Grid(16, 30), 3))
    layout = layouts_for(16, 30)[0]
    drawn = tiles(CLASSIC, layout.cell)
    plain = board_pixels(shown, drawn, layout, None)
    framed = board_pixels(shown, drawn, layout, Window(4, 6, 8, 8))
    assert (board_pixels(shown, drawn, layout, Window(0, 0, 16, 30)) == plain).all()
    top, left = layout.top + 4 * layout.cell, layout.left + 6 * layout.cell
    bottom, right = top + 8 * layout.cell, left + 8 * layout.cell
    ink = drawn.flat[CLASSIC.window]
    assert (framed[[top, bottom - 1], left:right] == ink).all()
    assert (framed[top:bottom, [left, right - 1]] == ink).all()
    differ = framed != plain
    assert differ[: layout.top, left:right].any()
    assert differ[top:bottom, : layout.side].any()
    assert not differ[layout.top : top - layout.margin].any()


def test_rows_and_columns_are_named_on_both_sides_of_a_large_board() -> None:
    """From ten rows and columns on all four sides have names, the same on both."""
    layout = layouts_for(16, 30)[0]
    pixels = board_pixels(
        screen_with(random_board(Grid(16, 30), 3)), tiles(CLASSIC, layout.cell), layout, None
    )
    rows, cols = slice(layout.top, layout.bottom), slice(layout.left, layout.right)
    below = layout.bottom + layout.margin
    assert (pixels[rows, : layout.side] == pixels[rows, -layout.side :]).all()
    numbers, letters = pixels[: layout.line, cols], pixels[layout.line : 2 * layout.line, cols]
    assert (letters == pixels[below : below + layout.line, cols]).all()
    assert (numbers == pixels[below + layout.line : below + 2 * layout.line, cols]).all()
    assert not layouts_for(9, 9)[0].named_right
    assert not layouts_for(9, 9)[0].named_below


@pytest.mark.parametrize("coordinates", [Coordinates.ONE, Coordinates.ZERO])
@pytest.mark.parametrize("size", [(9, 9), (16, 30)])
def test_numbers_alone_take_one_line(coordinates: Coordinates, size: tuple[int, int]) -> None:
    """If columns have no letters there is no empty line beside their numbers."""
    shown = screen_with(random_board(Grid(*size), 3))
    layout = layouts_for(*size, 1)[0]
    drawn = tiles(CLASSIC, layout.cell)
    pixels = np.asarray(picture(draw_picture(replace(shown, coordinates=coordinates), CLASSIC)))
    assert pixels.shape == (layout.height, layout.width)
    above, backdrop = pixels[: layout.top], drawn.flat[CLASSIC.backdrop]
    assert layout.top < layout.cell
    for part in (above[: layout.line, : layout.left], above[: layout.line, layout.left :]):
        assert (part != backdrop).any(), "the arrows, and the numbers"
    if layout.named_below:
        below = layout.bottom + layout.margin
        cols = slice(layout.left, layout.right)
        assert (pixels[below : below + layout.line, cols] == above[: layout.line, cols]).all()


def test_largest_board() -> None:
    """A board of 100x100 can be drawn too, however large its file."""
    shown = screen_with(random_board(Grid(100, 100), 3))
    assert picture(draw_picture(shown, CLASSIC)).size[0] > 600


@pytest.mark.parametrize("size", [(2, 100), (100, 2), (2, 2), (3, 60)])
def test_narrow_boards_are_not_too_narrow(size: tuple[int, int]) -> None:
    """No picture is longer in proportion than Telegram allows for a photo."""
    sides = picture(draw_picture(screen_with(random_board(Grid(*size), 3)), CLASSIC)).size
    assert max(sides) <= 20 * min(sides)


def test_twins_differ_at_the_end() -> None:
    """The comparison of twins can fail: once the mines are shown, the pictures differ."""
    ended = [replace(each, outcome=Outcome.GIVEN_UP) for each in TWINS[0]]
    files = {draw_picture(screen_with(each.board), CLASSIC) for each in ended}
    assert len(files) == 2
