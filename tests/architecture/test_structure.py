"""The structure: who may import whom, who may touch the mines, how large things grow."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path
from statistics import median

import grimp
import pytest

from bot.app.documents.state import PICTURE_THEMES
from bot.i18n import LANGUAGES
from bot.render import THEMES
from tests.architecture.source import libraries_in

pytestmark = pytest.mark.xdist_group("source")  # the source is read once for all of them

SOURCES = sorted(chain(Path("core").rglob("*.py"), Path("bot").rglob("*.py")))
LONG_LOOPS = Path("core/solver/kernels")
"""Kernels may be longer where a loop must stay whole."""
MAY_READ_MINES = {
    "core/cli/generate.py",  # prints layouts; no game is played on them
    "core/changes.py",
    "core/codec.py",
    "core/drift.py",
    "core/evf.py",  # a finished game for other programs
    "core/game.py",
    "core/minefield.py",
    "core/record.py",
    "core/scan.py",  # what a player may look at once
    "core/ptta.py",  # as below
    "core/tatham.py",  # a finished board for another program
    "core/score.py",
    "core/shares.py",
}

TOP_LEVEL = {
    *(".ci", ".env.example", ".gitignore", "pyproject.toml"),
    *("bot", "core", "deploy", "docs", "tests"),
    *("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"),
}

HOMES = {
    "discord": "bot/platforms/discord",
    "icu4py": "bot/i18n",
    "numba": "core",
    "opentelemetry": "bot/observability",
    "PIL": "bot/render",
    "prometheus_client": "bot/observability",
    "prompt_toolkit": "bot/platforms/terminal",
    "redis": "bot/store",
    "telegram": "bot/platforms/telegram",
    "tzdata": "bot/app/documents",
}
"""The one part that knows a library, so that the library can be exchanged there."""


def test_contracts() -> None:
    """The import contracts of pyproject.toml are kept."""
    # In a process of its own, because the linter switches the loggers of its process off.
    linting = "import importlinter.cli as cli; raise SystemExit(cli.lint_imports(no_cache=True))"
    command = [sys.executable, "-c", linting]
    linted = subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # our own
    assert linted.returncode == 0, linted.stdout.decode()


def test_libraries_are_loaded_when_needed() -> None:
    """No process loads the library of a platform that it has no token for.

    What only tells its options or what is wrong with its settings loads no solver, and a pipe no
    prompt.
    """
    spared = {  # each has what the next may load as well
        "bot.cli": {"numba", "numpy", "redis", "aiohttp", "discord", "prompt_toolkit", "telegram"},
        "bot.terminal": {"aiohttp", "discord", "prompt_toolkit", "telegram"},
        "bot.worker": {"discord", "telegram"},
    }
    loading = "; ".join(f"import {root}; print(*sys.modules)" for root in spared)
    command = [sys.executable, "-c", f"import sys; {loading}"]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603  # our own
    for modules, libraries in zip(loaded.stdout.splitlines(), spared.values(), strict=True):
        assert not libraries & set(modules.split())


def test_the_page_tells_the_layers() -> None:
    """ARCHITECTURE.md says who may import whom as the contracts do, with every module."""
    contracts = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = [each["layers"] for each in contracts["contracts"] if each["type"] == "layers"]
    page = " ".join(Path("ARCHITECTURE.md").read_text("utf-8").split())
    chains = re.findall(r"`([a-z0-9_|> -]+ -> [a-z0-9_|> -]+)`", page)
    wanted = [" -> ".join(name for name in each if name != "__main__") for each in layers]
    assert chains == wanted


def test_contracts_name_every_module() -> None:
    """A new module of the core is kept from mines and from I/O, unless its name is given here."""
    settings = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    contracts = {each["id"]: each for each in settings["tool"]["importlinter"]["contracts"]}
    modules = {module_of(path) for path in SOURCES if path.parts[0] == "core"} - {"core.__init__"}
    impure = modules - {*contracts["pure-core"]["source_modules"]}
    assert impure == {"core.__main__", "core.cli"}
    trusted = modules - {*contracts["secret"]["source_modules"]}
    readers = {module_of(Path(path)) for path in MAY_READ_MINES}
    assert trusted == readers | {"core.__main__", "core.generate", "core.lesson"}


def module_of(path: Path) -> str:
    """Return the module or package right below ``core`` or ``bot`` that a file belongs to."""
    return f"{path.parts[0]}.{Path(path.parts[1]).stem}"


def test_core_knows_nothing_of_the_bot() -> None:
    """The core imports nothing of the bot, not even by a detour."""
    graph = grimp.build_graph("core", "bot", include_external_packages=True)
    above = graph.find_upstream_modules("core", as_package=True)
    assert not {module for module in above if module.split(".")[0] == "bot"}


@pytest.mark.parametrize("library", HOMES)
def test_a_library_is_known_to_one_part(library: str) -> None:
    """Only the part that HOMES names imports a library, such as a platform its own SDK."""
    users = [path for path in SOURCES if library in libraries_in(path)]
    assert users
    assert all(path.is_relative_to(HOMES[library]) for path in users)


def test_only_the_engine_reads_the_mines() -> None:
    """No other code reads the attribute that holds the layout, so none can leak it."""
    readers = {
        path.as_posix()
        for path in SOURCES
        if "minefield" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr == "minefield"
    }
    assert readers <= MAY_READ_MINES | {
        path for path in readers if path.startswith("core/generate/")
    }


def test_files_stay_short() -> None:
    """A file holds one concept, in about 300 lines; kernels may need more."""
    for path in SOURCES:
        limit = 500 if path.is_relative_to(LONG_LOOPS) else 320
        assert len(path.read_text(encoding="utf-8").splitlines()) <= limit, path


def test_functions_stay_short() -> None:
    """The median function has at most 7 lines of code and nine in ten at most 22."""
    sizes = sorted(
        (node.end_lineno or 0) - node.body[0].lineno + 1 - is_documented(node)
        for path in SOURCES
        if not path.is_relative_to(LONG_LOOPS)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    assert median(sizes) <= 7
    assert sizes[len(sizes) * 9 // 10] <= 22


def is_documented(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines of a function's docstring."""
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        return (first.end_lineno or 0) - first.lineno + 1
    return 0


