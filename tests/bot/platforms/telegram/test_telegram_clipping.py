"""Texts too long for Telegram are cut."""

from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.screens.reply import Reply
from bot.i18n import LANGUAGES, Text, Translator
from bot.platforms.telegram.view import View, clip
from bot.render.fitting import in_line
from tests.emulators.telegram.entities import utf16

CHARACTERS = (
    "a",
    "e\u0301",
    "界",
    "📅",
    "1\ufe0f\u20e3",
    "❤\ufe0f",
    "👍🏽",
    "🇺🇸",
    "👨\u200d👩\u200d👧\u200d👦",
)
"""What a reader sees as one character each, wherever it stands."""


@given(st.text(st.sampled_from("a📅é\u200d🏅"), max_size=60), st.integers(2, 40))
def test_clip(text: str, limit: int) -> None:
    """A cut text is the beginning and a mark, within the limit in UTF-16 units."""
    cut = clip(text, limit)
    assert utf16(cut) <= limit
    assert cut == text or (cut.endswith("…") and text.startswith(cut[:-1]))


@given(st.lists(st.sampled_from(CHARACTERS), max_size=60), st.integers(2, 40))
def test_clip_keeps_characters_whole(characters: list[str], limit: int) -> None:
    """As many characters are kept as fit, and no emoji, flag or letter with marks is cut in two."""
    lengths = accumulate(map(utf16, characters))
    fitting = sum(length < limit for length in lengths)
    text, short = "".join(characters), "".join(characters[:fitting]) + "…"
    assert clip(text, limit) == (text if utf16(text) <= limit else short)


@pytest.mark.parametrize("language", LANGUAGES)
def test_toasts_end_with_a_sentence(language: str) -> None:
    """A toast holds the first texts of an answer, each one whole, within Telegram's limit."""
    view = View(Translator())
    texts = (Text("hint.assisted"), Text("duel.how"), Text("hint.more"))
    toast = view.toast(Reply(texts, language=language))
    said = [view.says([text], language) for text in texts]
    assert toast in {in_line(said[:count]) for count in (1, 2, 3)}
    assert "。 " not in toast, "a full-width mark has its own space"
    assert utf16(toast) <= 200
