"""Sets: the application's emoji of each theme, as Discord listed them last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec

from bot.platforms.discord.emoji.names import Depicted, read_name
from bot.render.picture import LOOKS, PICTURE_THEMES


@dataclass(frozen=True, slots=True)
class Emoji:
    """An emoji of the application."""

    id: str
    name: str

    @property
    def tag(self) -> str:
        """What stands for it in a text; docs, message formatting."""
        return f"<:{self.name}:{self.id}>"

    @property
    def part(self) -> dict[str, str]:
        """What stands for it on a button; docs, button."""
        return {"id": self.id, "name": self.name}


class _Listed(msgspec.Struct):
    items: list[Emoji]


EmojiSet: TypeAlias = Mapping[int, Emoji]
"""An emoji for each look of a cell."""


class EmojiSets:
    """The complete sets; a theme of which an emoji is missing has none."""

    def __init__(self) -> None:
        """Start with none."""
        self._sets: dict[str, EmojiSet] = {}

    def read(self, listed: Any) -> None:
        """Use the emoji ``listed`` by Discord, the newest of those that show the same.

        Raises as read_listed.
        """
        newest: dict[Depicted, Emoji] = {}
        for each in sorted(read_listed(listed), key=lambda each: int(each.id)):
            depicted = read_name(each.name)
            if depicted is not None:
                newest[depicted] = each
        found = {theme: _set_of(theme, newest) for theme in PICTURE_THEMES}
        self._sets = {theme: each for theme, each in found.items() if len(each) == len(LOOKS)}

    def of(self, theme: str) -> EmojiSet | None:
        """Return the emoji of ``theme``; None where some of them are missing."""
        return self._sets.get(theme)


def read_listed(listed: Any) -> list[Emoji]:
    """Return the emoji ``listed`` by Discord; ValueError where that is no list in its form."""
    return msgspec.convert(listed, _Listed).items


def _set_of(theme: str, known: Mapping[Depicted, Emoji]) -> EmojiSet:
    wanted = {look: Depicted(theme, look) for look in LOOKS}
    return {look: known[depicted] for look, depicted in wanted.items() if depicted in known}