def test_an_installed_package_has_its_data() -> None:
    """An installation takes along every data file of the core and the bot."""
    settings = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    named = settings["tool"]["setuptools"]["package-data"]
    taken = {
        path
        for package, patterns in named.items()
        for pattern in patterns
        for path in Path(package.replace(".", "/")).glob(pattern)
    }
    files = {
        path
        for path in chain(Path("core").rglob("*.*"), Path("bot").rglob("*.*"))
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    }
    assert files <= taken


def test_every_folder_of_data_is_named() -> None:
    """The folders of catalogues and themes are those that are offered, no more and no fewer."""
    assert {path.name for path in Path("bot/i18n/catalogues").iterdir()} == {*LANGUAGES}
    themes = Path("bot/render/themes")
    assert {path.parent.name for path in themes.glob("*/glyphs.toml")} == {*THEMES}
    assert {path.parent.name for path in themes.glob("*/picture.toml")} == {*PICTURE_THEMES}


def test_the_top_level_holds_what_belongs_there() -> None:
    """Only parts of the project are committed at its top, and nothing that a run leaves."""
    git = shutil.which("git")
    if git is None or not Path(".git").exists():
        pytest.skip("only in a clone, with git installed")
    command = (git, "-c", f"safe.directory={Path.cwd()}", "ls-files")  # whoever owns the clone
    asked = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603  # as any shell
    files = [Path(line) for line in asked.stdout.splitlines()]
    assert {file.parts[0] for file in files} == TOP_LEVEL
    assert not [file for file in files if file.suffix in {".log", ".out", ".prof", ".tmp"}]
