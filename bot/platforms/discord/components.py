"""Components: the parts of Discord's messages, as plain dictionaries.

The library's View objects would cost a millisecond of processor time a press.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Any, Final, TypeAlias

from msgspec import Struct

Component: TypeAlias = dict[str, Any]

_ROW, _BUTTON, _TEXT, _GALLERY, _LABEL, _INPUT = 1, 2, 10, 12, 18, 4
EPHEMERAL: Final = 1 << 6
COMPONENTS_V2: Final = 1 << 15
_FILE: Final = 13
PICTURE_NAME: Final = "board.png"


class Style(IntEnum):
    """How a button looks."""

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3


class Upload(Struct, frozen=True):
    """A file to be sent along; ``alt`` describes it for those who cannot see it."""

    name: str
    data: bytes
    alt: str = ""


class Payload(Struct, frozen=True):
    """A message as it is sent."""

    components: tuple[Component, ...]
    upload: Upload | None = None
    ephemeral: bool = False

    def data(self) -> dict[str, Any]:
        """Return the JSON of the message; it mentions nobody, whatever its texts hold."""
        flags = COMPONENTS_V2 | (EPHEMERAL if self.ephemeral else 0)
        data: dict[str, Any] = {
            "flags": flags,
            "components": list(self.components),
            "allowed_mentions": {"parse": []},
            "attachments": [],
        }
        if self.upload is not None:
            data["attachments"] = [{"id": 0, "filename": self.upload.name}]
        return data


def text(content: str) -> Component:
    """Return a text."""
    return {"type": _TEXT, "content": content}


def row(buttons: Sequence[Component]) -> Component:
    """Return a row of at most five buttons."""
    return {"type": _ROW, "components": list(buttons)}


def face(label: str, style: Style = Style.SECONDARY) -> Component:
    """Return what is seen of a button: all but its id."""
    return {"type": _BUTTON, "style": style, "label": label}


def emoji_face(emoji: Mapping[str, str], style: Style) -> Component:
    """Return what is seen of a button with an emoji of the application on it."""
    return {"type": _BUTTON, "style": style, "emoji": emoji}


def button(label: str, custom_id: str) -> Component:
    """Return a button."""
    return {**face(label), "custom_id": custom_id}


def buttons(faces: Iterable[Component], custom_ids: Iterable[str]) -> list[Component]:
    """Return a button for each of ``faces``; in bulk, as a board's are made anew for every move."""
    return [
        {**each, "custom_id": custom_id} for each, custom_id in zip(faces, custom_ids, strict=True)
    ]


def size(component: Component) -> int:
    """Return as how many components ``component`` counts: itself, and those in it."""
    return 1 + sum(map(size, component.get("components", ())))


def gallery(upload: Upload) -> Component:
    """Return the picture of ``upload`` with its alt text."""
    item = {"media": {"url": f"attachment://{upload.name}"}, "description": upload.alt}
    return {"type": _GALLERY, "items": [item]}


def file(upload: Upload) -> Component:
    """Return a file to be downloaded."""
    return {"type": _FILE, "file": {"url": f"attachment://{upload.name}"}}


def modal(title: str, label: str, custom_id: str, placeholder: str) -> dict[str, Any]:
    """Return a form that asks for one line."""
    field = {
        "type": _INPUT,
        "custom_id": "typed",
        "style": 1,
        "max_length": 200,
        "placeholder": placeholder,
    }
    labelled = {"type": _LABEL, "label": label, "component": field}
    return {"title": title, "custom_id": custom_id, "components": [labelled]}


def distinct(rows: Iterable[Component]) -> tuple[Component, ...]:
    """Return ``rows`` with one button of each id: Discord refuses two with the same one."""
    seen: set[str] = set()
    kept: list[Component] = []
    for each in rows:
        fresh: list[Component] = []
        for pressed in each["components"]:
            if pressed["custom_id"] not in seen:
                seen.add(pressed["custom_id"])
                fresh.append(pressed)
        if fresh:
            kept.append(row(fresh))
    return tuple(kept)
