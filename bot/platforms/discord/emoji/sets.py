"""Sets: the application's emoji of each theme, as Discord listed them last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

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


EmojiSet: TypeAlias = Mapping[int, Emoji]
"""An emoji for each look of a cell."""


class EmojiSets:
    """The sets that are whole; a theme whose set is not has none."""

    def __init__(self) -> None:
        """Start with none."""
        self._sets: dict[str, EmojiSet] = {}

    def read(self, listed: Iterable[Mapping[str, Any]]) -> None:
        """Use the emoji ``listed`` as Discord does, the newest of those that show the same."""
        newest: dict[Depicted, Emoji] = {}
        for each in sorted(listed, key=lambda each: int(each["id"])):
            depicted = read_name(str(each["name"]))
            if depicted is not None:
                newest[depicted] = Emoji(str(each["id"]), str(each["name"]))
        found = {theme: _set_of(theme, newest) for theme in PICTURE_THEMES}
        self._sets = {theme: each for theme, each in found.items() if len(each) == len(LOOKS)}

    def of(self, theme: str) -> EmojiSet | None:
        """Return the emoji of ``theme``; None where some of them are missing."""
        return self._sets.get(theme)


def _set_of(theme: str, known: Mapping[Depicted, Emoji]) -> EmojiSet:
    wanted = {look: Depicted(theme, look) for look in LOOKS}
    return {look: known[depicted] for look, depicted in wanted.items() if depicted in known}
