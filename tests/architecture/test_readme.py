"""The README: it names every command, level and language there is."""

from __future__ import annotations

import re
from pathlib import Path

from bot.app.requests.commands import COMMANDS
from bot.i18n import LANGUAGES
from core.rules import DEFAULT, LEVELS

README = Path("README.md").read_text(encoding="utf-8")
LEFT_OUT = {
    "start": "Telegram's own button",
    "resume": "another word for /board",
}
"""Commands that the README leaves out, and why."""


def test_every_command_is_told_of() -> None:
    """The README has each command, but for a short list."""
    told = set(re.findall(r"`/([a-z]+)", README))
    assert COMMANDS.keys() - told == LEFT_OUT.keys()


def test_every_level_is_told_of() -> None:
    """The README has each level under the name that is typed."""
    assert [name for name in LEVELS if name != DEFAULT and f"`{name}`" not in README] == []


def test_every_language_is_told_of() -> None:
    """The README has each language, with a link to its session."""
    assert re.findall(r"\(docs/session\.([\w-]+)\.txt\)", README) == [*LANGUAGES]
    assert all(Path(f"docs/session.{language}.txt").exists() for language in LANGUAGES)
