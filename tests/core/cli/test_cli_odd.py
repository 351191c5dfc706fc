"""The command line on odd input: it says in its own words what is wrong."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from signal import SIGPIPE

import pytest

from core.cli.analyse import LONGEST, _lines, policy_of, read_board
from core.cli.main import main
from core.solver.advice import BUDGET
from core.solver.policy import DEFAULT

CORE = (sys.executable, "-m", "core")
GENERATE = (*CORE, "generate", "--rows", "4", "--cols", "4", "--mines", "3")
NINES = "9" * 5000
"""A number of more digits than Python reads as one."""
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            '{"width": 2, "height": 1, "mines": 1, "mines": 2, "rows": ["##"]}',
            "'mines' is there twice",
        ),
        (f'{{"{"k" * 99}": 0, "{"k" * 99}": 0}}', f"'{'k' * 40}' is there twice"),
        ('{"\\ud800": 0, "\\ud800": 0}', r"'\ud800' is there twice"),
        (
            f'{{"width": 2, "height": 1, "mines": {"9" * 5000}, "rows": ["##"]}}',
            "a number has too many digits",
        ),
        (
            '{"width": 3, "height": 2, "mines": 1, "rows": ["###", "1 F"]}',
            "' ' at [1, 1] is no mark: # is closed, 0 to 8 are open",
        ),
        ('{"width": 2}', "missing: height, mines, rows"),
    ],
)
def test_analyse_says_what_is_wrong_with_a_line(
    line: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A double or missing name, a number too long and the first odd mark are named as such.

    Of a name no more is shown than a line holds, and nothing that is not text.
    """
    file = tmp_path / "positions.jsonl"
    file.write_text(line, encoding="utf-8")
    assert main(["analyse", str(file), "--no-best"]) == 0
    assert json.loads(capsys.readouterr().out) == {"error": message}


def test_analyse_reads_a_line_of_many_names_in_one_pass() -> None:
    """A name that is there twice is found among 300,000 others at once, not in half an hour."""
    names = ", ".join(f'"{n}": 0' for n in range(300_000))
    with pytest.raises(ValueError, match=r"^'299999' is there twice$"):
        read_board(f'{{{names}, "299999": 0}}'.encode())


def test_analyse_refuses_what_is_nested_too_deeply() -> None:
    """What is nested too deeply to be read is refused by that name."""
    with pytest.raises(ValueError, match="nested so deeply"):
        read_board(b"[" * 100_000)


