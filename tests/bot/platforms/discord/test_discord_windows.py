"""Windows on Discord: which cells of a larger board are buttons."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.requests.menu import Page
from bot.app.screens.screen import Screen, screen_of
from bot.delivery import Scene
from bot.i18n import Translator
from bot.platforms.discord.layout import Layout, layout_of, window_of
from bot.platforms.discord.view import View
from core.board import Board
from core.game import Game, Played
from core.minefield import Minefield
from core.move import Open
from core.rules import Rules

FAR = 99
"""The last cell of a 10x10 board."""


def looking_at(board: str, focus: int) -> Screen:
    """Return a screen that shows ``board``, whose player looks at ``focus``."""
    parsed = Board.parse(board)
    game = Game.new(Rules(parsed.grid.rows, parsed.grid.cols, parsed.mines))
    shown = screen_of(Session(1, "a", game), 0, Settings())
    return replace(shown, board=parsed, start=None, focus=focus)


def cells(screen: Screen) -> list[int]:
    """Return the cells of ``screen`` that are buttons."""
    layout = layout_of(screen)
    assert layout is Layout.EMOJI
    return window_of(screen, layout).cells(screen.board.grid)


def test_where_its_player_looks() -> None:
    """The window stays where its player looks, far from numbers, while it has a closed cell."""
    closed = "#" * 10
    assert FAR in cells(looking_at(f"10x10/10 1{closed[1:]} {' '.join([closed] * 9)}", FAR))


def test_where_something_can_be_opened() -> None:
    """From open and flagged cells the window moves to where a number has a closed cell."""
    last = " ".join(["0" * 10] * 7 + ["0" * 9 + "F"])
    shown = cells(looking_at(f"10x10/10 {'#' * 10} {'1' * 10} {last}", FAR))
    assert FAR not in shown
    assert any(cell < 10 for cell in shown)


def test_the_nearest_that_can_be_opened() -> None:
    """The window moves to the nearest number with a closed cell, by rows and columns alike."""
    rows = ["0" * 10] * 10
    for row, cells_there in {
        0: "000000001#",
        1: "0000000011",
        3: "0001110000",
        4: "0001#10000",
        5: "0001110000",
        8: "1100000000",
        9: "#100000000",
    }.items():
        rows[row] = cells_there
    shown = cells(looking_at(f"10x10/3 {' '.join(rows)}", FAR))
    assert [cell in shown for cell in (9, 44, 90)] == [False, True, False]


def test_where_nothing_can_be_opened() -> None:
    """If every closed cell has a flag, the window stays where its player looks."""
    rows = [*["0" * 10] * 8, "0" * 8 + "11", "0" * 8 + "1F"]
    assert FAR in cells(looking_at(f"10x10/1 {' '.join(rows)}", FAR))
    rows = ["F" * 10] * 10
    assert FAR in cells(looking_at(f"10x10/1 {' '.join(rows)}", FAR))


@pytest.mark.parametrize(
    ("size", "layout"),
    [
        ((5, 5), Layout.BUTTONS),
        ((5, 6), Layout.EMOJI),
        ((6, 5), Layout.EMOJI),
        ((14, 14), Layout.EMOJI),
        ((5, 15), Layout.PICTURE),
        ((15, 5), Layout.PICTURE),
    ],
)
def test_how_large_a_board_is(size: tuple[int, int], layout: Layout) -> None:
    """The longer side decides whether a board is buttons, emoji or a picture."""
    game = Game.new(Rules(*size, 3))
    assert layout_of(screen_of(Session(1, "a", game), 0, Settings())) is layout


@pytest.mark.parametrize("rules", [Rules(10, 10, 91), Rules(24, 24, 567), Rules(24, 30, 711)])
def test_where_it_was_first_pressed(rules: Rules) -> None:
    """The first press leaves the window where it was, under the finger."""
    grid = rules.grid
    first = grid.cell(2, 2)
    clear = {first, *grid.neighbours(first)}
    mines = bytes(cell not in clear for cell in grid.cells())
    fresh = Game.new(rules)
    begun = fresh.play(Open(first), lambda *_: Minefield(grid, mines))
    assert isinstance(begun, Played)
    before, after = (
        screen_of(Session(1, "a", game), 0, Settings()) for game in (fresh, begun.game)
    )
    assert window_of(after, layout_of(after)) == window_of(before, layout_of(before))


@pytest.mark.parametrize("text_only", [True, False])
def test_looking_around_when_over(*, text_only: bool) -> None:
    """A window can be moved in play, after the end only as text, and not in a menu."""
    game = Game.new(Rules(60, 60, 9))
    begun = screen_of(Session(1, "ann", game), 0, Settings(text_only=text_only))
    over, menu = replace(begun, over=True), replace(begun, page=Page.MENU)
    for screen, moves in ((begun, True), (over, text_only), (menu, False)):
        scene = Scene("discord:1", screen, (), "en", private=True)
        shown = {
            button["label"]
            for row in View(Translator()).scene(scene).components
            for button in row.get("components", ())
        }
        assert ({"▼", "▶"} <= shown) is moves
