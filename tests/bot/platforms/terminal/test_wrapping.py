"""Wrapping: lines are broken where readers expect it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from bot.platforms.terminal.wrapping import wrapped

WORDS = st.text(st.sampled_from("ab d3.,(，。用扫雷（）Щё·×—\u200b"), max_size=60)


def squeezed(text: str) -> str:
    """Return ``text`` without what may be lost at the end of a line."""
    return "".join(text.split())


@pytest.mark.parametrize(
    ("line", "columns", "parts"),
    [
        ("Opened a1.", 10, ["Opened a1."]),
        ("Opened a1. Won!", 10, ["Opened a1.", "Won!"]),
        ("Opened d3", 8, ["Opened", "d3"]),
        ("k7m2xq9ht4 is long", 4, ["k7m2xq9ht4", "is", "long"]),
        ("扫雷扫！打开", 6, ["扫雷", "扫！打", "开"]),
        ("用 /newgame 开始", 12, ["用 /newgame", "开始"]),
        ("", 4, [""]),
    ],
)
def test_lines_are_broken_between_words(line: str, columns: int, parts: list[str]) -> None:
    """Words stay whole, and Chinese stops never begin a line."""
    assert list(wrapped(line, columns)) == parts


@given(WORDS, st.integers(1, 20))
def test_nothing_is_lost(line: str, columns: int) -> None:
    """Whatever the text, every character of it is there, in its order."""
    assert squeezed("".join(wrapped(line, columns))) == squeezed(line)


@given(st.lists(st.text("ab用扫", min_size=1, max_size=4), max_size=12), st.integers(8, 20))
def test_lines_fit(words: list[str], columns: int) -> None:
    """Where every word fits into a line, every line fits as well."""
    assert all(get_cwidth(part) <= columns for part in wrapped(" ".join(words), columns))


def test_boards_stay() -> None:
    """A painted row, whose control sequences take no columns, is not broken."""
    row = "1  \x1b[38;5;244m#\x1b[0m \x1b[38;5;75m1\x1b[0m"
    assert list(wrapped(row, 7)) == [row]
