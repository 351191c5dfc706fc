"""Quiet hours: when a group's boards and notices come without a sound."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

_FORM: Final = re.compile(
    r"([0-9]{1,2})(?::00)?\s*[-–]\s*([0-9]{1,2})(?::00)?\s*(?:utc)?\s*"
    r"(?:([+-])([0-9]{1,2})(?::?(00|30|45))?)?"
)
_MINUTE_MS: Final = 60 * 1000
_HOUR_MIN: Final = 60
_HOURS: Final = 24
_LEAST_OFFSET, _MOST_OFFSET = -12, 14
"""Time zones, in hours from UTC."""


class Quiet(Struct, frozen=True, array_like=True):
    """From the hour ``start`` to the hour ``end``, ``offset`` hours ahead of UTC."""

    start: int
    end: int
    offset: int = 0
    minutes: int = 0
    """What the time zone is further from UTC, as +5:30 is; of -3:30 both are below zero."""

    def is_on(self, now: int) -> bool:
        """Tell whether it is quiet at ``now`` (ms since the epoch)."""
        minute = now // _MINUTE_MS + self.offset * _HOUR_MIN + self.minutes
        hour = minute // _HOUR_MIN % _HOURS
        return (hour - self.start) % _HOURS < (self.end - self.start) % _HOURS

    def __str__(self) -> str:
        """Return the hours as they are typed: "22-7 +3", "22-7 +5:30"."""
        sign = "-" if min(self.offset, self.minutes) < 0 else "+"
        further = f":{abs(self.minutes)}" if self.minutes else ""
        return f"{self.start}-{self.end} {sign}{abs(self.offset)}{further}"


def read_quiet(text: str) -> Quiet | None:
    """Return the hours that ``text`` names, None when it names none."""
    found = _FORM.fullmatch(text.strip().lower())
    if found is None:
        return None
    start, end, hours, minutes = (int(each or 0) for each in found.group(1, 2, 4, 5))
    if start >= _HOURS or end >= _HOURS or start == end:
        return None
    sign = -1 if found[3] == "-" else 1
    if not _LEAST_OFFSET <= sign * (hours + minutes / _HOUR_MIN) <= _MOST_OFFSET:
        return None
    return Quiet(start, end, sign * hours, sign * minutes)
