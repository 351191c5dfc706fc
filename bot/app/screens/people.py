"""People: players named in a row, however many there are."""

from __future__ import annotations

from typing import Final

from bot.i18n import Text

_MOST_NAMED: Final = 8


def first_named(names: tuple[Text | str, ...]) -> tuple[Text | str, ...]:
    """Return the first of ``names``, and how many more there are."""
    if len(names) <= _MOST_NAMED:
        return names
    return (*names[:_MOST_NAMED], Text("group.others", count=len(names) - _MOST_NAMED))
