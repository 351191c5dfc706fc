"""Links of the PTT calculator: written ones are read back, and foreign ones are refused."""

from __future__ import annotations

import pytest
from hypothesis import given

from core.board import NotationError
from core.game import Game
from core.ptta import read_ptta, write_ptta
from core.record import begun
from core.rules import Rules
from tests.strategies import games

PUBLISHED = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=4005&m=vvvvvvvv000000010000000194i94i95vvvvvvvv"
"""From the notes of LlamaSweeper: 40 columns, whose first and last rows are all mines."""


@given(games())
def test_back_and_forth(game: Game) -> None:
    """A layout written as a link is read back, and gives the same link again."""
    start = begun(game)
    if start is None:
        return
    text = write_ptta(game)
    read = read_ptta(text)
    assert read.minefield == start.minefield
    assert write_ptta(read) == text


def test_published() -> None:
    """A published link is read as its author meant it, and written the same."""
    game = read_ptta(PUBLISHED)
    assert (game.rules.rows, game.rules.cols) == (5, 40)
    assert game.minefield
    assert sum(game.minefield.mines[:40]) == sum(game.minefield.mines[-40:]) == 40
    assert write_ptta(game) == PUBLISHED
    assert read_ptta("b=1&m=" + "1" + "0" * 16).rules.cols == 9


@pytest.mark.parametrize("more", ["&c=0a1b", "#board", "&c=0a#board"])
def test_what_stands_behind_the_board(more: str) -> None:
    """A link may carry more, such as LlamaSweeper's clicks: only the board is read."""
    assert read_ptta(PUBLISHED + more) == read_ptta(PUBLISHED)


@pytest.mark.parametrize(("name", "size"), [("1", "0909"), ("2", "1616"), ("3", "3016")])
def test_classic_sizes(name: str, size: str) -> None:
    """The classic levels can be given by number instead of size; columns come before rows."""
    cols, rows = int(size[:2]), int(size[2:])
    mines = "1" + "0" * (-(-cols * rows // 5) - 1)
    by_name = read_ptta(f"b={name}&m={mines}")
    assert (by_name.rules.cols, by_name.rules.rows) == (cols, rows)
    assert by_name == read_ptta(f"b={size}&m={mines}")


def test_sides_have_two_digits_at_least() -> None:
    """Sides below 10 are written with a leading zero."""
    assert "?b=0302&" in write_ptta(read_ptta("b=0302&m=g0"))


def test_first_cell() -> None:
    """The first opening in reading order is opened, or without one the first safe cell."""
    assert read_ptta("b=0302&m=g0").opened[2] == 1
    assert read_ptta("b=0202&m=g").history[0].move.cell == 1  # type: ignore[union-attr]  # an Open


@pytest.mark.parametrize(
    "text",
    [
        "",
        "b=0303",
        "b=0303&m=00",
        "b=0303&m=001",
        "b=0303&m=g1",
        "b=0109&m=g0",
        "b=0901&m=g0",
        "b=101003&m=" + "g" + "0" * 60,
        "b=999010&m=" + "g" + "0" * 1997,
        "b=0303&m=0w",
        "b=0101&m=0",
        "b=9&m=0",
        "b=0202&m=0",
        "b=0202&m=u",
    ],
)
def test_refused(text: str) -> None:
    """A link without a playable board raises the one error of this format."""
    with pytest.raises(NotationError):
        read_ptta(text)


def test_before_the_first_open() -> None:
    """Without a layout there is no link."""
    with pytest.raises(ValueError, match="no layout"):
        write_ptta(Game.new(Rules(5, 5, 3)))
