"""Sentences one after another."""

from __future__ import annotations

import pytest

from bot.render.fitting import in_line


@pytest.mark.parametrize(
    ("sentences", "line"),
    [
        (("One.", "Two.", "Three."), "One. Two. Three."),
        (("一。", "二！", "三"), "一。二！三"),
        (("第 1 局", "一。", "Two."), "第 1 局 一。Two."),
        (("Won 🎉", "Two."), "Won 🎉 Two."),
        (("", "Two."), "Two."),
        ((), ""),
    ],
)
def test_in_line(sentences: tuple[str, ...], line: str) -> None:
    """A space is between sentences, unless the first ends with a mark that has its own."""
    assert in_line(sentences) == line
