"""Console: what the standard streams are, and what becomes of them."""

from __future__ import annotations

import io
import sys

import pytest

from bot.platforms.terminal import (
    has_colours,
    is_interactive,
    speak,
    spoken_language,
    take_any_text,
)


class Screen(io.StringIO):
    """A stream that leads to a terminal."""

    def isatty(self) -> bool:
        """Return that it does."""
        return True


@pytest.mark.parametrize(
    ("env", "coloured"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ],
)
def test_colours(env: dict[str, str], *, coloured: bool) -> None:
    """Terminals that know no control sequences get none, nor do people who want none."""
    assert has_colours(env) is coloured


def test_somebody_is_there_at_both_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A prompt is for whoever types and reads; `| tee` or a file gets lines."""
    terminal, file = Screen(), io.StringIO()
    for stdin, stdout, expected in (
        (terminal, terminal, True),
        (terminal, file, False),
        (file, terminal, False),
    ):
        monkeypatch.setattr(sys, "stdin", stdin)
        monkeypatch.setattr(sys, "stdout", stdout)
        assert is_interactive() is expected


def test_a_poor_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the locale's encoding lacks is a question mark in either direction."""
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\xff\n"), encoding="ascii"))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding="ascii"))
    take_any_text()
    speak("8×8 мин")
    assert out.getvalue() == b"8?8 ???\n"
    assert sys.stdin.readline() == "a\ufffd\n"


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({"LANG": "ru_RU.UTF-8"}, "ru_RU.UTF-8"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "zh_CN"}, "zh_CN"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "zh_CN", "LC_ALL": "C"}, "C"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": ""}, "ru_RU.UTF-8"),
        ({}, None),
    ],
)
def test_language(env: dict[str, str], language: str | None) -> None:
    """The variable that says most about messages decides, empty ones being unset (POSIX, 8.2)."""
    assert spoken_language(env) == language