def test_analyse_names_cells_in_reasons_by_row_and_column(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In reasons all cells are [row, column]; clues are open cells, the others closed.

    Numbers and truth values are what they are.
    """
    rows = ["######", "235###", "#2####", "122332", "000000", "000000"]
    file = tmp_path / "positions.jsonl"
    file.write_text(json.dumps({"width": 6, "height": 6, "mines": 8, "rows": rows}))
    assert main(["analyse", str(file)]) == 0
    waiting, named = list(json.loads(capsys.readouterr().out)["reasons"]), set[str]()
    for reason in waiting:
        assert reason["counting"] is (reason["kind"] == "counting")
        assert all(needed > 0 for step in reason["steps"] for needed in step["needs"])
    while waiting:
        told = waiting.pop()
        waiting += told.get("steps", []) + told.get("supposed", [])
        for name in {"cells", "clues", "mines", "safe"}.intersection(told):
            assert all((rows[r][c] == "#") is (name != "clues") for r, c in told[name])
            named |= {name} if told[name] else set()
    assert named == {"cells", "clues", "mines", "safe"}


@pytest.mark.parametrize("mines", [0, 2])
def test_analyse_no_mines_and_nothing_but_mines(
    mines: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A board without mines, and one of mines only, are valid positions."""
    file = tmp_path / "positions.jsonl"
    file.write_text(f'{{"width": 2, "height": 1, "mines": {mines}, "rows": ["##"]}}')
    assert main(["analyse", str(file), "--no-best"]) == 0
    assert json.loads(capsys.readouterr().out)["p"] == [mines / 2, mines / 2]


def test_analyse_searches_as_much_a_second_with_more_time() -> None:
    """The limit of the narrow search grows in proportion to the budget."""
    for seconds in (1, 2, 4):
        assert policy_of(1000 * seconds).narrow == DEFAULT.narrow * seconds / BUDGET


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
def test_analyse_says_where_a_line_is_no_json(
    line: bytes, column: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Invalid JSON is told in one sentence: what is expected, and where."""
    message = f"a position is an object in JSON: this line goes wrong at column {column}"
    assert analyse_errors(line, tmp_path, capsys) == [{"error": message}]


def test_analyse_passes_over_empty_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Blank lines are skipped, even one that begins with a byte-order mark."""
    assert analyse_errors(b"\xef\xbb\xbf\r\n\n \t\r\n", tmp_path, capsys) == []


def test_analyse_reads_no_more_at_once_than_a_position_takes() -> None:
    """Of a line without an end no more is in memory at once than shows that it is too long."""
    taken = list[int]()

    class Endless(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            line = super().readline(size)
            taken.append(len(line))
            return line

    assert [len(line) for line in _lines(Endless(bytes(3 * LONGEST)))] == [LONGEST + 1]
    assert max(taken) == LONGEST + 1


def test_analyse_tells_a_line_that_is_too_long(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line longer than any position is an error in its place; one as long as may be is read."""
    position = b'{"width": 1, "height": 1, "mines": 0, "rows": ["#"]}'
    longest = position.rjust(LONGEST - 1) + b"\n"
    lines = b" " + longest + position.rjust(3 * LONGEST) + b"\n" + longest + position
    *errors, one, other = analyse_errors(lines, tmp_path, capsys)
    assert errors == 2 * [{"error": f"a line has {LONGEST} bytes at most"}]
    assert one == other
    assert one["solutions"] == "1"


def test_analyse_says_where_a_line_is_no_utf_8(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line in another encoding is told in one sentence, with the first wrong byte."""
    message = "a position is in UTF-8: this line goes wrong at byte 6"
    assert analyse_errors(b'\xef\xbb\xbf{"\xff": 2}', tmp_path, capsys) == [{"error": message}]


def analyse_errors(
    line: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> list[dict[str, str]]:
    """Return the answers to ``line``."""
    file = tmp_path / "positions.jsonl"
    file.write_bytes(line)
    assert main(["analyse", str(file), "--no-best"]) == 0
    return [json.loads(answer) for answer in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("play --games 2.5", "argument --games: '2.5' is no whole number"),
        ("play --rows x", "argument --rows: 'x' is no whole number"),
        ("play --budget-ms x", "argument --budget-ms: x is no time"),
        ("play --seed -1", "argument --seed: -1 is less than 0"),
        ("curve --seed -1", "argument --seed: -1 is less than 0"),
        ("generate --seed -1", "argument --seed: -1 is less than 0"),
        ("play --first x", "argument --first: 'x' is not safe or opening"),
        ("curve --first x", "argument --first: 'x' is not safe or opening"),
        ("curve --mines 3-", "argument --mines: '' is no whole number"),
        ("curve --mines=-3", "argument --mines: '' is no whole number"),
        ("generate --seed x", "argument --seed: 'x' is no whole number"),
        ("generate --seed=--", "argument --seed: '--' is no value"),
        ("play --budget-ms=--", "argument --budget-ms: '--' is no value"),
        ("play --layouts=--", "argument --layouts: '--' is no value"),
        ("play --json=--", "argument --json: '--' is no value"),
        ("play --policy x", "argument --policy: invalid choice: 'x'"),
        ("curve --policy x", "argument --policy: invalid choice: 'x'"),
        ("play --workers 40000", "argument --workers: 40000 is more than 256"),
        ("curve --workers 40000", "argument --workers: 40000 is more than 256"),
        ("play --workers NINES", "argument --workers: NINES is more than 256"),
        ("play --games 100000001", "argument --games: 100000001 is more than 100000000"),
        ("curve --games NINES", "argument --games: NINES is more than 100000000"),
        ("generate --count 100000001", "argument --count: 100000001 is more than 100000000"),
        ("play --seed -NINES", "argument --seed: -NINES is less than 0"),
        ("play --rows NINESx", "argument --rows: 'NINESx' is no whole number"),
    ],
)
def test_a_bad_value_is_named_with_its_option(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong value is refused before anything is done, with the name of its option."""
    with pytest.raises(SystemExit) as ended:
        main(arguments.replace("NINES", NINES).split())
    assert ended.value.code == 2
    assert message.replace("NINES", NINES) in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--rows", "--cols", "--mines"])
@pytest.mark.parametrize("number", [str(10**9), NINES, f"-{NINES}"], ids=["1e9", "9s", "-9s"])
def test_a_size_beyond_its_range(
    option: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The size of a board that is out of its range is refused with it, however many digits."""
    assert main(["play", option, number]) == 2
    assert f"{option[2:]} must be from " in capsys.readouterr().err


def test_analyse_answers_each_line_as_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Through a pipe each line is answered before the next one is read."""
    printed, answered = io.BytesIO(), list[int]()

    class Asking(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            answered.append(printed.getvalue().count(b"\n"))
            return super().readline(size)

    lines = b'{"width": 1, "height": 2, "mines": 1, "rows": ["1", "#"]}\n' * 2
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Asking(lines)))
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(printed))
    assert main(["analyse", "--no-best"]) == 0
    assert answered == [0, 1, 2]


def test_without_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If standard output is closed a command fails and says so."""
    with monkeypatch.context() as closed:
        closed.setattr("sys.stdout", None)
        assert main(["play", "--rows", "2", "--cols", "2", "--mines", "1", "--games", "1"]) == 2
    assert "standard output is closed" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["play --rows 1", "play --rows x", "nothing"])
def test_without_standard_error(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If standard error is closed, errors are not printed among the results."""
    with monkeypatch.context() as closed:
        closed.setattr("sys.stderr", None)
        try:
            ended: object = main(command.split())
        except SystemExit as error:
            ended = error.code
    assert ended == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "command",
    [
        (*GENERATE, "--count", "1"),
        (*GENERATE, "--count", "3000"),
        (*CORE, "--help"),
        (*CORE, "analyse", "--help"),
    ],
)
def test_output_that_nobody_reads(command: tuple[str, ...]) -> None:
    """A pipe closed at its other end ends a command at once, without a message."""
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(  # noqa: S603 - our own command
        command, stdout=writing, stderr=subprocess.PIPE, env=BUFFERED, check=False
    )
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (128 + SIGPIPE, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("command", [GENERATE, (*CORE, "--help")])
def test_output_that_does_not_fit(command: tuple[str, ...]) -> None:
    """If the last of the output cannot be written, a command says so once and fails."""
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(  # noqa: S603 - our own command
            command, stdout=full, stderr=subprocess.PIPE, env=BUFFERED, check=False
        )
    assert ended.returncode == 2
    assert ended.stderr.count(b"\n") == 1
    assert b"No space left" in ended.stderr
