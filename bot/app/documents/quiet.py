"""Quiet hours: when a group's boards and notices come without a sound."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from bot.app.documents.zones import minutes_ahead, zone_named

_FORM: Final = re.compile(r"([0-9]{1,2})(?::00)?\s*[-–]\s*([0-9]{1,2})(?::00)?\s*(.*)", re.DOTALL)
_OFFSET: Final = re.compile(r"(?:utc|gmt)?\s*(?:([+-])([0-9]{1,2})(?::?(00|30|45))?)?")
_MINUTE_MS: Final = 60 * 1000
_HOUR_MIN: Final = 60
_HOURS: Final = 24
_LEAST_OFFSET, _MOST_OFFSET = -12, 14
"""Time zones, in hours from UTC."""


class Quiet(Struct, frozen=True, array_like=True):
    """From the hour ``start`` to the hour ``end``, ``offset`` hours ahead of UTC, or in a zone."""

    start: int
    end: int
    offset: int = 0
    minutes: int = 0
    """What the time zone is further from UTC, as +5:30 is; of -3:30 both are below zero."""
    zone: str | None = None
    """The zone's name in the IANA data base, if it was named; where that is not known by now, the
    offset counts, which is the zone's when the hours were set."""

    def is_on(self, now: int) -> bool:
        """Tell whether it is quiet at ``now`` (ms since the epoch)."""
        hour = (now // _MINUTE_MS + self._ahead(now)) // _HOUR_MIN % _HOURS
        return (hour - self.start) % _HOURS < (self.end - self.start) % _HOURS

    def _ahead(self, now: int) -> int:
        """Return how many minutes its clock is ahead of UTC at ``now``."""
        ahead = None if self.zone is None else minutes_ahead(self.zone, now)
        return self.offset * _HOUR_MIN + self.minutes if ahead is None else ahead

    def __str__(self) -> str:
        """Return the hours as they can be typed: "22-7 +3", "22-7 +5:30", "22-7 Asia/Tokyo"."""
        if self.zone is not None and minutes_ahead(self.zone, 0) is not None:
            return f"{self.start}-{self.end} {self.zone}"
        sign = "-" if min(self.offset, self.minutes) < 0 else "+"
        further = f":{abs(self.minutes)}" if self.minutes else ""
        return f"{self.start}-{self.end} {sign}{abs(self.offset)}{further}"


def read_quiet(text: str, now: int) -> Quiet | None:
    """Return the hours that ``text`` names at ``now``, None when it names none."""
    found = _FORM.fullmatch(text.strip().lower())
    if found is None:
        return None
    start, end = int(found[1]), int(found[2])
    if start >= _HOURS or end >= _HOURS or start == end:
        return None
    offset = _OFFSET.fullmatch(found[3])
    if offset is None:
        return _in_zone(start, end, found[3], now)
    sign = -1 if offset[1] == "-" else 1
    hours, minutes = int(offset[2] or 0), int(offset[3] or 0)
    if not _LEAST_OFFSET <= sign * (hours + minutes / _HOUR_MIN) <= _MOST_OFFSET:
        return None
    return Quiet(start, end, sign * hours, sign * minutes)


def _in_zone(start: int, end: int, written: str, now: int) -> Quiet | None:
    zone = zone_named(written)
    ahead = None if zone is None else minutes_ahead(zone, now)
    if ahead is None:
        return None
    hours = int(ahead / _HOUR_MIN)
    return Quiet(start, end, hours, ahead - hours * _HOUR_MIN, zone)
