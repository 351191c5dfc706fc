"""Times as players read them."""

from __future__ import annotations


def duration(ms: int) -> str:
    """Return a time as "1:02:03" or "2:03", in whole seconds, rounded down."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
