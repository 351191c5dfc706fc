"""Files of layouts: how they are read, and that nothing is played from a wrong one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from core.cli.layouts import CHUNK, Series, drawn, read_layouts
from core.cli.main import main
from core.rules import FirstOpen, Rules


def test_layouts_of_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """In a file cell 0 is the highest bit; --games takes the first layouts."""
    file, outcomes = tmp_path / "layouts", tmp_path / "outcomes"
    # On 2x2 a 1 in the corner leaves three equal cells; play misses the mine of the last line only.
    file.write_text("2 2 1 0 0 S 3\n4\n2\n1\n\n", encoding="ascii")
    assert main(["play", "--layouts", str(file), "--outcomes", str(outcomes)]) == 0
    assert outcomes.read_text(encoding="ascii") == "001"
    capsys.readouterr()
    assert main(["play", "--layouts", str(file), "--games", "1"]) == 0
    assert "games     1\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rule", "first"),
    [
        ("S", FirstOpen.SAFE),
        ("s", FirstOpen.SAFE),
        ("safe", FirstOpen.SAFE),
        ("Z", FirstOpen.OPENING),
        ("opening", FirstOpen.OPENING),
    ],
)
def test_names_of_rules(rule: str, first: FirstOpen, tmp_path: Path) -> None:
    """A rule can be given by its letter, in either case, or its name."""
    file = tmp_path / "layouts"
    file.write_text(f"3 3 1 0 0 {rule} 1\n008\n", encoding="ascii")
    series, _ = read_layouts(file)
    assert series.rules.first_open is first


def test_the_help_tells_what_a_file_holds(capsys: pytest.CaptureFixture[str]) -> None:
    """Who writes a file of layouts learns from the help which bit is which cell, and the rules."""
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "cells row by row, the first the highest bit" in told
    assert "RULE S (safe) or Z (opening)" in told


def test_mark_of_utf_8(tmp_path: Path) -> None:
    """A file that an editor began with a byte-order mark is read like any other."""
    file = tmp_path / "layouts"
    file.write_text("3 3 1 0 0 S 1\n008\n", encoding="utf-8-sig")
    series, chunks = read_layouts(file)
    assert next(chunks)[0].argmax() == 8
    assert series.games == 1


@pytest.mark.parametrize("text", ["٣ 3 1 0 0 S 1\n008\n", "3 3 1 0 0 S 1\n00٨\n"])
def test_digits_of_other_scripts(text: str, tmp_path: Path) -> None:
    """Digits of other scripts are refused in a file of layouts."""
    file = tmp_path / "layouts"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad header|hexadecimal"):
        read_layouts(file)


@pytest.mark.parametrize(("first", "possible"), [(FirstOpen.SAFE, 55), (FirstOpen.OPENING, 28)])
def test_drawn_layouts_are_equally_likely(first: FirstOpen, possible: int) -> None:
    """Every layout that keeps the promise for the first cell is drawn as often, and no other."""
    series, draws = Series(Rules(3, 4, 2, first), 0, 20 * CHUNK + 1), list[bytes]()
    for chunk in drawn(series, 1):
        assert not chunk[:, list(series.rules.kept_free(series.start))].any()
        draws.extend(layout.tobytes() for layout in chunk)
    assert len(draws) == series.games
    assert all(layout.count(1) == 2 for layout in draws)
    counts, mean = Counter(draws), len(draws) / possible
    assert len(counts) == possible
    assert all(abs(count - mean) < 5 * mean**0.5 for count in counts.values())


def test_many_layouts_come_in_chunks(tmp_path: Path) -> None:
    """More layouts than a chunk holds come in order, each with its own cells."""
    file, lines = tmp_path / "layouts", ["008", "010", "020"] * CHUNK
    file.write_text("\n".join([f"3 3 1 0 0 S {len(lines)}", *lines]), encoding="ascii")
    _, chunks = read_layouts(file, 2 * CHUNK)
    found = list(chunks)
    assert [len(chunk) for chunk in found] == [CHUNK, CHUNK]
    every = np.concatenate(found)
    assert every.shape == (2 * CHUNK, 9)
    assert every.argmax(axis=1)[:4].tolist() == [8, 7, 6, 8]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: bad header ''"),
        ("3 3 1 0 0 Q 1\n", "line 1: bad header '3 3 1 0 0 Q 1'"),
        ("3 3 1 0 0 Zebra 1\n008\n", "line 1: bad header '3 3 1 0 0 Zebra 1'"),
        ("3 3 1 0 0 S 1 more\n008\n", "line 1: bad header '3 3 1 0 0 S 1 more'"),
        ("3 3 1 9 9 S 1\n", "line 1: bad header '3 3 1 9 9 S 1'"),
        ("3 3 1 0 0 S -1\n", "line 1: bad header '3 3 1 0 0 S -1'"),
        ("3 3 9 0 0 S 1\n", "mines must be from 1 to 8"),
        ("3 3 1 0 0 S 1\nfff\n", "line 2: a layout of 9 cells has 1 mines: 'fff'"),
        ("3 3 1 0 0 S 1\n0080\n", "line 2: a layout of 9 cells has 3 digits: '0080'"),
        ("3 3 1 0 0 S 1\n00c\n", "line 2: a layout of 9 cells has 1 mines: '00c'"),
        ("3 3 1 0 0 S 1\n004\n", "line 2: a layout of 9 cells has 1 mines: '004'"),
        (
            "3 3 1 0 0 S 1\n" + "z" * 99,
            f"line 2: a layout is a line of hexadecimal digits: '{'z' * 40}'",
        ),
        ("z" * 99, f"line 1: bad header '{'z' * 40}'"),
        ("3 3 1 0 0 S 1\nzz\n", "line 2: a layout is a line of hexadecimal digits: 'zz'"),
        # Converting digits to bytes would skip the spaces, and leave too few cells.
        ("8 4 2 0 0 S 1\n10 01 00\n", "line 2: a layout is a line of hexadecimal digits"),
        ("3 3 1 0 0 S 2\n008\n\n", "line 3: a layout is a line of hexadecimal digits: ''"),
        ("3 3 1 0 0 S 1\n00\u0664\n", "line 2: a layout is a line of hexadecimal digits"),
        ("3 3 1 0 0 S 1\n00\udcff\n", "line 2: a layout is a line of hexadecimal digits"),
        ("3 3 1 0 0 S 2\n008\n800\n", "line 3: the first cell is a mine: '800'"),
        ("4 4 1 0 0 Z 1\n0400\n", "line 2: under Z no mine is beside the first cell: '0400'"),
        ("3 3 1 0 0 S 3\n008\n008\n", "line 3: the file ends after 2 of 3 layouts"),
        ("3 3 1 0 0 S 1\n008\n008\n", "line 3: there are more layouts than 1"),
        ("3 3 1 0 0 S 1\n", "line 1: the file ends after 0 of 1 layouts"),
        ("3 3 1 0 0 S 0\n", "line 1: no layouts"),
    ],
)
def test_bad_files(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong header or line is refused with its number, and no outcomes are written."""
    file, outcomes = tmp_path / "layouts", tmp_path / "outcomes"
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    assert main(["play", "--layouts", str(file), "--outcomes", str(outcomes)]) == 2
    assert message in capsys.readouterr().err
    assert not outcomes.exists()


def test_the_last_line_is_checked_before_the_first_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong line, even beyond --games, is told before any game."""
    file = tmp_path / "layouts"
    lines = ["008"] * (4 * CHUNK)
    file.write_text("\n".join([f"3 3 1 0 0 S {len(lines) + 1}", *lines, "800"]), encoding="ascii")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)  # where progress is shown
    assert main(["play", "--layouts", str(file), "--games", "1"]) == 2
    told = capsys.readouterr().err
    assert "line 1002: the first cell is a mine" in told
    assert " of " not in told
