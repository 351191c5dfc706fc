"""Days: which boards a day has, and what a session knows of its own."""

from __future__ import annotations

from datetime import date
from typing import Final

from msgspec import Struct

from bot.i18n import Text
from core.grid import Cell
from core.rules import LEVELS, Rules

DAY_MS: Final = 24 * 3600 * 1000
DAY_LEVELS: Final = ("easy", "medium", "expert")
"""A board of each level every day; small, so that everybody plays the same ones."""
_GRACE_MS: Final = 15 * 60 * 1000
"""How long tries that are under way at the end of the day still count."""
_EPOCH: Final = date(1970, 1, 1).toordinal()


class OnDay(Struct, frozen=True, array_like=True):
    """The board of a day: ``day`` counts from 1970-01-01 in UTC."""

    day: int
    level: str


def day_of(now: int) -> int:
    """Return the day of ``now`` (ms since the epoch)."""
    return now // DAY_MS


def last_try(day: int) -> int:
    """Return when tries at a day's boards cease to count (ms since the epoch)."""
    return (day + 1) * DAY_MS + _GRACE_MS


def is_over(on: OnDay, now: int) -> bool:
    """Tell whether the mines of a day's board may be told; from then on no try at it counts."""
    return now >= last_try(on.day)


def date_of(day: int) -> str:
    """Return a day as YYYY-MM-DD."""
    return date.fromordinal(_EPOCH + day).isoformat()


def month_on(day: int) -> str:
    """Return the month of a day as YYYY-MM."""
    return date_of(day)[:7]


def month_of(now: int) -> str:
    """Return the month of ``now`` (ms since the epoch) in UTC, as YYYY-MM."""
    return month_on(day_of(now))


def first_day(month: str) -> int:
    """Return the first day of a month, YYYY-MM."""
    return date.fromisoformat(f"{month}-01").toordinal() - _EPOCH


def month_text(month: str) -> Text:
    """Return a month, YYYY-MM, as it is read."""
    year, number = month.split("-")
    return Text(f"month.m{number}", year=year)


def month_before(month: str) -> str:
    """Return the month before, as YYYY-MM."""
    year, number = map(int, month.split("-"))
    return f"{year - 1}-12" if number == 1 else f"{year}-{number - 1:02}"


def rules_of(level: str) -> Rules:
    """Return the rules of a day's board: none of them takes a guess."""
    size = LEVELS[level]
    return Rules(size.rows, size.cols, size.mines, no_guess=True)


def first_of(level: str) -> Cell:
    """Return the cell that is open at the start of a day's board: its middle."""
    size = LEVELS[level]
    return rules_of(level).grid.cell(size.rows // 2, size.cols // 2)
