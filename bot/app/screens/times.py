"""Times as players read them."""

from __future__ import annotations

from typing import Final

from bot.app.documents.table import TENTH_MS
from bot.i18n import Text

_LEAST_MS: Final = 1000
"""No speed is told of a shorter time: times are told in whole seconds, so this one is told as 0."""


def duration(ms: int) -> str:
    """Return a time as "1:02:03" or "2:03", in whole seconds, rounded down."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def exact_time(ms: int) -> Text:
    """Return a time as "1:02.3", with the decimal mark of the language; rounded down."""
    minutes, tenths = divmod(ms // TENTH_MS, 600)
    return Text("time.exact", seconds=f"{minutes}:{tenths // 10:02}", tenth=tenths % 10)


def speed(bbbv_per_second: float | None, ms: int) -> float | None:
    """Return a speed over ``ms`` as it is told; None over less than a second, or if it is 0."""
    if bbbv_per_second is None or ms < _LEAST_MS:
        return None
    return round(bbbv_per_second, 2) or None
