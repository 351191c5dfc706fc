"""The components of a message as a whole: what a bot may send, and how Discord returns them."""

from __future__ import annotations

import copy
from typing import Any, Final

import msgspec

from tests.emulators.discord.limits import (
    COMPONENTS,
    DISPLAYED_TEXT,
    LARGEST_COMPONENT_ID,
    LEGACY_ROWS,
)
from tests.emulators.discord.rules import CHILDREN, RULES
from tests.emulators.discord.tree import Kind, every, numbered, walk
from tests.emulators.discord.wire import Form, Json, Path

TOP: Final = CHILDREN[Kind.CONTAINER] | {Kind.CONTAINER}
EMOJI_STYLE: Final = "\ufe0f"  # makes a letter or digit an emoji
DEFAULTS: Final[dict[int, Json]] = {
    Kind.CONTAINER: {"accent_color": None, "spoiler": False},
    Kind.SEPARATOR: {"spacing": 1, "divider": True},
    Kind.SELECT: {"min_values": 1, "max_values": 1},
    Kind.THUMBNAIL: {"description": None, "spoiler": False},
    Kind.FILE: {"spoiler": False, "name": None, "size": None},
}


def check(components: list[Json], form: Form, *, v2: bool, emojis: set[str]) -> None:
    """Note what is wrong with the components of a message; ``emojis`` are the bot's own, by id."""
    before = copy.deepcopy(form.tree)
    allowed = TOP if v2 else frozenset({Kind.ROW})
    if not v2:
        form.length(("components",), components, 0, LEGACY_ROWS)
    for index, one in enumerate(components):
        check_place(one, ("components", index), allowed, form)
    if form.tree == before:
        check_whole(components, form, emojis)


def check_place(one: Any, path: Path, allowed: frozenset[Any], form: Form) -> None:
    """Note a component that does not belong where it is, or is wrong in itself."""
    kind: Any = one.get("type") if isinstance(one, dict) else None
    if kind not in allowed:
        choices = ", ".join(str(int(value)) for value in sorted(allowed))
        words = f'Value of field "type" must be one of ({choices},).'
        form.fault((*path, "type"), "UNION_TYPE_CHOICES", words)
        return
    RULES[kind](one, path, form)
    for index, child in enumerate(one.get("components") or []):
        check_place(child, (*path, "components", index), CHILDREN[Kind(kind)], form)
    if one.get("accessory"):
        kinds = frozenset({Kind.BUTTON, Kind.THUMBNAIL})
        check_place(one["accessory"], (*path, "accessory"), kinds, form)


def check_whole(components: list[Json], form: Form, emojis: set[str]) -> None:
    """Note what is wrong with well formed components taken together."""
    placed = walk(components)
    parts = [one for _, one in placed]
    if len(parts) > COMPONENTS:
        words = f"The total number of components cannot exceed {COMPONENTS}"
        form.fault(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", words)
    if sum(len(one["content"].strip()) for one in parts if "content" in one) > DISPLAYED_TEXT:
        words = f"Total displayable text size exceeds maximum size of {DISPLAYED_TEXT}"
        form.fault(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", words)
    check_unique(placed, "custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", form)
    check_unique(placed, "id", "COMPONENT_ID_DUPLICATED", form)
    for path, one in placed:
        check_number(one, path, form)
        check_emojis(one, path, emojis, form)


def check_unique(placed: list[tuple[Path, Json]], name: str, code: str, form: Form) -> None:
    """Note each of the components ``placed`` whose ``name`` another one has already."""
    seen: set[Any] = set()
    for path, one in placed:
        value = one.get(name)
        if value and value in seen:
            words = f"Component {name.replace('_', ' ')} cannot be duplicated"
            form.fault((*path, name), code, words)
        seen.add(value)


def check_number(one: Json, path: Path, form: Form) -> None:
    """Note an ``id`` that is no small natural number."""
    number = one.get("id") or 0
    if not isinstance(number, int) or not 0 <= number <= LARGEST_COMPONENT_ID:
        form.fault((*path, "id"), "NUMBER_TYPE_COERCE", f'Value "{number}" is not int32.')


def check_emojis(one: Json, path: Path, emojis: set[str], form: Form) -> None:
    """Note emojis that do not exist."""
    for index, holder in enumerate([one, *(one.get("options") or [])]):
        emoji = holder.get("emoji")
        if emoji and not known(emoji, emojis):
            place = path if index == 0 else (*path, "options", index - 1)
            form.fault((*place, "emoji", "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def known(emoji: Json, emojis: set[str]) -> bool:
    """Return whether an emoji is one of the bot's own, or one that everybody has."""
    if emoji.get("id"):
        return str(emoji["id"]) in emojis
    name = emoji.get("name") or ""
    letters = any(character.isalpha() for character in name)
    return not name.isascii() and (not letters or EMOJI_STYLE in name)


def shown(components: list[Json]) -> tuple[Json, ...]:
    """Return checked components as a message has them: numbered, with defaults filled in."""
    copied: list[Json] = msgspec.json.decode(msgspec.json.encode(components))
    numbered(copied)
    for one in every(copied):
        filled = DEFAULTS.get(one["type"], {}) | {k: v for k, v in one.items() if v is not None}
        one.clear()
        one.update(filled)
        for holder in (one, *one.get("options", [])):
            if "id" in holder.get("emoji", {}):
                holder["emoji"]["id"] = str(holder["emoji"]["id"])
        for item in one.get("items", []):
            item.setdefault("description", None)
            item.setdefault("spoiler", False)
    return tuple(copied)
