"""Panning: the buttons that move the part of a board that is shown."""

from __future__ import annotations

from dataclasses import replace as replace_field
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.requests.actions import Look
from bot.app.requests.button import Row, write_button
from bot.app.requests.coach_actions import Review
from bot.app.screens.illustration import (
    Animation,
    BoardPicture,
    Card,
    Illustration,
    Plot,
    ResultCard,
)
from bot.app.screens.screen import screen_of
from bot.i18n import Text
from bot.render.panning import frontier_of, page_pan_buttons, pan_buttons
from bot.render.window import Window, window_around
from core.board import Board
from core.game import Game
from core.grid import Grid
from core.rules import Rules
from tests.strategies import games


def reached(grid: Grid, window: Window, look: Look) -> Window:
    """Return the window that a press leads to."""
    return window_around(grid, look.cell, window.rows, window.cols)


@given(games(9), st.integers(2, 5), st.integers(2, 5), st.data())
def test_every_way_has_a_button_of_its_own(
    game: Game, rows: int, cols: int, data: st.DataObject
) -> None:
    """If there is more in a direction a button moves the window there, skipping nothing unseen.

    Their presses all differ, and one leads to the frontier wherever some of it is unseen.
    """
    grid = game.rules.grid
    focus = data.draw(st.sampled_from(grid.cells()))
    screen = replace(screen_of(Session(1, "a", game), 0, Settings()), focus=focus)
    window = window_around(grid, focus, rows, cols)
    looks = {button.label.key: button.action for button in pan_buttons(screen, window)}
    assert len(set(looks.values())) == len(looks)
    frontier = looks.pop("control.frontier", None)
    there = {key: reached(grid, window, look) for key, look in looks.items()}  # type: ignore[arg-type]  # all are
    assert {key for key, shown in there.items() if shown != window} == there.keys()
    assert all({*window.cells(grid)} & {*shown.cells(grid)} for shown in there.values()), "skipped"
    assert ("control.left" in there) == (window.left > 0)
    assert ("control.up" in there) == (window.top > 0)
    assert ("control.right" in there) == (window.left + window.cols < grid.cols)
    assert ("control.down" in there) == (window.top + window.rows < grid.rows)
    unseen = {*frontier_of(game.board)} - {*window.cells(grid)}
    shown = {*reached(grid, window, frontier).cells(grid)} if isinstance(frontier, Look) else set()
    assert bool(shown & unseen) is bool(unseen)


@pytest.mark.parametrize("way", ["up", "down", "left", "right"])
def test_of_one_row_or_column(way: str) -> None:
    """Where one row or column is all that is shown, as in a low terminal, the next one follows."""
    screen = screen_of(Session(1, "a", Game.new(Rules(5, 5, 2))), 0, Settings())
    grid = screen.rules.grid
    window = window_around(grid, grid.cell(2, 2), *((1, 3) if way in {"up", "down"} else (3, 1)))
    looks = {button.label.key: button.action for button in pan_buttons(screen, window)}
    look = looks[f"control.{way}"]
    assert isinstance(look, Look)
    there = reached(grid, window, look)
    moved = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    assert (there.top - window.top, there.left - window.left) == moved[way]


@given(games(9), st.integers(2, 5), st.integers(2, 5), st.data())
def test_few_presses_show_the_whole_frontier(
    game: Game, rows: int, cols: int, data: st.DataObject
) -> None:
    """After as many presses as windows cover the board, and one, all of the frontier was shown."""
    grid = game.rules.grid
    focus = data.draw(st.sampled_from(grid.cells()))
    screen = replace(screen_of(Session(1, "a", game), 0, Settings()), focus=focus)
    window = window_around(grid, focus, rows, cols)
    unseen = {*frontier_of(game.board)} - {*window.cells(grid)}
    for _ in range(ceil(grid.rows / window.rows) * ceil(grid.cols / window.cols) + 1):
        looks = {button.label.key: button.action for button in pan_buttons(screen, window)}
        if isinstance(look := looks.get("control.frontier"), Look):
            screen, window = replace(screen, focus=look.cell), reached(grid, window, look)
            unseen -= {*window.cells(grid)}
    assert not unseen


@given(games(9), st.integers(2, 5), st.data())
def test_a_page_has_the_same_ways(game: Game, size: int, data: st.DataObject) -> None:
    """The part of a page's board that is text is moved like a board's; nothing else is moved."""
    grid = game.rules.grid
    focus = data.draw(st.sampled_from(grid.cells()))
    screen = replace(screen_of(Session(1, "a", game), 0, Settings()), focus=focus)
    window = window_around(grid, focus, size, size)
    plot, page = Plot(Text("a"), (0.0, 1.0)), Review(move=3, where=grid.name(focus))

    def ways(picture: Illustration | None) -> Row:
        return page_pan_buttons(picture, lambda shown: {id(screen): window}[id(shown)])

    wanted = {
        button.label: replace_field(page, where=grid.name(button.action.cell))
        for button in pan_buttons(screen, window)
        if isinstance(button.action, Look) and not button.action.is_frontier
    }
    for subject in (
        BoardPicture(screen),
        ResultCard((), (), screen),
        Animation((replace(screen, focus=None), screen)),
    ):
        shown = Illustration(subject, text_only=True, page=page)
        assert {button.label: button.action for button in ways(shown)} == wanted
        assert not ways(replace_field(shown, text_only=False))
        assert not ways(replace_field(shown, page=None))
    for other in (plot, Card((), (), plot)):
        assert not ways(Illustration(other, text_only=True, page=page))
    assert not ways(None)


def test_a_way_that_leads_to_the_frontier() -> None:
    """A direction and the frontier have separate buttons even if both lead to one cell."""
    shown = screen_of(Session(1, "a", Game.new(Rules(4, 9, 2))), 0, Settings())
    board = Board.parse("4x9/2 000000000 000001110 000001#10 000001110")
    screen = replace(shown, board=board, focus=0, start=None)
    buttons = pan_buttons(screen, Window(0, 0, 4, 5))
    assert [each.action for each in buttons] == [Look(24), Look(24, is_frontier=True)]
    assert len({write_button(each.action, each.game) for each in buttons}) == 2


@given(games(9))
def test_frontier(game: Game) -> None:
    """The frontier is the closed, unflagged cells beside an open one, in reading order."""
    board = game.board
    assert frontier_of(board) == [
        cell
        for cell in board.closed()
        if not board.flagged[cell] and any(board.opened[n] for n in board.grid.neighbours(cell))
    ]
