"""What source files say, read once in each process that runs tests."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path


@cache
def libraries_in(path: Path) -> frozenset[str]:
    """Return the first names of the modules that a file imports."""
    modules: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules.update(each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            modules.add(node.module)
    return frozenset(module.partition(".")[0] for module in modules)


@cache
def listed_by_file() -> dict[str, frozenset[str]]:
    """Return the tests in every file of tests, by its name, wherever it is."""
    found: dict[str, frozenset[str]] = {}
    for path in Path("tests").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        tests = re.findall(r"^(?:async )?def (test_\w+)", text, re.MULTILINE)
        found[path.name] = found.get(path.name, frozenset()).union(tests)
    return found
