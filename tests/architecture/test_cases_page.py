"""The page of the cases: complete, and true of the tests it names."""

from __future__ import annotations

import re
from pathlib import Path

from tests.architecture.source import listed_by_file

PAGE = Path("docs/cases.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(test_\w+\.py)::(test_\w+)`", PAGE)


def test_every_case_has_a_row() -> None:
    """All 45 cases are there, in their order."""
    rows = [int(number) for number in re.findall(r"^\| (\d+) ", PAGE, re.MULTILINE)]
    assert sorted(set(rows)) == list(range(1, 46))
    assert rows == sorted(rows)


def test_every_test_exists() -> None:
    """Each test that the page names is a test in a file of that name."""
    assert len(NAMED) > 100
    found = listed_by_file()
    assert [(file, test) for file, test in NAMED if test not in found.get(file, ())] == []


def test_every_numbered_test_is_named() -> None:
    """A test that has a case's number in its name stands in the row of that case."""
    for file, tests in listed_by_file().items():
        for test in tests:
            for number in re.findall(r"(?<=_)\d\d(?=_|$)", test) if "_case" in test else []:
                row = re.search(rf"^\| {int(number)} .*{file}::{test}`", PAGE, re.MULTILINE)
                assert row, f"{file}::{test} is missing from the row of case {int(number)}"
