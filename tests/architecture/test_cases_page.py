"""The page of the cases: complete, and true of the tests it names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

PAGE = Path("docs/cases.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(test_\w+\.py)::(test_\w+)`", PAGE)


def found_in(name: str) -> set[str]:
    """Return the tests of the file ``name``, wherever it is."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in Path("tests").rglob(name)]
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for tree in trees for node in tree.body if isinstance(node, functions)}


def test_every_case_has_a_row() -> None:
    """All 45 cases are there, in their order."""
    rows = [int(number) for number in re.findall(r"^\| (\d+) ", PAGE, re.MULTILINE)]
    assert sorted(set(rows)) == list(range(1, 46))
    assert rows == sorted(rows)


def test_every_test_exists() -> None:
    """Each test that the page names is a test in a file of that name."""
    assert len(NAMED) > 100
    assert [(file, test) for file, test in NAMED if test not in found_in(file)] == []


def test_every_numbered_test_is_named() -> None:
    """A test that has a case's number in its name stands in the row of that case."""
    for path in Path("tests").rglob("test_*.py"):
        for test in found_in(path.name):
            for number in re.findall(r"(?<=_)\d\d(?=_|$)", test) if "_case" in test else []:
                row = re.search(rf"^\| {int(number)} .*{path.name}::{test}`", PAGE, re.MULTILINE)
                assert row, f"{path.name}::{test} is missing from the row of case {int(number)}"
