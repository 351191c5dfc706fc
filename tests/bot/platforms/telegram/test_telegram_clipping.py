"""What is too long for Telegram is cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.telegram.view import clip
from tests.emulators.telegram.entities import utf16


@given(st.text(st.sampled_from("a📅é\u200d🏅"), max_size=60), st.integers(2, 40))
def test_clip(text: str, limit: int) -> None:
    """What is cut is as long as may be in UTF-16, and no emoji is cut in two."""
    cut = clip(text, limit)
    assert utf16(cut) <= limit
    assert cut == text or (cut.endswith("…") and text.startswith(cut[:-1]))
    assert cut == text or utf16(cut) >= limit - 1
