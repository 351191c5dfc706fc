"""Trees of components: walking through them, numbering them, finding what a person means."""

from __future__ import annotations

from enum import IntEnum
from itertools import count
from typing import Any, Final

from tests.emulators.discord.wire import Json, Path


class Kind(IntEnum):
    """Discord's component types."""

    ROW = 1
    BUTTON = 2
    SELECT = 3
    INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT = 10
    THUMBNAIL = 11
    GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18


SELECTS: Final = frozenset(
    {Kind.SELECT, Kind.USER_SELECT, Kind.ROLE_SELECT, Kind.MENTIONABLE_SELECT, Kind.CHANNEL_SELECT}
)
ALONE: Final = ("accessory", "component")
"""The fields that hold a single component."""


def walk(components: Any, path: Path = ("components",)) -> list[tuple[Path, Json]]:
    """Return every component with its place, parents before children."""
    return [each for index, one in enumerate(components) for each in down(one, (*path, index))]


def down(one: Json, path: Path) -> list[tuple[Path, Json]]:
    """Return ``one`` and everything in it, each with its place."""
    found = [(path, one)]
    if one.get("components"):
        found += walk(one["components"], (*path, "components"))
    for name in ALONE:
        if one.get(name):
            found += down(one[name], (*path, name))
    return found


def every(components: Any) -> list[Json]:
    """Return every component, nested ones too, in the order of ``walk``."""
    found: list[Json] = []
    for one in components:
        found.append(one)
        if one.get("components"):
            found += every(one["components"])
        for name in ALONE:
            if one.get(name):
                found += every([one[name]])
    return found


def numbered(components: list[Json]) -> None:
    """Give each component without an ``id`` the next free one."""
    parts = every(components)
    taken = {one["id"] for one in parts if one.get("id")}
    free = (number for number in count(1) if number not in taken)
    for one in parts:
        one["id"] = one.get("id") or next(free)


def media_of(one: Json) -> list[Json]:
    """Return the objects of ``one`` that hold a media object as ``media`` or ``file``."""
    if one["type"] == Kind.GALLERY:
        return list(one.get("items") or [])
    return [one] if one["type"] in {Kind.THUMBNAIL, Kind.FILE} else []


def find(components: Any, wanted: str, kinds: frozenset[Kind]) -> Json:
    """Return the only component of ``kinds`` with ``wanted`` as its custom id, or else label.

    The label of a button without one is its emoji. Raise LookupError when there is none or more
    than one: a person would not know which to press.
    """
    candidates = [one for one in every(components) if one["type"] in kinds]
    exact = [one for one in candidates if one.get("custom_id") == wanted]
    chosen = exact or [one for one in candidates if label(one) == wanted]
    if len(chosen) != 1:
        raise LookupError(f"{len(chosen)} are {wanted!r} among {[label(o) for o in candidates]}")
    return chosen[0]


def label(one: Json) -> str:
    """Return the label of a component, or else its emoji or placeholder."""
    emoji = (one.get("emoji") or {}).get("name")
    return str(one.get("label") or emoji or one.get("placeholder") or "")
