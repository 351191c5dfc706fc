"""Coordinates: names of cells in texts within texts, and of rows and columns on boards."""

from __future__ import annotations

from bot.app.blindfold import told_numbers
from bot.app.coordinates import Coordinates
from bot.i18n import Text
from core.board import Board
from core.grid import Grid
from tests.bot.app.conftest import TRANSLATOR

NAME = Grid(30, 30).name(29 * 30 + 27)


def test_names() -> None:
    """A cell far out has the same place in each way of naming it."""
    assert [each.cell(NAME) for each in Coordinates] == ["ab30", "30:28", "29:27"]
    assert [each.row(29) for each in Coordinates] == ["30", "30", "29"]
    assert [each.columns(27) for each in Coordinates] == [("ab", "28"), ("28",), ("27",)]


def test_nested() -> None:
    """Cells are named in lists and in texts that stand in other texts; the rest stays."""
    inner = Text("x", cell=NAME, count=3, name="ab30")
    text = Text("y", cells=(NAME, inner, "ab30"), text=inner)
    said = Coordinates.ZERO.spell(text)
    named = Text("x", cell="29:27", count=3, name="ab30")
    assert said == Text("y", cells=("29:27", named, "ab30"), text=named)
    assert Coordinates.LETTERS.spell(text) is text


def test_only_empty_cells() -> None:
    """Where no number was opened, only empty cells are told."""
    board = Board.parse("3x3/1 000 000 00#")
    said = [TRANSLATOR.say(text, "en") for text in told_numbers(board, (0, 1, 3))]
    assert said == ["Empty: a1–b1 and a2."]
