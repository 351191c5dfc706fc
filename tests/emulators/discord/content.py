"""What a message shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntFlag
from typing import Final

from tests.emulators.discord.files import Attachment
from tests.emulators.discord.tree import SELECTS, Kind, every, label
from tests.emulators.discord.wire import Json


class Flag(IntFlag):
    """Message flags."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


NO_FLAG: Final = Flag(0)


@dataclass(frozen=True)
class Content:
    """One state of a message."""

    text: str = ""
    embeds: tuple[Json, ...] = ()
    components: tuple[Json, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    flags: Flag = NO_FLAG
    mentions: tuple[int, ...] = ()  # users who are pinged
    everyone: bool = False  # whether all are pinged

    @property
    def v2(self) -> bool:
        """Return whether it is made of components alone."""
        return Flag.COMPONENTS_V2 in self.flags

    @property
    def words(self) -> str:
        """Return all that can be read: the text, or the text displays one below the other."""
        parts = [one["content"] for one in every(self.components) if one["type"] == Kind.TEXT]
        return "\n".join([self.text, *parts] if self.text else parts)

    @property
    def labels(self) -> list[list[str]]:
        """Return the labels of the buttons, row by row; an emoji where there is no label."""
        rows = [one for one in every(self.components) if one["type"] == Kind.ROW]
        buttons = [
            [label(child) for child in row["components"] if child["type"] == Kind.BUTTON]
            for row in rows
        ]
        return [row for row in buttons if row]

    @property
    def keys(self) -> list[str]:
        """Return the ids of the buttons and menus."""
        return [one["custom_id"] for one in every(self.components) if "custom_id" in one]

    @property
    def alt_texts(self) -> list[str]:
        """Return what is said of the pictures to those who cannot see them."""
        items = [item for one in every(self.components) for item in one.get("items", ())]
        return [str(item["description"]) for item in items]

    @property
    def selects(self) -> list[Json]:
        """Return the select menus."""
        return [one for one in every(self.components) if one["type"] in SELECTS]

    def card(self) -> Json:
        """Return the fields of a message object that this state fills."""
        return {
            "content": self.text,
            "embeds": list(self.embeds),
            "components": list(self.components),
            "attachments": [one.card() for one in self.attachments],
            "flags": int(self.flags),
        }
