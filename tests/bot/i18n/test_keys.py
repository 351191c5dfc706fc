"""Keys: every text of the code is in the catalogues, and they have no others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.app.documents.state import PICTURE_THEMES
from bot.i18n import LANGUAGES, Translator
from core.move import Refusal
from core.rules import CUSTOM, LEVELS

pytestmark = pytest.mark.xdist_group("source")  # one process reads it, once

KEYS = Translator().keys("en")
"""Those of every language: test_catalogues.py."""
LEVEL_KEYS = [f"level.{level}" for level in (*LEVELS, CUSTOM)]
LANGUAGE_KEYS = [f"language.{language}" for language in LANGUAGES]
THEME_KEYS = [f"theme.{theme}" for theme in PICTURE_THEMES]
REFUSAL_KEYS = [f"refused.{refusal}" for refusal in Refusal]


class Said(NamedTuple):
    """The patterns of what the source says; see ``pattern``."""

    anywhere: frozenset[str | None]
    """Of all strings: not every key stands in a Text, some are put together before."""
    in_texts: frozenset[str | None]
    """Of the first argument of every Text(...), each branch of a conditional one by itself."""


@cache
def said() -> Said:
    """Read the source."""
    anywhere: set[str | None] = set()
    in_texts: set[str | None] = set()
    for path in sorted(Path("bot").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            anywhere.add(pattern(node))
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Text":
                in_texts.update(map(pattern, branches(node.args[0])))
    return Said(frozenset(anywhere), frozenset(in_texts))


def branches(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what ``node`` can be."""
    if isinstance(node, ast.IfExp):
        yield from chain(branches(node.body), branches(node.orelse))
    else:
        yield node


def pattern(node: ast.AST) -> str | None:
    """Return the pattern of the keys that a string or an f-string can be.

    None for what is neither, and for an f-string that begins with a value, which might be any key.
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.escape(node.value)
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        return "".join(map(part, node.values))
    return None


def part(node: ast.expr) -> str:
    """Return the pattern of a part of an f-string."""
    return re.escape(str(node.value)) if isinstance(node, ast.Constant) else "[A-Za-z0-9_-]+"


def matching(patterns: Iterable[str | None]) -> set[str]:
    """Return the keys that one of ``patterns`` matches."""
    either = re.compile("|".join(each for each in patterns if each is not None))
    return {key for key in KEYS if either.fullmatch(key)}


def test_every_key_is_said() -> None:
    """The catalogues have no text that the code never shows."""
    assert matching(said().anywhere) == KEYS


def test_every_text_has_a_key() -> None:
    """Each Text in the code has its key, or, if put together, several, in the catalogues."""
    patterns = said().in_texts
    assert len(patterns) > 100, "the source has hundreds of them"
    assert not {each for each in patterns if each is not None and not matching({each})}


@pytest.mark.parametrize("key", [*LEVEL_KEYS, *LANGUAGE_KEYS, *THEME_KEYS, *REFUSAL_KEYS])
def test_every_choice_has_a_key(key: str) -> None:
    """Each level, language, picture theme and refusal of a move is said in the catalogues."""
    assert key in KEYS
