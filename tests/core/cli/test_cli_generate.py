"""The generate command: every form of its output can be read back."""

from __future__ import annotations

import json
import re
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from core.board import Board
from core.cli.layouts import read_layouts
from core.cli.main import main
from core.grid import Grid
from core.layers import where
from core.minefield import Minefield
from core.rules import FirstOpen, Rules
from tests.core.cli.conftest import Printed

NINE = ["generate", "--rows", "9", "--cols", "9", "--mines", "12"]


def lines_of(printed: Printed, *options: str) -> list[str]:
    """Return the lines that the command prints of 9x9 boards."""
    return printed(*NINE, *options).splitlines()


def test_text_is_board_notation(printed: Printed) -> None:
    """Each layout is a title and a fully shown board in the text notation."""
    lines = lines_of(printed, "--count", "2", "--seed", "1", "--start", "4,0")
    assert [line.split(",")[0] for line in lines[::11]] == [
        "layout 1: first a5",
        "layout 2: first a5",
    ]
    for first in (1, 12):
        board = Board.parse("\n".join(lines[first : first + 10]))
        assert (board.mines, board.shown.count(1), board.safe_left) == (12, 12, 0)
        assert board.number(board.grid.cell(4, 0)) == 0
        numbers = Minefield(board.grid, board.shown).numbers
        assert board.numbers == where(numbers, board.opened)


def test_json_without_a_guess(printed: Printed) -> None:
    """Every line is an object; a proof opens every safe cell once."""
    lines = lines_of(printed, "--count", "3", "--seed", "1", "--no-guess", "--json", "--proof")
    assert "proof" not in json.loads(lines_of(printed, "--json")[0])
    for found in map(json.loads, lines):
        assert found["first"] == [2, 2]
        assert found["adjusted"] is False
        assert found["ms"] > 0
        board = Board.parse("\n".join(["9x9/12", *found["rows"]]))
        opened = [tuple(cell) for step in found["proof"] for cell in step["opened"]]
        assert len(opened) == len(set(opened))
        assert all(board.opened[board.grid.cell(*cell)] for cell in opened)
        assert {step["are"] for step in found["proof"]} == {"safe", "mine"}


def test_a_layout_is_told_with_what_it_took(printed: Printed) -> None:
    """A layout just drawn tells one try, and its time is within the command's."""
    started = perf_counter()
    made = list(map(json.loads, lines_of(printed, "--count", "3", "--json")))
    assert 0 < sum(each["ms"] for each in made) < 1000 * (perf_counter() - started)
    assert [(each["adjusted"], each["tries"]) for each in made] == [(False, 1)] * 3


def test_hex_is_what_play_reads(printed: Printed, tmp_path: Path) -> None:
    """The hex form is read back as the layouts of the JSON form."""
    options = ("--seed", "4", "--count", "5", "--first", "safe")
    file = tmp_path / "layouts"
    file.write_text("\n".join(lines_of(printed, *options, "--hex")), encoding="ascii")
    series, chunks = read_layouts(file)
    assert (series.start, series.games, series.rules.first_open) == (0, 5, FirstOpen.SAFE)
    shown = [json.loads(line)["rows"] for line in lines_of(printed, *options, "--json")]
    (layouts,) = chunks
    for rows, layout in zip(shown, layouts.tolist(), strict=True):
        assert [mark == "M" for mark in "".join(rows)] == layout
    assert lines_of(printed, "--hex")[0] == "9 9 12 2 2 Z 1"


def test_the_board_by_default(printed: Printed, tmp_path: Path) -> None:
    """Without options the board is expert, and the first cell an opening."""
    file = tmp_path / "layouts"
    text = printed("generate", "--hex", "--count", "20", "--seed", "1")
    file.write_text(text, encoding="ascii")
    series, _ = read_layouts(file)  # which refuses a layout without the promised opening
    assert series.rules == Rules(16, 30, 99)
    assert series.rules.grid.row_col(series.start) == (3, 3)


