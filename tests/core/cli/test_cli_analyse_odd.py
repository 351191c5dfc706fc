"""``analyse`` on odd input: each line that is no position is answered by what is wrong with it."""

from __future__ import annotations

import io
from typing import Any

import pytest

from core.cli.analyse import LONGEST, _lines, read_board
from core.cli.main import main
from tests.core.cli.conftest import Analysed
from tests.patience import patience

GOOD = b'{"width": 1, "height": 1, "mines": 0, "rows": ["#"]}'


def position(width: Any, height: Any, mines: Any, rows: Any) -> str:
    """Return a line with these fields, each in JSON."""
    return f'{{"width": {width}, "height": {height}, "mines": {mines}, "rows": {rows}}}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        # Of a name no more is shown than a line holds, and nothing that is not text.
        (f'{{"{"k" * 99}": 0, "{"k" * 99}": 0}}', f"'{'k' * 40}' is there twice"),
        ('{"\\ud800": 0, "\\ud800": 0}', r"'\ud800' is there twice"),
        (position(2, 1, '1, "mines": 2', '["##"]'), "'mines' is there twice"),
        ('{"width": 2}', "missing: height, mines, rows"),
        ("[]", "a position is an object"),
        ("[" * 100_000, "a position is not nested so deeply"),
        (position(2, 1, "9" * 5000, '["##"]'), "a number has too many digits"),
        (
            position(3, 2, 1, '["###", "1 F"]'),
            "' ' at [1, 1] is no mark: # is closed, 0 to 8 are open",
        ),
        (position(3, 1, 1, '["9##"]'), "'9' at [0, 0] is no mark: # is closed, 0 to 8 are open"),
        (position(3, 1, 1, '["8##"]'), "no placement of the mines fits the numbers"),
        (position(101, 1, 5, f'["{"#" * 101}"]'), "width and height are 100 at most"),
        (
            position(1, 101, 5, str(["#"] * 101).replace("'", '"')),
            "width and height are 100 at most",
        ),
        (position(10_000, 1, 5, f'["{"#" * 10_000}"]'), "width and height are 100 at most"),
        (position(3, 1, -1, '["###"]'), "width and height are 1 at least, mines 0"),
        (position(0, 1, 0, '[""]'), "width and height are 1 at least, mines 0"),
        (position(3, 0, 0, "[]"), "width and height are 1 at least, mines 0"),
        (position(3, 1, 4, '["###"]'), "mines are 3 at most, the cells there are"),
        (position(3, 1, 10**4000, '["###"]'), "mines are 3 at most, the cells there are"),
        (position("3.0", 1, 1, '["###"]'), "width, height and mines are whole numbers"),
        (position(3, 1, 1, '["##"]'), "rows must be 1 strings of 3 marks"),
        (position(3, 2, 1, '["###", "##"]'), "rows must be 2 strings of 3 marks"),
        (position(3, 2, 1, '["###"]'), "rows must be 2 strings of 3 marks"),
        (position(3, 1, 1, '["###", 1]'), "rows are a list of strings"),
        (position(1, 1, 0, '"#"'), "rows are a list of strings"),
    ],
    ids=lambda text: text[:40],
)
def test_what_is_wrong_is_told_in_its_place(line: str, message: str, analysed: Analysed) -> None:
    """A line that is no position, or an impossible one, is answered by its fault."""
    error, answer = analysed(line.encode() + b"\n" + GOOD, "--no-best")
    assert error == {"error": message}
    assert answer["solutions"] == "1"


@pytest.mark.parametrize(
    ("line", "column"),
    [
        (b"nonsense", 1),
        (b"3x3/1 ### ### ###", 2),
        (b"  {'width': 2}", 4),
        (b'{"width": 2', 12),
        (b'{"width": 2 \n', 12),
        (b'{"width": 2} 3', 14),
        (b'{"wi\tdth": 2}', 5),
        (b'\xef\xbb\xbf{"width": x}', 11),
    ],
)
def test_where_a_line_is_no_json(line: bytes, column: int, analysed: Analysed) -> None:
    """Invalid JSON is told in one sentence: what is expected, and where."""
    message = f"a position is an object in JSON: this line goes wrong at column {column}"
    assert analysed(line, "--no-best") == [{"error": message}]


def test_where_a_line_is_no_utf_8(analysed: Analysed) -> None:
    """Of a line in another encoding the first wrong byte is told; other lines are answered.

    The bytes of a byte-order mark count.
    """
    lines = b"\n".join((b"\xef\xbb\xbf" + GOOD, b'\xef\xbb\xbf{"\xff": 2}', GOOD))
    first, error, last = analysed(lines, "--no-best")
    assert error == {"error": "a position is in UTF-8: this line goes wrong at byte 6"}
    assert first == last


def test_empty_lines(analysed: Analysed) -> None:
    """Blank lines are skipped, even one that begins with a byte-order mark."""
    assert analysed(b"\xef\xbb\xbf\r\n\n \t\r\n", "--no-best") == []


def test_many_names_are_read_in_one_pass() -> None:
    """A name that is there twice is found among 300,000 others at once, not in half an hour."""
    names = ", ".join(f'"{n}": 0' for n in range(300_000))
    with patience(), pytest.raises(ValueError, match=r"^'299999' is there twice$"):
        read_board(f'{{{names}, "299999": 0}}'.encode())


def test_no_more_is_read_at_once_than_a_position_takes() -> None:
    """Of a line without an end no more is in memory at once than shows that it is too long."""
    taken = list[int]()

    class Endless(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            taken.append(len(line))
            return line

    assert [len(line) for line in _lines(Endless(bytes(3 * LONGEST)))] == [LONGEST + 1]
    assert max(taken) == LONGEST + 1


def test_a_line_that_is_too_long(analysed: Analysed) -> None:
    """A line longer than any position is an error in its place; one as long as may be is read."""
    longest = GOOD.rjust(LONGEST - 1) + b"\n"
    lines = b" " + longest + GOOD.rjust(3 * LONGEST) + b"\n" + longest + GOOD
    *errors, one, other = analysed(lines, "--no-best")
    assert errors == 2 * [{"error": f"a line has {LONGEST} bytes at most"}]
    assert one == other
    assert one["solutions"] == "1"


def test_without_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If no file is named and standard input is closed, the command says so."""
    monkeypatch.setattr("sys.stdin", None)
    assert main(["analyse", "--no-best"]) == 2
    assert "standard input is closed" in capsys.readouterr().err
