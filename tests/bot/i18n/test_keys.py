"""Keys: every text the code can say is in the catalogues, and the catalogues hold no others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from bot.i18n import Translator

# Keys that the catalogues of the reasons and the translator itself use without a literal Text.
KEYS = Translator().keys("en")


def said() -> Iterator[re.Pattern[str]]:
    """Return a pattern for the first argument of every Text(...) in the source."""
    for path in chain(Path("bot").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.compile(re.escape(node.value))
            elif isinstance(node, ast.JoinedStr):
                yield re.compile("".join(map(part, node.values)))


def part(node: ast.expr) -> str:
    """Return the pattern of a part of an f-string."""
    return re.escape(str(node.value)) if isinstance(node, ast.Constant) else "[a-z0-9_]+"


def test_every_key_is_said() -> None:
    """The catalogues hold no text that nothing says."""
    patterns = {pattern.pattern: pattern for pattern in said()}.values()
    unused = {key for key in KEYS if not any(p.fullmatch(key) for p in patterns)}
    assert not unused