def test_proof_as_text(printed: Printed) -> None:
    """The steps of a proof are numbered lines that name cells, conclusion and clues."""
    lines = lines_of(printed, "--seed", "3", "--no-guess", "--proof")
    steps = [line.split(". ", 1) for line in lines[11:]]
    assert [number for number, _ in steps] == list(map(str, range(len(steps))))
    assert "is opened first" in steps[0][1]
    grid = Grid(9, 9)
    names = set(map(grid.name, grid.cells()))
    assert all(told.split()[0] in names and " by " in told for _, told in steps[1:])


def test_each_step_is_told(printed: Printed) -> None:
    """A step's line has what it shows, its clues, any count of mines, and what it opens."""
    small = ("--rows", "3", "--cols", "4", "--mines", "3", "--first", "safe", "--seed", "1")
    title, *lines = lines_of(printed, *small, "--no-guess", "--proof")
    assert title.startswith("layout 1: first a1, uniform, tries 3, ")
    assert lines == [
        "3x4/3",
        "0011",
        "112M",
        "M12M",
        "0. a1 is opened first: opens 6",
        "1. c3 safe by two_numbers a2 b2: opens 1",
        "2. d1 safe by two_numbers c2 c3: opens 1",
        "3. d2 mine by one_number c1",
        "4. a3 mine by counting c2 and the mines left",
        "5. b3 safe by one_number a2: opens 1",
    ]


def test_a_first_open_that_wins(printed: Printed) -> None:
    """A layout whose first open leaves nothing to do is one that logic solves, and says so."""
    small = ("--rows", "2", "--cols", "8", "--mines", "8", "--seed", "1")
    first = lines_of(printed, *small, "--no-guess", "--proof")[-1]
    assert first == "0. c2 is opened first: opens 8, all that is safe"


def test_an_adjusted_layout_says_so(printed: Printed) -> None:
    """A layout whose mines were moved to make it solvable is titled as adjusted."""
    title = lines_of(printed, "--mines", "35", "--seed", "1", "--no-guess")[0]
    assert title.startswith("layout 1: first c3, adjusted, tries ")


def test_no_proof(printed: Printed) -> None:
    """A layout that needs a guess has no proof, and says so in either form."""
    lines = lines_of(printed, "--mines", "40", "--seed", "1", "--proof")
    assert lines[-1].startswith("no proof")
    found: dict[str, Any] = json.loads(
        lines_of(printed, "--mines", "40", "--seed", "1", "--proof", "--json")[0]
    )
    assert found["proof"] is None


def test_hex_has_no_proof(capsys: pytest.CaptureFixture[str]) -> None:
    """The form that ``play`` reads has no room for a proof: --hex with --proof is refused."""
    assert main([*NINE, "--hex", "--proof"]) == 2
    told = capsys.readouterr()
    assert "--hex" in told.err
    assert not told.out


@pytest.mark.parametrize(
    ("board", "likelier"),
    [
        ("--rows 2 --cols 2 --mines 1", "a larger board"),
        ("--rows 2 --cols 5 --mines 7 --start 0,0", "a larger board or fewer mines"),
    ],
)
def test_too_dense(board: str, likelier: str, capsys: pytest.CaptureFixture[str]) -> None:
    """If no layout is found the command fails and says so in a sentence.

    A board of a single mine is not to be had with fewer, but a larger one is.
    """
    assert main([*NINE, *board.split(), "--no-guess"]) == 1
    told = capsys.readouterr().err
    found = rf"layout 1: none that logic solves was found in \d+ tries; {likelier} would make"
    assert re.match(found, told)


@pytest.mark.parametrize("start", ["", "9,0", "0", "a,b", "-1,0"])
def test_bad_start(start: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A first cell that is off the board, or missing, is refused."""
    assert main([*NINE, f"--start={start}"]) == 2
    assert "--start" in capsys.readouterr().err


def test_no_layouts_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """A number of layouts below one is refused."""
    with pytest.raises(SystemExit):
        main([*NINE, "--count", "0"])
    assert "--count" in capsys.readouterr().err
