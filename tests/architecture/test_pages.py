"""The pages that people read: their links lead somewhere, and what they name is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from tests.architecture.source import listed_by_file

FOLDERS = ("bot", "core", "deploy", "docs", "tests")
PAGES = sorted(chain(Path().glob("*.md"), *(Path(each).rglob("*.md") for each in FOLDERS)))
BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./-]+")
COMMAND = re.compile(r"\bpython3? -m ((?:bot|core|tests)[\w.]*)((?: [^&|;>#]*)?)")

every_page = pytest.mark.parametrize("page", PAGES, ids=str)


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    """A link into the project leads to a file, and to a heading there if it names one."""
    links = links_of(page)
    assert [link for link in links if "://" not in link and not leads(page, link)] == []


def test_every_page_of_docs_is_linked() -> None:
    """The README leads to each page of the folder docs."""
    linked = {Path(link.partition("#")[0]) for link in links_of(Path("README.md"))}
    assert {page for page in PAGES if page.parent.name == "docs"} - linked == set()


@every_page
def test_named_tests_exist(page: Path) -> None:
    """A test that is named is in some file of tests, and a file of tests that is named exists."""
    files = listed_by_file()
    known = {*files, *(name.removesuffix(".py") for name in files), *chain(*files.values())}
    named = re.findall(r"\btest_\w*[a-z0-9]\b(?:\.py)?", text_of(page))
    assert [name for name in named if name not in known] == []


@every_page
def test_named_files_exist(page: Path) -> None:
    """A path from the top of the project that stands as code is that of a file or folder."""
    paths = [code.replace("CODE", "en") for code in code_of(page) if FILE.fullmatch(code)]
    assert [path for path in paths if not Path(path).exists()] == []


@every_page
def test_commands_exist(page: Path) -> None:
    """A command of ours names a module that is there, and options that its source has."""
    for code in code_of(page):
        for module, arguments in COMMAND.findall(code):
            file = file_of(module, arguments)
            assert file.exists(), code
            source = source_of(file)
            options = {*re.findall(r"(?<!\S)--[a-z-]+", arguments)} - {"--help"}
            assert [option for option in options if f'"{option}"' not in source] == [], code


def links_of(page: Path) -> list[str]:
    """Return what a page links to."""
    return re.findall(r"\]\(([^()\s]+)\)", text_of(page))


def leads(page: Path, link: str) -> bool:
    """Whether the file of ``link``, and the heading, if it has one, are there."""
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    return target.exists() and (not anchor or anchor in anchors_of(target))


@cache
def anchors_of(page: Path) -> frozenset[str]:
    """Return the anchors that GitHub makes of a page's headings."""
    headings = re.findall(r"^#+ (.*)", BLOCK.sub("", text_of(page)), re.MULTILINE)
    return frozenset(re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings)


def code_of(page: Path) -> Iterator[str]:
    """Yield each piece of code within the text of a page, and each line of its blocks."""
    text = text_of(page)
    yield from chain.from_iterable(block.splitlines() for block in BLOCK.findall(text))
    text = BLOCK.sub("", text)
    yield from re.findall(r"^ {4}(\S.*)", text, re.MULTILINE)
    yield from (" ".join(piece.split()) for piece in re.findall(r"`([^`]+)`", text))


def file_of(module: str, arguments: str) -> Path:
    """Return the file that reads the ``arguments`` of a command."""
    if module == "bot":
        return Path("bot/cli.py")
    if module == "core":
        words = [word for word in arguments.split() if not word.startswith("-")]
        return Path(f"core/cli/{(words or ['main'])[0]}.py")
    path = Path(module.replace(".", "/"))
    return path / "__main__.py" if path.is_dir() else path.with_suffix(".py")


def source_of(file: Path) -> str:
    """Return the text of a file and of what it takes from the command line of the core."""
    text = text_of(file)
    shared = re.findall(r"^from core\.cli\.(\w+) import", text, re.MULTILINE)
    return "".join([text, *(text_of(Path(f"core/cli/{name}.py")) for name in shared)])


@cache
def text_of(file: Path) -> str:
    """Return what is written in a file."""
    return file.read_text(encoding="utf-8")
