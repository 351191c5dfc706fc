"""Coordinates: names of cells in nested texts, and of rows and columns on boards."""

from __future__ import annotations

import re

import pytest

from bot.app.requests.actions import Press
from bot.app.requests.coordinates import Coordinates
from bot.app.screens.blindfold import told_numbers
from bot.i18n import Text
from core.board import Board
from core.grid import Grid
from core.lesson import lesson_step
from tests.bot.app.conftest import TRANSLATOR, Table
from tests.core.test_lesson import asked_for

NAME = Grid(30, 30).name(29 * 30 + 27)


def test_names() -> None:
    """A cell, a row and a column far out are named right in each kind of coordinates."""
    assert [each.cell(NAME) for each in Coordinates] == ["ab30", "30:28", "29:27"]
    assert [each.row(29) for each in Coordinates] == ["30", "30", "29"]
    assert [each.columns(27) for each in Coordinates] == [("ab", "28"), ("28",), ("27",)]


def test_nested() -> None:
    """Cells are renamed in lists and nested texts; other arguments stay as they are."""
    inner = Text("x", cell=NAME, count=3, name="ab30")
    text = Text("y", cells=(NAME, inner, "ab30"), text=inner)
    said = Coordinates.ZERO.spell(text)
    named = Text("x", cell="29:27", count=3, name="ab30")
    assert said == Text("y", cells=("29:27", named, "ab30"), text=named)
    assert Coordinates.LETTERS.spell(text) is text


def test_only_empty_cells() -> None:
    """If only empty cells were opened, only those are told."""
    board = Board.parse("3x3/1 000 000 00#")
    said = [TRANSLATOR.say(text, "en") for text in told_numbers(board, (0, 1, 3))]
    assert said == ["Empty: a1–b1 and a2."]


@pytest.mark.parametrize(
    ("coordinates", "cell", "numbers"),
    [("letters", "d3", "3 4"), ("one", "3:4", "3 4"), ("zero", "2:3", "2 3")],
)
async def test_examples(table: Table, coordinates: str, cell: str, numbers: str) -> None:
    """Every example of how to write a cell uses the chat's coordinates."""
    await table.ask(f"/settings coordinates {coordinates}")
    begun = (await table.say("/newgame"))[1]
    assert begun.endswith(f"like {numbers}, or its name, like {cell}.")
    assert (await table.say("/open"))[0].endswith(f"like /open {cell}.")
    assert f"!{cell} flags" in (await table.say("d3 d"))[0]
    assert f"like {numbers}," in (await table.say("good morning"))[0]
    helped = await table.say("/help")
    assert helped[1].startswith(f"{numbers} or {cell} ")
    assert helped[2].startswith(f"!{cell} ")
    await table.ask("/train")
    assert (await table.say("/train x"))[0].endswith(f"like /train {cell}.")
    await table.ask("3 4")
    assert (await table.say("/scan x"))[0].endswith(f"like /scan {cell}.")
    assert not any("d3" in each for each in helped) or coordinates == "letters"


@pytest.mark.parametrize("coordinates", Coordinates)
async def test_examples_can_be_typed(table: Table, coordinates: Coordinates) -> None:
    """The examples in the help and the lesson can be typed and mean the cells shown."""
    await table.ask(f"/settings coordinates {coordinates}")
    await table.ask("/newgame")
    shown = re.findall(r"[0-9a-j:]+-[0-9a-j:]+", (await table.say("/help"))[1])
    await table.ask(f"!{shown[0]}")
    assert [row[:4] for row in await table.board()][:4] == ["FFF#"] * 3 + ["####"]
    screen = await table.shown("/learn")
    while screen.lesson and not screen.lesson.key.startswith("lesson.type"):
        move = asked_for(lesson_step(screen.board))
        screen = await table.shown(Press(move, screen.revision))
    assert screen.lesson
    numbers = str(dict(screen.lesson.args)["numbers"])
    wanted = lesson_step(screen.board).cells[0]
    screen = await table.shown(numbers)
    assert screen.board.opened[wanted]
