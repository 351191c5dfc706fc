"""Times as players read them."""

from __future__ import annotations

import pytest

from bot.app.screens.times import duration, exact_time, speed
from bot.i18n import Translator


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0:00.0", "0:00.9", "1:01.2", "60:00.0"]),
        ("ru", ["0:00,0", "0:00,9", "1:01,2", "60:00,0"]),
        ("zh", ["0:00.0", "0:00.9", "1:01.2", "60:00.0"]),
        ("zh-TW", ["0:00.0", "0:00.9", "1:01.2", "60:00.0"]),
    ],
)
def test_exact_times(language: str, said: list[str]) -> None:
    """Times have tenths, to tell places apart, in the language's notation."""
    translator = Translator()
    times = map(exact_time, (0, 999, 61_250, 3_600_000))
    assert [translator.say(time, language) for time in times] == said


def test_durations() -> None:
    """A duration has whole seconds, of which none is told too early, and hours where it has any."""
    told = {999: "0:00", 59_999: "0:59", 60_000: "1:00", 3_599_999: "59:59"}
    told |= {3_600_000: "1:00:00", 36_123_000: "10:02:03"}
    assert {ms: duration(ms) for ms in told} == told


def test_no_speed() -> None:
    """A speed has hundredths; one that would read 0, as of a board left open, is not told."""
    assert speed(1.234, 60_000) == pytest.approx(1.23)
    assert speed(2 / 2802, 2_802_000) is None
    assert speed(0.006, 60_000) == pytest.approx(0.01)
