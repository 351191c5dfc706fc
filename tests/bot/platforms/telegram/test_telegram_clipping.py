"""Texts too long for Telegram are cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.screens.screen import Reply
from bot.i18n import LANGUAGES, Text, Translator
from bot.platforms.telegram.view import View, clip
from bot.render.fitting import in_line
from tests.emulators.telegram.entities import utf16


@given(st.text(st.sampled_from("a📅é\u200d🏅"), max_size=60), st.integers(2, 40))
def test_clip(text: str, limit: int) -> None:
    """A cut text is the beginning and a mark, as long as the limit in UTF-16 units allows."""
    cut = clip(text, limit)
    assert utf16(cut) <= limit
    assert cut == text or (cut.endswith("…") and text.startswith(cut[:-1]))
    assert cut == text or utf16(cut) >= limit - 1


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
